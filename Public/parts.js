// An incident's page asks for the people to ask and to call when it needs them: what is typed there is not exchanged by itself.
"use strict";
(() => {
  const parts = () => document.querySelector("[data-parts]")?.dataset.parts ?? "";
  const shown = parts(), notice = document.getElementById("parts-changed");
  if (!notice) return;
  const isChanged = (field) => field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT" ? [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0
    : field.value !== field.defaultValue;
  const isInUse = () => document.activeElement?.closest("main form")
    || [...document.querySelectorAll("main form :is(input:not([type=hidden]), textarea, select)")].some(isChanged);
  document.addEventListener("fresh", () => {
    const differs = parts() !== shown;
    notice.hidden = !differs;
    if (differs && !notice.querySelector("a")) notice.append(" ", Object.assign(document.createElement("a"), { href: location.href, textContent: "Show them" }));
    if (!differs || isInUse()) return;
    // The server does not take this for something that somebody did.
    const again = new URL(location.href);
    again.searchParams.set("renewed", "1");
    location.replace(again);
  });
})();
