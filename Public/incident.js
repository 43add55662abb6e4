// Opening an incident works without this file. With it places are found while one types, the ranking follows the form, and
// a place can be picked on a map.
"use strict";
(() => {
  const QUIET = 400, AGAIN = 15000;
  const $ = (selector, root = document) => root.querySelector(selector);
  const form = $("#incident"), ranking = $("#ranking"), said = $("#said");
  if (!form || !ranking) return;
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  // Who could be asked: fetched anew when the form has rested a moment, and from time to time.
  let timer = 0, sent = 0, control = null;
  const asked = () => {
    const data = new FormData(form);
    data.set("fragment", "1");
    return new URLSearchParams(data);
  };
  const hasPlace = () => form.elements.where.value.trim() !== "";
  // Nothing moves under a pointer or a cursor that may be about to offer.
  const isInUse = () => ranking.matches(":hover, :focus-within");
  const summary = () => {
    const row = $(".ranking tbody tr", ranking);
    if (!row) return $(".lead", ranking)?.textContent ?? "";
    const name = $("th :is(a, bdi)", row).textContent, count = ranking.querySelectorAll(".ranking tbody tr").length;
    return `${count} ${count === 1 ? "candidate" : "candidates"}, the nearest is ${name}, ${$(".number:not(.rank)", row).textContent}.`;
  };
  const exchange = (html) => {
    const kept = document.activeElement?.closest("#ranking") ? document.activeElement : null;
    const open = $("details", ranking)?.open;
    const ticked = new Set([...ranking.querySelectorAll("[name=pick]:checked")].map((box) => box.value));
    const page = new DOMParser().parseFromString(html, "text/html");
    ranking.replaceChildren(...page.body.childNodes);
    if (open && $("details", ranking)) $("details", ranking).open = true;
    // Ticked while the answer was on its way.
    for (const box of ranking.querySelectorAll("[name=pick]")) box.checked = ticked.has(box.value);
    if (!kept) return;
    const like = kept.id ? `#${CSS.escape(kept.id)}` : kept.name && `[name="${CSS.escape(kept.name)}"][value="${CSS.escape(kept.value)}"]`;
    const again = like && $(like, ranking);
    again?.focus({ preventScroll: true });
    if (again?.setSelectionRange) again.setSelectionRange(kept.selectionStart, kept.selectionEnd);
  };
  const rank = async (byItself) => {
    clearTimeout(timer);
    timer = setTimeout(tryAgain, AGAIN);
    control?.abort();
    control = new AbortController();
    const mine = ++sent, limit = setTimeout(() => control.abort(), 8000);
    const address = $("button[formaction]", form).formAction + (byItself ? "?fragment=1" : "");
    try {
      const response = await fetch(address, {
        method: "POST", body: asked(), redirect: "manual", cache: "no-store", signal: control.signal,
      });
      if (mine !== sent) return;
      if (!response.ok) throw new Error();
      const html = await response.text();
      if (mine !== sent || (byItself && isInUse())) return;
      exchange(html);
      ranking.classList.remove("is-old");
      if (!byItself) say(said, summary());
    } catch {
      if (mine !== sent) return;
      ranking.classList.add("is-old");
      say(said, "The ranking is not up to date: the server did not answer.");
    } finally {
      clearTimeout(limit);
    }
  };
  const tryAgain = () => {
    if (hasPlace() && !document.hidden && !isInUse()) return rank(true);
    timer = setTimeout(tryAgain, AGAIN);
  };
  const changed = (event) => {
    if (!["kind", "severity", "where", "at", "region"].includes(event.target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(rank, QUIET);
  };
  if (document.activeElement === document.body && !form.elements.title.value && !location.hash) form.elements.title.focus();
  // An order is given out by hand, an incident goes down the ranking: what is done first is the button that stands out.
  form.elements.kind?.addEventListener("change", (event) => {
    $("button[value=rank]", form).classList.toggle("primary", event.target.value === "order");
    $("button[value=automatic]", form).classList.toggle("primary", event.target.value !== "order");
  });
  document.addEventListener("input", (event) => { if (event.target.form === form) changed(event); });
  timer = setTimeout(tryAgain, AGAIN);

  // Where: the places that the text may mean, below the field. A choice counts while the text is the one it was made for.
  const where = form.elements.where, field = where.closest(".where-field"), list = document.createElement("ul");
  Object.assign(list, { id: "where-list", className: "where-list", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Places");
  where.closest(".with-unit").append(list);
  for (const [name, value] of [["role", "combobox"], ["aria-controls", list.id], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) where.setAttribute(name, value);
  let looking = null, wait = 0, places = [], at = -1;
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
    list.hidden = found.length === 0;
    where.setAttribute("aria-expanded", String(!list.hidden));
  };
  const mark = (index) => {
    at = places.length ? (index + places.length) % places.length : -1;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) where.setAttribute("aria-activedescendant", `where-${at}`);
  };
  const set = (label, value) => {
    // Radio buttons of an answer without a script give way to the choice.
    for (const old of form.querySelectorAll("[name=at]")) old.remove();
    $(".where-choices", field)?.remove();
    field.append(Object.assign(document.createElement("input"), { type: "hidden", name: "at", value }));
    where.value = label;
    form.elements.asked.value = label;
    show([]);
  };
  const choose = (place) => {
    looking?.abort();
    set(place.label, place.value);
    say(said, `${place.label} is chosen.`);
    clearTimeout(timer);
    rank();
  };
  const find = async () => {
    looking?.abort();
    if (where.value.trim().length < 2) return show([]);
    looking = new AbortController();
    const address = new URL(field.dataset.source, location.href);
    address.searchParams.set("q", where.value);
    try {
      const response = await fetch(address, { cache: "no-store", redirect: "manual", signal: looking.signal });
      if (!response.ok) return;
      show((await response.json()).places);
      say(said, places.length ? `${places.length} places` : "No place of this name.");
    } catch { /* The form answers with the list when it is sent. */ }
  };
  where.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(find, 150); });
  where.addEventListener("blur", () => { list.hidden = true; where.setAttribute("aria-expanded", "false"); });
  where.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") mark(at + 1);
    else if (event.key === "ArrowUp") mark(at - 1);
    else if (event.key === "Enter") choose(places[Math.max(at, 0)]);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("place", (event) => {
    set(event.detail, event.detail);
    where.dispatchEvent(new Event("change", { bubbles: true }));
    clearTimeout(timer);
    rank();
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
