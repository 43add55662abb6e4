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

  // The login: two minutes before it ends a bar offers to stay.
  const idle = Number(page.idle) * 1000, limit = Date.parse(page.loginEnds ?? "");
  let usedAt = Date.now();
  const here = () => location.pathname + location.search;
  const stay = async () => {
    const response = await fetch("/account", { cache: "no-store", redirect: "manual" }).catch(() => null);
    if (response?.ok) { usedAt = Date.now(); unbar("login-ends"); } else loggedOut();
  };
  const loggedOut = () => bar("login-ends", "You are logged out.", link("Log in and come back here", `/login?next=${encodeURIComponent(here())}`));
  const watchLogin = () => {
    if (!idle) return;
    const now = Date.now(), idleEnd = usedAt + idle, end = Math.min(idleEnd, Number.isNaN(limit) ? Infinity : limit);
    if (now >= end) return loggedOut();
    if (end - now > WARNING) return unbar("login-ends");
    const left = Math.ceil((end - now) / 1000), when = left > 60 ? "in 2 minutes" : "in a minute";
    if (idleEnd <= end) bar("login-ends", `You will be logged out ${when}.`, button("Stay logged in", stay));
    else bar("login-ends", `This login ends ${when}: it began 12 hours ago.`, link("Log in again", `/login?next=${encodeURIComponent(here())}`));
  };
  // A poll of a visible page counts as use where the workspace allows it; the server says so with each page.
  if (page.pollsCount) document.addEventListener("fresh", () => { usedAt = Date.now(); unbar("login-ends"); });
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
  // Another member who logs in on this tab must not see it.
  const member = $(".who summary")?.textContent.trim() ?? "";
  const draftKey = (form) => `${DRAFT}${member}:${location.pathname}#${form.dataset.draft}`;
  const fieldsOf = (form) => [...form.elements].filter((field) =>
    field.name && !["hidden", "password", "file", "submit", "button"].includes(field.type) || "draft" in field.dataset);
  const isTick = (field) => ["checkbox", "radio"].includes(field.type);
  const save = (form, isSent) => tab.set(draftKey(form), {
    at: Date.now(), isSent, fields: fieldsOf(form).map((field) => [field.name, field.value, isTick(field) && field.checked]),
  });
  const restore = (form) => {
    const draft = tab.get(draftKey(form));
    if (!draft) return;
    let isChanged = false;
    for (const [name, value, checked] of draft.fields) {
      const field = fieldsOf(form).find((one) => one.name === name && (!isTick(one) || one.value === value));
      if (!field || (isTick(field) ? field.checked === checked : field.value === value)) continue;
      if (isTick(field)) field.checked = checked; else field.value = value;
      isChanged = true;
    }
    if (!isChanged) return;
    form.closest("details")?.setAttribute("open", "");
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const keepDrafts = () => {
    const wasLoggedIn = tab.get(LOGIN);
    tab.drop(LOGIN);
    for (const key of tab.drafts()) {
      const draft = tab.get(key);
      // What was sent has arrived, unless a login came between or the same form came back with its problems.
      const hasArrived = draft?.isSent && !wasLoggedIn && !$("main .problems");
      if (!draft || hasArrived || Date.now() - draft.at > DRAFTS) tab.drop(key);
    }
    for (const form of document.querySelectorAll("form[data-draft]")) {
      if (!form.querySelector(".problem")) restore(form);
      form.addEventListener("input", () => save(form, false));
      form.addEventListener("submit", () => save(form, true));
    }
    $('form[action="/logout"]')?.addEventListener("submit", dropDrafts);
  };
  if (location.pathname.startsWith("/login")) tab.set(LOGIN, true);
  else keepDrafts();

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
      const notice = new Notification(said(alert), { tag: `rollcall-${page.watch}-${alert.id}`, body: alert.detail ?? "" });
      notice.addEventListener("click", () => { window.focus(); location.href = page.watch.replace(/\.json$/, ""); });
    }
  };
  const look = async () => {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    const control = new AbortController(), limit = setTimeout(() => control.abort(), 8000);
    try {
      const response = await fetch(`${page.watch}?fragment=1`, { cache: "no-store", redirect: "manual", signal: control.signal });
      if (response.status === 401 || response.type === "opaqueredirect") { loggedOut(); return; }
      if (!response.ok) throw new Error(`status ${response.status}`);
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
