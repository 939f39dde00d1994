# SPDX-License-Identifier: Apache-2.0
"""What all pages share that Rondo writes: the frame, the style, the theme's button, the text beside the pointer."""
