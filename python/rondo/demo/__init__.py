# SPDX-License-Identifier: Apache-2.0
"""`rondo demo`: some columns of the suite heat-demo (../measure/suites/heat_demo.py), with tables and a picture of its
own that show times beside the serial one."""
