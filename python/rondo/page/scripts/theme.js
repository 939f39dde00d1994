// SPDX-License-Identifier: Apache-2.0
// Light and dark: as the system says, until the reader decides.

const key = "rondo-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function decided() {
  try {
    return localStorage.getItem(key);
  } catch { // a browser may forbid it to files
    return null;
  }
}

function decide(theme) {
  try {
    localStorage.setItem(key, theme);
  } catch { /* then it holds until the page is closed */ }
}

export function startTheme(redraw) {
  const button = document.getElementById("theme");
  let own = decided();
  const show = () => {
    const theme = own ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "light" : "dark";
    redraw();
  };
  system.addEventListener("change", show);
  button.addEventListener("click", () => {
    own = button.textContent;
    decide(own);
    show();
  });
  show();
}
