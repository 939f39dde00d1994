// SPDX-License-Identifier: Apache-2.0
// The page of several ranks: its style draws everything.

import {startTheme} from "rondo/theme.js";

startTheme(() => {
  document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn ?? 0) + 1;
});
