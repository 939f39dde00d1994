# SPDX-License-Identifier: Apache-2.0
"""What `make test-packages` runs: each built package installed, used and removed where nothing of Rondo is."""
