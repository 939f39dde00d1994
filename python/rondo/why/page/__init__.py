# SPDX-License-Identifier: Apache-2.0
"""`rondo why --html`: what was found, with a timeline and the graph of dependences, as one page without network."""
