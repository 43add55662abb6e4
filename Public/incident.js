// Opening an incident works without this file. With it the ranking follows the form.
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
      document.dispatchEvent(new CustomEvent("used", { detail: byItself ? "poll" : "act" }));
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
  form.addEventListener("chosen", () => {
    clearTimeout(timer);
    rank();
  });
})();
