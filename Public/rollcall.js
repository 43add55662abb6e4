// Rollcall's console works without this file. With it pages that show what is so now keep themselves up to date.
"use strict";
(() => {
  const FAST = 2000, SLOW = 12000, STALE = 15000;
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // The server's clock: its last known instant, carried on by a clock that nobody sets.
  let serverAt = null, heardAt = 0;
  const setClock = (milliseconds) => { serverAt = milliseconds; heardAt = performance.now(); };
  const now = () => serverAt + performance.now() - heardAt;

  // As Words.duration.
  const duration = (milliseconds) => {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    const minutes = Math.floor(seconds / 60) % 60;
    if (seconds < 172800) return `${Math.floor(seconds / 3600)} h${minutes ? ` ${minutes} min` : ""}`;
    return `${Math.floor(seconds / 86400)} days`;
  };
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const tick = () => {
    if (serverAt === null) return;
    for (const time of $$("time[data-ticks]")) {
      const past = now() - Date.parse(time.dateTime), kind = time.dataset.ticks;
      say(time, kind === "left" ? duration(-past) : kind === "age" ? `${duration(past)} ago` : duration(past));
    }
  };

  // Rows keep their place in the document, so that focus and selection stay: only what differs is exchanged.
  const source = new WeakMap();
  const original = (element) => source.get(element) ?? element.outerHTML;
  // What the clock writes, what the reader has unfolded, and the word that a draft came back are no change.
  const settled = (html) => html.replace(/(data-ticks="\w+">)[^<]*/g, "$1").replace(/(<details\b[^>]*) open=""/g, "$1")
    .replace(/<p [^>]*data-restored=""[^]*?<\/p>/g, "");
  const remember = (root) => { for (const row of $$("tbody tr[id]", root)) source.set(row, row.outerHTML); };

  const exchangeRows = (body, fresh) => {
    const old = new Map([...body.rows].map((row) => [row.id, row]));
    let place = body.firstElementChild;
    for (const row of [...fresh.rows]) {
      let kept = old.get(row.id);
      old.delete(row.id);
      if (kept && settled(original(kept)) !== settled(row.outerHTML)) {
        const changed = settled($(".status", kept)?.innerHTML ?? "") !== settled($(".status", row)?.innerHTML ?? "");
        if (kept === place) place = row;
        kept.replaceWith(row);
        source.set(row, row.outerHTML);
        kept = row;
        if (changed) for (const cell of row.cells) cell.classList.add("changed");
      } else if (!kept) {
        kept = row;
        source.set(row, row.outerHTML);
      }
      if (kept === place) place = place.nextElementSibling;
      else body.insertBefore(kept, place);
    }
    for (const row of old.values()) row.remove();
  };

  const FOCUSED = "a, button, summary, input, select, textarea";
  const pathOf = (element) => {
    const home = element.closest("[id]");
    return home && { id: home.id, index: $$(FOCUSED, home).indexOf(element) };
  };
  const exchange = (fresh) => {
    const focused = document.activeElement?.closest("[data-live]") ? pathOf(document.activeElement) : null;
    for (const part of $$("[data-live]", fresh)) {
      const here = document.getElementById(part.id);
      if (!here) continue;
      const body = $("tbody", here), freshBody = $("tbody", part);
      if (body && freshBody) {
        exchangeRows(body, freshBody);
        const pager = $(".pager", here), freshPager = $(".pager", part);
        if (pager && freshPager && pager.innerHTML !== freshPager.innerHTML) pager.replaceWith(freshPager);
      } else if (settled(here.innerHTML) !== settled(part.innerHTML)) {
        const open = new Set($$("details[open] > summary", here).map((summary) => summary.textContent));
        here.replaceChildren(...part.childNodes);
        for (const summary of $$("details > summary", here)) if (open.has(summary.textContent)) summary.parentElement.open = true;
        remember(here);
      }
    }
    if (focused && !document.activeElement?.closest("[data-live]")) {
      const home = document.getElementById(focused.id);
      (focused.index < 0 ? home : home && $$(FOCUSED, home)[focused.index])?.focus({ preventScroll: true });
    }
  };

  // Polling: fast while something changes, slow when not, not at all while nobody looks.
  const live = $("#asof"), what = $("#stale")?.dataset.what ?? "page";
  let asOf = 0, wait = FAST, timer = 0, etag = "", failure = "", busy = false, hasChanged = false;

  const mark = () => {
    const stale = $("#stale"), age = now() - asOf;
    const isOld = failure !== "" || age > STALE;
    // The server may have said so itself.
    const isStale = isOld && (failure !== "" || !$("[data-stale]"));
    document.documentElement.classList.toggle("is-stale", isOld);
    if (isStale) {
      // Only the reason is announced; the age would be, every second.
      say($("strong", stale), `This ${what} is not up to date. ${failure || "The server's data is old."}`);
      say($("span", stale), `Last data ${duration(age)} ago.`);
    }
    stale.hidden = !isStale;
  };
  // Our clock may have stood still while the machine slept.
  const checkClock = (response) => {
    const date = Date.parse(response.headers.get("Date"));
    if (Math.abs(date - now()) > 3000) setClock(date);
  };
  const readAsOf = (root) => {
    const time = $("#asof time", root);
    return time ? Date.parse(time.dateTime) : NaN;
  };
  const readClock = (root) => setClock(Date.parse($("#asof", root).dataset.now));
  const url = () => {
    const address = new URL(location.href);
    address.searchParams.set("fragment", "1");
    address.hash = "";
    return address;
  };
  const load = async () => {
    const control = new AbortController(), limit = setTimeout(() => control.abort(), 8000);
    try {
      const response = await fetch(url(), {
        headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", redirect: "manual", signal: control.signal,
      });
      if (response.type === "opaqueredirect" || response.status === 401) return "You are logged out.";
      if (response.status !== 304 && !response.ok) return `The server answered ${response.status}.`;
      hasChanged = response.status !== 304;
      if (!hasChanged) {
        checkClock(response);
        asOf = now();
        const time = $("#asof time[data-ticks]");
        if (time) time.dateTime = new Date(asOf).toISOString();
        const exact = $("#asof time:not([data-ticks])");
        if (exact) advance(exact, asOf);
        wait = Math.min(wait * 1.5, SLOW);
      } else {
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const instant = readAsOf(page);
        if (Number.isNaN(instant)) return `The server sent something else than this ${what}.`;
        readClock(page);
        asOf = instant;
        etag = response.headers.get("ETag") ?? "";
        exchange(page);
        wait = FAST;
      }
      return "";
    } catch {
      return "The server cannot be reached.";
    } finally {
      clearTimeout(limit);
    }
  };
  // The clock text of an instant, in the zone that the title names.
  const advance = (time, instant) => {
    const zone = /([+-])(\d\d):(\d\d)$/.exec(time.title);
    if (!zone) return;
    const offset = (zone[1] === "-" ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) * 60000;
    const local = new Date(instant + offset).toISOString();
    // What is printed before it.
    if (time.dataset.before && time.title.slice(0, 10) !== local.slice(0, 10)) time.dataset.before = `${local.slice(0, 10)} `;
    time.dateTime = new Date(instant).toISOString();
    time.title = `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone[0]}`;
    time.textContent = local.slice(11, 19);
  };
  const poll = async () => {
    clearTimeout(timer);
    if (busy || document.hidden) return;
    busy = true;
    failure = await load();
    busy = false;
    if (failure) wait = Math.min(wait * 1.5, SLOW);
    // For what else is drawn from this data: whether it has changed.
    else document.dispatchEvent(new CustomEvent("fresh", { detail: hasChanged }));
    tick();
    mark();
    timer = setTimeout(poll, wait);
  };

  const start = () => {
    const age = $("#asof time[data-ticks]");
    if (!age) return;
    asOf = Date.parse(age.dateTime);
    readClock(document);
    remember(document);
    setInterval(() => { if (!document.hidden) { tick(); mark(); } }, 1000);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) clearTimeout(timer);
      else { wait = FAST; tick(); mark(); poll(); }
    });
    // What the page is to show has changed.
    document.addEventListener("look", () => { wait = FAST; poll(); });
    timer = setTimeout(poll, FAST);
  };

  // Keys and small helps on every page.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const menu of $$("details.menu[open]")) { menu.open = false; $("summary", menu).focus(); }
    const isSearch = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isSearch && (event.ctrlKey || event.metaKey || event.altKey || areOff())) return;
    if (!isSearch && event.target.closest("input, select, textarea, [contenteditable], [role=application], dialog")) return;
    const act = isSearch || event.key === "/" ? () => ask("search") : { "?": () => ask("help"), n: () => $(".begin")?.click(), j: () => step(1), k: () => step(-1) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // Search and help come with a script of their own, when they are asked for first.
  let keys = null;
  const ask = (what) => {
    const find = $(".find");
    if (!find) return;
    const tell = () => document.dispatchEvent(new CustomEvent("keys", { detail: what }));
    keys ??= new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement("script"), { src: find.dataset.script, onload: resolve, onerror: reject }));
    });
    keys.then(tell, () => { keys = null; if (what === "search") location.href = find.href; });
  };
  // Single keys can be switched off in the help: whoever speaks to the computer presses them by chance.
  const areOff = () => { try { return localStorage.getItem("rollcall.keys") === "off"; } catch { return false; } };
  // To the next row that leads somewhere, or the one before.
  const step = (by) => {
    const rows = $$("main table.list tbody tr").filter((row) => $("a[href]", row) && row.offsetParent);
    const at = rows.indexOf(document.activeElement?.closest("tr"));
    const row = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
    if (row) ($("th a[href]", row) ?? $("a[href]", row)).focus();
  };
  $(".find")?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask("search");
  });
  document.addEventListener("click", (event) => {
    for (const menu of $$("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  // An empty field says nothing: it does not belong in a link that is sent to a colleague.
  for (const form of $$("form.filter")) form.addEventListener("submit", () => {
    const empty = [...form.elements].filter((field) => field.name && !field.value);
    for (const field of empty) field.disabled = true;
    setTimeout(() => { for (const field of empty) field.disabled = false; });
  });
  const countdown = $("[data-countdown]");
  if (countdown) {
    const until = performance.now() + parseInt(countdown.textContent, 10) * 1000;
    const count = setInterval(() => {
      const left = Math.ceil((until - performance.now()) / 1000);
      countdown.textContent = left > 0 ? `${left} s` : "now";
      if (left <= 0) clearInterval(count);
    }, 1000);
  }
  // Where nothing was typed yet, the browser knows the time zone better than the server.
  const zone = $("[data-zone] input");
  if (zone && !$(".problems")) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
  if (live) start();
})();
