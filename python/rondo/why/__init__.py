# SPDX-License-Identifier: Apache-2.0
"""`rondo why`: where the time of a program's threads was lost, by cause, from a trace of the run."""
