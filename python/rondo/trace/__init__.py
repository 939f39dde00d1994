# SPDX-License-Identifier: Apache-2.0
"""`rondo trace`: what the threads of a program did, from the rings that librondo has written."""
