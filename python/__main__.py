# SPDX-License-Identifier: Apache-2.0
"""`/usr/bin/python3 FOLDER COMMAND ARGUMENTS...`: Python puts a folder that it executes in front of its module path."""

import signal

# Ctrl-C while Python still loads ends the process without a traceback; screen.main_guard takes over from there.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from rondo.main import main  # noqa: E402

if __name__ == "__main__":
    main()
