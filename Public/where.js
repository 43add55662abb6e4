// The field Where works without this file. With it places are found while one types, and can be picked on a map.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const field = $(".where-field"), form = field?.closest("form");
  if (!form) return;
  const said = $("#where-said");
  const say = (text) => { if (said.textContent !== text) said.textContent = text; };

  // The places that the text may mean, below the field. A choice counts while the text is the one it was made for.
  const where = form.elements.where, list = document.createElement("ul");
  Object.assign(list, { id: "where-list", className: "where-list", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Places");
  where.closest(".with-unit").append(list);
  for (const [name, value] of [["role", "combobox"], ["aria-controls", list.id], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) where.setAttribute(name, value);
  let looking = null, wait = 0, places = [], at = -1, answered = null;
  const show = (found) => {
    places = found;
    at = -1;
    where.removeAttribute("aria-activedescendant");
    list.replaceChildren(...found.map((place, index) => {
      const item = document.createElement("li"), name = document.createElement("bdi"), kind = document.createElement("small");
      item.id = `where-${index}`;
      item.setAttribute("role", "option");
      name.textContent = place.label;
      kind.textContent = [place.kind, place.detail].filter(Boolean).join(" · ");
      item.append(name, " ", kind);
      // Before the field loses its focus.
      item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(place); });
      return item;
    }));
    // Who has gone on to another field is not interrupted.
    list.hidden = found.length === 0 || document.activeElement !== where;
    where.setAttribute("aria-expanded", String(!list.hidden));
  };
  const mark = (index) => {
    at = index;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) where.setAttribute("aria-activedescendant", `where-${at}`);
    else where.removeAttribute("aria-activedescendant");
  };
  const set = (label, value) => {
    clearTimeout(wait);
    looking?.abort();
    // Radio buttons of an answer without a script give way to the choice.
    for (const old of form.querySelectorAll("[name=at]")) old.remove();
    $(".where-choices", field)?.remove();
    field.append(Object.assign(document.createElement("input"), { type: "hidden", name: "at", value }));
    where.value = label;
    form.elements.asked.value = label;
    show([]);
    form.dispatchEvent(new Event("chosen"));
  };
  const choose = (place) => {
    set(place.label, place.value);
    say(`${place.label} is chosen.`);
  };
  const find = async (isAgain = false) => {
    clearTimeout(wait);
    looking?.abort();
    if (where.value.trim().length < 2) return show([]);
    looking = new AbortController();
    const address = new URL(field.dataset.source, location.href), text = where.value;
    address.searchParams.set("q", text);
    try {
      const response = await fetch(address, { cache: "no-store", redirect: "manual", signal: looking.signal });
      if (!response.ok) return;
      document.dispatchEvent(new CustomEvent("used", { detail: "lookup" }));
      const found = await response.json(), marked = places[at]?.value;
      show(found.places);
      answered = text;
      // The same text once more: the arrow keys go on where they were.
      const index = isAgain ? places.findIndex((place) => place.value === marked) : -1;
      if (index >= 0) mark(index);
      say(places.length ? `${places.length} places` : found.problem ?? (found.again ? "Asking the geocoder…" : "No place of this name."));
      // It is asked once a second: the last word that is typed is not left out.
      if (found.again) wait = setTimeout(() => find(true), 1000);
    } catch { /* The form answers with the list when it is sent. */ }
  };
  // A row that somebody went to is taken; else the first for the whole text, not for the letters before the last.
  const take = async () => {
    if (at >= 0) return choose(places[at]);
    const isOld = answered !== where.value;
    if (isOld) await find();
    const [first] = places;
    // What fits in part only is looked at before it is chosen.
    if (first && answered === where.value && !(isOld && first.part)) choose(first);
  };
  // What is on its way answers another text, and so does the row that was gone to.
  where.addEventListener("input", () => { clearTimeout(wait); looking?.abort(); mark(-1); wait = setTimeout(() => find(), 150); });
  where.addEventListener("blur", () => { list.hidden = true; where.setAttribute("aria-expanded", "false"); });
  where.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") mark((at + 1) % places.length);
    else if (event.key === "ArrowUp") mark((Math.max(at, 0) + places.length - 1) % places.length);
    else if (event.key === "Enter") take();
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("place", ({ detail: { label, value } }) => {
    set(label, value);
    // A draft follows what is typed; the map, where the place is.
    where.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // The map has a script of its own.
  const box = $("#map-box");
  if (!box) return;
  box.hidden = false;
  box.addEventListener("toggle", () => {
    if (!box.open || box.dataset.drawn) return;
    box.dataset.drawn = "1";
    document.head.append(Object.assign(document.createElement("script"), { src: box.dataset.pick }));
  });
})();
