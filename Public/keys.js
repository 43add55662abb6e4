// The search and the help, fetched when somebody asks for them. Every page works without this file.
"use strict";
(() => {
  const QUIET = 120;
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const link = document.querySelector(".find");
  const dialog = (label) => {
    const made = make("dialog", { className: "sheet-of-keys" });
    made.setAttribute("aria-label", label);
    // A click beside it closes it.
    made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
    document.body.append(made);
    return made;
  };

  let search = null;
  const makeSearch = () => {
    const box = dialog("Search"), list = make("ul", { id: "hits" }), said = make("p", { className: "unseen" });
    const input = make("input", { type: "search", placeholder: "Person, incident, site or page", autocomplete: "off" });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Found");
    said.setAttribute("role", "status");
    for (const [name, value] of Object.entries({ role: "combobox", "aria-label": "Search", "aria-controls": "hits", "aria-expanded": "true", "aria-autocomplete": "list" })) input.setAttribute(name, value);
    box.append(input, list, said);
    let control = null, timer = 0, chosen = -1, hits = [], answered = null;
    const choose = (index) => {
      chosen = hits.length ? (index + hits.length) % hits.length : -1;
      [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
      if (chosen < 0) return input.removeAttribute("aria-activedescendant");
      input.setAttribute("aria-activedescendant", `hit-${chosen}`);
      list.children[chosen].scrollIntoView({ block: "nearest" });
    };
    const show = (results) => {
      hits = results;
      list.replaceChildren(...results.map((hit, at) => {
        const item = make("li", { id: `hit-${at}` }, make("span", {}, make("bdi", { textContent: hit.label })),
          make("small", {}, make("bdi", { textContent: hit.detail || hit.kind })));
        item.setAttribute("role", "option");
        item.addEventListener("click", () => { location.href = hit.href; });
        return item;
      }));
      said.textContent = results.length ? `${results.length} found` : "Nothing is found.";
      choose(0);
    };
    const ask = async () => {
      control?.abort();
      control = new AbortController();
      const address = new URL(`${link.getAttribute("href")}.json`, location.href);
      const text = input.value;
      address.searchParams.set("q", text);
      try {
        const response = await fetch(address, { cache: "no-store", redirect: "manual", signal: control.signal });
        if (!response.ok) throw new Error();
        document.dispatchEvent(new CustomEvent("used", { detail: "lookup" }));
        show((await response.json()).results);
        answered = text;
      } catch (error) {
        if (error.name !== "AbortError") said.textContent = "The server did not answer.";
      }
    };
    // What was found for the letters before is not what is meant.
    const follow = async () => {
      clearTimeout(timer);
      if (answered !== input.value) await ask();
      if (box.open && answered === input.value && hits[chosen]) location.href = hits[chosen].href;
    };
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, QUIET); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else if (event.key === "Enter") follow();
      // The browser would only empty the field, and leave the next key to it.
      else if (event.key === "Escape") { box.close(); input.blur(); }
      else return;
      event.preventDefault();
    });
    return { open: () => { if (!box.open) box.showModal(); input.select(); ask(); } };
  };

  let help = null;
  const makeHelp = () => {
    const box = dialog("Keys"), keys = make("dl");
    for (const [key, does] of [["/ or Ctrl K", "search people, incidents, sites and pages"], ["n", "new incident"], ["j, k", "next and previous row"],
      ["Enter", "open the row"], ["?", "this help"], ["Esc", "close"]]) {
      keys.append(make("div", {}, make("dt", {}, make("kbd", { textContent: key })), make("dd", { textContent: does })));
    }
    const tick = make("input", { type: "checkbox", id: "letter-keys" });
    try { tick.checked = localStorage.getItem("rollcall.keys") !== "off"; } catch { tick.checked = true; }
    tick.addEventListener("change", () => { try { localStorage.setItem("rollcall.keys", tick.checked ? "on" : "off"); } catch { /* for this page only */ } });
    const close = make("button", { type: "button", textContent: "Close" });
    close.addEventListener("click", () => box.close());
    box.append(make("h2", { textContent: "Keys" }), keys, make("p", {}, tick, " ", make("label", { htmlFor: "letter-keys", textContent: "Single keys work (Ctrl K always does)" })), close);
    return { open: () => { if (!box.open) box.showModal(); } };
  };
  document.addEventListener("keys", (event) => {
    if (event.detail === "search") (search ??= makeSearch()).open();
    else (help ??= makeHelp()).open();
  });
})();
