// Alerts reach dispatchers who look elsewhere: in the tab's title and icon, by a sound, by a notification. Drafts of forms
// outlive a login that ended. Every page works without this file.
"use strict";
(() => {
  const VISIBLE = 10000, HIDDEN = 30000, DRAFTS = 12 * 3600 * 1000, WARNING = 120000;
  const page = document.body.dataset;
  const $ = (selector) => document.querySelector(selector);

  // Who works elsewhere is told so, once.
  const clocks = $("[data-clocks]");
  if (clocks) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const offset = (timeZone) => new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format().split("GMT")[1] || "+00:00";
    if (offset(here) !== offset(clocks.dataset.clocks)) clocks.textContent = `UTC${offset(clocks.dataset.clocks)} · here ${offset(here)}`;
  }

  // What this browser is to do, kept from visit to visit. Private windows may refuse to keep anything.
  const kept = (name) => { try { return localStorage.getItem(`rollcall.${name}`); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(`rollcall.${name}`, value); } catch { /* for this page only */ } };
  const isOn = (name) => kept(name) === "on";

  const bar = (id, text, ...actions) => {
    let notice = document.getElementById(id);
    if (!notice) {
      notice = document.createElement("div");
      notice.id = id;
      notice.className = "notice warning";
      notice.setAttribute("role", "alert");
      $("main").prepend(notice);
    }
    // What is said already is not announced again.
    if (notice.dataset.text === text) return;
    notice.dataset.text = text;
    notice.replaceChildren(document.createTextNode(`${text} `), ...actions);
  };
  const unbar = (id) => document.getElementById(id)?.remove();
  const button = (label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  };
  const link = (label, href) => {
    const made = document.createElement("a");
    made.href = href;
    made.textContent = label;
    return made;
  };

  // A page that has loaded itself anew has the address that it had before.
  const address = new URL(location.href), hasRenewedItself = address.searchParams.has("renewed");
  if (hasRenewedItself) {
    address.searchParams.delete("renewed");
    history.replaceState(history.state, "", address);
  }

  // The login: two minutes before it ends a bar offers to stay. Use is counted as the server counts it, which notes it at most
  // once a minute, what somebody did apart from what only renewed itself. Tabs of one login tell each other.
  const NOTED = 60000;
  const idle = Number(page.idle) * 1000, limit = Date.parse(page.loginEnds ?? "");
  let used = { login: limit || 0, seen: 0, acted: 0 }, isOut = false, isReplaced = false;
  const here = () => location.pathname + location.search;
  const hearOthers = () => {
    let other = null;
    try { other = JSON.parse(kept("use")); } catch { /* nothing of ours */ }
    if (!idle || !other || other.login < used.login) return;
    if (other.login > used.login) isReplaced = true;
    else used = { ...used, seen: Math.max(used.seen, other.seen), acted: Math.max(used.acted, other.acted) };
  };
  const use = (isAct) => {
    hearOthers();
    const now = Date.now(), counts = isAct && (!used.acted || now - used.acted < idle);
    if (!idle || isReplaced || now - (counts ? used.acted : used.seen) <= NOTED) return;
    used = { ...used, seen: now, acted: counts ? now : used.acted };
    keep("use", JSON.stringify(used));
  };
  const loggedOut = () => bar("login-ends", "You are logged out.", link("Log in and come back here", `/login?next=${encodeURIComponent(here())}`));
  const watchLogin = () => {
    if (!idle) return;
    hearOthers();
    if (isReplaced) return bar("login-ends", "You have logged in anew in another tab.", link("Load this page again", here()));
    const now = Date.now(), idleEnd = Math.min(used.seen, now) + idle, end = Math.min(idleEnd, Number.isNaN(limit) ? Infinity : limit);
    if (isOut || now >= end) return loggedOut();
    if (end - now > WARNING) return unbar("login-ends");
    const left = Math.ceil((end - now) / 1000), when = left > 60 ? "in 2 minutes" : "in a minute";
    if (idleEnd <= end) bar("login-ends", `You will be logged out ${when}.`, button("Stay logged in", stay));
    else bar("login-ends", `This login ends ${when}: it began 12 hours ago.`, link("Log in again", `/login?next=${encodeURIComponent(here())}`));
  };
  const setOut = (is) => { isOut = is; watchLogin(); };
  const stay = async () => {
    const response = await fetch("/account", { cache: "no-store", redirect: "manual" }).catch(() => null);
    if (!response || response.status >= 500) return bar("stay-failed", "The server did not answer: the login was not prolonged.");
    unbar("stay-failed");
    if (response.ok) use(true);
    setOut(!response.ok);
  };
  // A poll of a visible page counts where the workspace allows it, which the server says with each page, on the pages of the
  // control room and what is below them.
  const pollsCount = page.pollsCount && [...document.querySelectorAll("nav.pages a[aria-current]")].some((entry) =>
    location.pathname === entry.pathname || location.pathname.startsWith(`${entry.pathname}/`));
  const usedBy = (what) => {
    if (what === "poll" && !pollsCount) return;
    use(what === "act");
    watchLogin();
  };
  document.addEventListener("fresh", () => usedBy("poll"));
  // Other requests of a page: its own polls, what a field looks up, what somebody did.
  document.addEventListener("used", (event) => usedBy(event.detail));
  if (hasRenewedItself) usedBy("poll"); else use(true);
  setInterval(watchLogin, 5000);

  // Drafts: what was typed comes back after a login or a reload. They end with the tab, the logout, their form's success, or
  // after 12 hours.
  const DRAFT = "rollcall.draft:", LOGIN = "rollcall.login";
  const tab = {
    get: (key) => { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } },
    set: (key, value) => { try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* full or refused */ } },
    drop: (key) => { try { sessionStorage.removeItem(key); } catch { /* refused */ } },
    drafts: () => { try { return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT)); } catch { return []; } },
  };
  const dropDrafts = () => { for (const key of tab.drafts()) tab.drop(key); };
  // Another member who logs in on this tab must not see it. A form keeps its action where it comes back with its problems.
  const member = $(".who summary")?.textContent.trim() ?? "";
  const draftKey = (form) => `${DRAFT}${member}:${form.getAttribute("action")}#${form.dataset.draft}`;
  const isTick = (field) => ["checkbox", "radio"].includes(field.type);
  // Secrets are left out, as is what the form names.
  const fieldsOf = (form) => [...form.elements].filter((field) =>
    field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type)
    && !(form.dataset.draftWithout ?? "").split(" ").includes(field.name) || "draft" in field.dataset);
  const restored = new WeakSet();
  const save = (form, isSent) => tab.set(draftKey(form), {
    at: Date.now(), page: location.search, isSent, fields: fieldsOf(form).map((field) => [field.name, field.value, isTick(field) && field.checked]),
  });
  const setField = (field, value) => { if (isTick(field)) field.checked = value; else field.value = value; };
  const tellForm = (form) => form.dispatchEvent(new Event("input", { bubbles: true }));
  const restore = (form, isNew) => {
    restored.add(form);
    const draft = tab.get(draftKey(form));
    // An address that fills the form in means something else.
    if (!draft || location.search && location.search !== draft.page) return;
    const left = fieldsOf(form), before = [];
    for (const [name, value, checked] of draft.fields) {
      const at = left.findIndex((one) => one.name === name && (!isTick(one) || one.value === value));
      if (at < 0) continue;
      const [field] = left.splice(at, 1), old = isTick(field) ? field.checked : field.value, typed = isTick(field) ? checked : value;
      if (old === typed) continue;
      before.push([field, old]);
      setField(field, typed);
    }
    if (before.length === 0) return;
    for (const [field] of before) for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    tellForm(form);
    const notice = document.createElement("p");
    notice.className = "notice calm";
    notice.dataset.restored = "";
    if (isNew) notice.setAttribute("role", "status");
    notice.append("This was typed before and is not saved. ", button("Discard it", () => {
      for (const [field, old] of before) setField(field, old);
      notice.remove();
      tellForm(form);
      tab.drop(draftKey(form));
      form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    }));
    form.prepend(notice);
  };
  const restoreAll = (isNew) => {
    for (const form of document.querySelectorAll("form[data-draft]")) if (!restored.has(form) && !form.querySelector(".problem")) restore(form, isNew);
  };
  const keepDrafts = () => {
    const wasLoggedIn = tab.get(LOGIN), loading = performance.getEntriesByType("navigation")[0], loggedOutAt = Number(kept("logout"));
    tab.drop(LOGIN);
    // What was sent has arrived, unless a login came between, it was refused, or the reader has come back to the form.
    const hasArrived = !wasLoggedIn && !$("main .problems") && !(loading?.responseStatus >= 400) && loading?.type !== "back_forward";
    for (const key of tab.drafts()) {
      const draft = tab.get(key);
      if (!draft || draft.isSent && hasArrived || draft.at <= loggedOutAt || Date.now() - draft.at > DRAFTS) tab.drop(key);
      else if (draft.isSent) tab.set(key, { ...draft, isSent: false });
    }
    // Before anything listens: what comes back does not become younger by it.
    restoreAll(true);
    // Parts of a page that keep themselves up to date bring new forms.
    document.addEventListener("fresh", (event) => { if (event.detail) restoreAll(false); });
    const formOf = (event) => {
      const form = event.target instanceof HTMLFormElement ? event.target : event.target.form;
      return form && "draft" in form.dataset ? form : null;
    };
    // Capture: a choice from a list is told to its form alone.
    for (const kind of ["input", "change", "chosen", "submit"]) document.addEventListener(kind, (event) => {
      const form = formOf(event);
      if (form) save(form, kind === "submit");
    }, true);
    $('form[action="/logout"]')?.addEventListener("submit", () => {
      dropDrafts();
      keep("logout", Date.now());
    });
  };
  if (location.pathname.startsWith("/login")) tab.set(LOGIN, true);
  else keepDrafts();
  addEventListener("storage", (event) => {
    if (event.key === "rollcall.use") watchLogin();
    if (event.key === "rollcall.logout") dropDrafts();
  });

  // Alerts.
  if (!page.watch) return;
  const title = document.title, icon = $('link[rel="icon"]'), calmIcon = icon?.href;
  const sound = new Audio(page.alarm);
  let seen = null, timer = 0, busy = false;

  const said = (alert) => {
    switch (alert.kind) {
      case "IncidentUnassigned": return `INC-${alert.incident_id} unassigned`;
      case "ReplacementNotFound": return `INC-${alert.incident_id}: no replacement`;
      case "ResponderOffline": return `${alert.responder ?? "Assignee"} offline`;
      case "NoOnlineResponders": return `${alert.region ?? "Region"}: nobody online`;
      default: return "Critical alert";
    }
  };
  const showCounts = (open, urgent) => {
    const text = open.length === 0 ? title : `(${open.length}) ${urgent.length ? `${said(urgent[0])} · ` : ""}${title}`;
    if (document.title !== text) document.title = text;
    if (icon) icon.href = urgent.length ? page.alarmIcon : calmIcon;
    const entry = $(`nav.pages a[href="${page.watch.replace(/\.json$/, "")}"]`);
    if (entry) entry.querySelector(".waiting").textContent = open.length ? String(open.length) : "";
    const badge = open.length ? navigator.setAppBadge?.(open.length) : navigator.clearAppBadge?.();
    badge?.catch(() => { /* the platform has no badges */ });
  };
  // One page sounds: one that is seen, else the hidden one that holds the lock.
  let isFirst = false;
  navigator.locks?.request("rollcall-alarm", () => { isFirst = true; return new Promise(() => {}); });
  const maySound = () => {
    if (!document.hidden) { keep("visible", Date.now()); return true; }
    return isFirst && Date.now() - Number(kept("visible") ?? 0) > VISIBLE * 2;
  };
  const play = async () => {
    try { await sound.play(); unbar("sound-blocked"); } catch (error) {
      if (error.name === "NotAllowedError") bar("sound-blocked", "The browser blocks the alarm sound until you click on this page.");
    }
  };
  const notify = (alerts) => {
    if (!isOn("notifications") || !("Notification" in window) || Notification.permission !== "granted") return;
    for (const alert of alerts) {
      try {
        const notice = new Notification(said(alert), { tag: `rollcall-${page.watch}-${alert.id}`, body: alert.detail ?? "" });
        notice.addEventListener("click", () => { window.focus(); location.href = page.watch.replace(/\.json$/, ""); });
      } catch {
        // Chrome on Android has none for pages.
        return bar("notifications-failed", "This browser shows no notifications: keep this page in sight, or use the sound.");
      }
    }
  };
  const look = async () => {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    const control = new AbortController(), limit = setTimeout(() => control.abort(), 8000);
    try {
      const response = await fetch(`${page.watch}?fragment=1`, { cache: "no-store", redirect: "manual", signal: control.signal });
      if (response.status === 401 || response.type === "opaqueredirect") return setOut(true);
      if (!response.ok) throw new Error(`status ${response.status}`);
      if (isOut) setOut(false);
      const { alerts } = await response.json();
      const open = alerts.filter((alert) => !alert.closed_at && !alert.snoozed);
      const urgent = open.filter((alert) => alert.critical && !alert.acknowledged);
      showCounts(open, urgent);
      const fresh = urgent.filter((alert) => seen && !seen.has(alert.id));
      seen = new Set(urgent.map((alert) => alert.id));
      if (fresh.length) notify(fresh);
      if (urgent.length && isOn("sound") && maySound()) play();
      unbar("watch-failed");
    } catch {
      if (!$("#stale")) bar("watch-failed", "The server cannot be reached: new alerts are not shown.");
    } finally {
      clearTimeout(limit);
      busy = false;
      if (!document.hidden) timer = setTimeout(look, VISIBLE);
    }
  };
  // Timers of hidden pages are slowed down by browsers; those of workers are not.
  const clock = new Worker(page.ticker);
  clock.addEventListener("message", () => { if (document.hidden) look(); });
  clock.postMessage(HIDDEN);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  look();

  // The switches, on the page of the alerts.
  const panel = $("#this-browser");
  if (!panel) return;
  panel.hidden = false;
  for (const box of panel.querySelectorAll("input[type=checkbox]")) {
    box.checked = isOn(box.name) && (box.name !== "notifications" || Notification?.permission === "granted");
    box.addEventListener("change", async () => {
      if (box.name === "notifications" && box.checked) {
        const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
        box.checked = answer === "granted";
        $("#notifications-blocked").hidden = box.checked;
      }
      keep(box.name, box.checked ? "on" : "off");
    });
  }
  $("#try-sound").addEventListener("click", play);
})();
