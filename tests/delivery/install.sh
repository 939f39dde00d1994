#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# install.sh BUILD PREFIX: installs the build tree to a place beside PREFIX and moves it there, so that every test that
# uses PREFIX also shows that an installed tree can be moved. Stripped, as `make install` does it.
set -euo pipefail
build=$1
prefix=$2
rm -rf "$prefix" "$prefix.first"
RONDO_STRIP=yes cmake --install "$build" --prefix "$prefix.first" > /dev/null
mv "$prefix.first" "$prefix"
