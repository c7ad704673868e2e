// Paper or night, before the first paint: the reader's choice, else what the device prefers.
// The key and its values are the ones that the backoffice uses, so one choice holds in both.
(function () {
  "use strict";
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto";
    }
  }

  function apply() {
    const choice = chosen();
    const night = choice === "dark" || (choice !== "light" && dark.matches);
    document.documentElement.dataset.bsTheme = night ? "dark" : "light";
    for (const button of document.querySelectorAll("[data-theme-toggle]")) button.setAttribute("aria-pressed", String(night));
  }

  function toggle() {
    const wanted = document.documentElement.dataset.bsTheme === "dark" ? "light" : "dark";
    try {
      // A choice that agrees with the device follows it from then on.
      localStorage.setItem("theme", wanted === (dark.matches ? "dark" : "light") ? "auto" : wanted);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    apply();
    document.documentElement.dataset.bsTheme = wanted;
    for (const button of document.querySelectorAll("[data-theme-toggle]")) button.setAttribute("aria-pressed", String(wanted === "dark"));
  }

  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) toggle();
  });
})();
