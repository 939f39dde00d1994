# SPDX-License-Identifier: Apache-2.0
"""`rondo report`: files of results as the tables and figures of five papers, on one page or in the terminal."""
