// Opening an incident works without this file. With it the ranking follows the form, and a place can be picked on a map.
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
  const hasPlace = () => ["place", "outlet", "near"].some((name) => form.elements[name]?.value.trim());
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
    if (!["kind", "severity", "place", "outlet", "near", "region"].includes(event.target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(rank, QUIET);
  };
  // An order is given out by hand, an incident goes down the ranking: what is done first is the button that stands out.
  form.elements.kind?.addEventListener("change", (event) => {
    $("button[value=rank]", form).classList.toggle("primary", event.target.value === "order");
    $("button[value=automatic]", form).classList.toggle("primary", event.target.value !== "order");
  });
  document.addEventListener("input", (event) => { if (event.target.form === form) changed(event); });
  timer = setTimeout(tryAgain, AGAIN);

  // The map: Leaflet is fetched when somebody opens it.
  const box = $("#map-box");
  if (!box) return;
  box.hidden = false;
  const told = $("#map-said");
  const fetched = (element) => new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
  const load = async () => {
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: box.dataset.style });
    const script = Object.assign(document.createElement("script"), { src: box.dataset.script });
    const [response] = await Promise.all([fetch(box.dataset.map, { cache: "no-store" }), fetched(style), fetched(script)]);
    if (!response.ok) throw new Error();
    return response.json();
  };
  const typed = () => {
    const match = /^\s*(?:geo:)?(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)/i.exec(form.elements.place.value);
    return match && Math.abs(match[1]) <= 90 && Math.abs(match[2]) <= 180 ? [Number(match[1]), Number(match[2])] : null;
  };
  const sign = (item) => {
    const mark = document.createElement("span");
    if (!item.shape) return mark;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 12 12");
    svg.setAttribute("class", "shape");
    path.setAttribute("d", item.shape);
    svg.append(path);
    mark.append(svg);
    return mark;
  };
  const text = (words) => Object.assign(document.createElement("span"), { textContent: words });
  const draw = (data) => {
    const map = L.map("map", { keyboard: false, attributionControl: false, worldCopyJump: true, minZoom: 0, maxZoom: 19 });
    const { tiles, leastZoom, mostZoom } = box.dataset;
    // Below its least zoom a map file would be drawn from thousands of tiles: it is not drawn there.
    if (tiles) L.tileLayer(tiles, { maxZoom: 19, minZoom: Number(leastZoom), maxNativeZoom: Number(mostZoom) }).addTo(map);
    const around = L.latLngBounds([]);
    for (const region of data.regions) {
      const lines = L.polygon(region.polygons, { className: "on-map-region", interactive: false }).addTo(map);
      around.extend(lines.getBounds());
    }
    const put = (item, kind, words) => {
      const icon = L.divIcon({ className: `on-map ${kind}`, html: sign(item), iconSize: [14, 14] });
      const marker = L.marker([item.lat, item.lng], { icon, keyboard: false }).addTo(map);
      marker.bindTooltip(text(words)).on("click", (event) => pick(event.latlng, words));
      around.extend(marker.getLatLng());
    };
    for (const outlet of data.outlets) put(outlet, "outlet", outlet.name);
    for (const person of data.people) put(person, `s-${person.status}`, `${person.name}, ${person.word}`);
    const cross = L.marker([0, 0], {
      icon: L.divIcon({ className: "on-map-cross", iconSize: [24, 24] }), interactive: false, keyboard: false, zIndexOffset: 1000,
    });
    const aim = (place) => { cross.setLatLng(place).addTo(map); };
    const words = (place) => `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`;
    const pick = (chosen, name) => {
      const place = L.latLng(chosen).wrap();
      aim(place);
      form.elements.place.value = words(place);
      form.elements.place.dispatchEvent(new Event("input", { bubbles: true }));
      say(told, `Picked ${words(place)}${name ? `: ${name}` : ""}.`);
    };
    map.on("click", (event) => pick(event.latlng));
    const here = typed();
    if (here) { map.setView(here, 15); aim(here); }
    else if (around.isValid()) { map.fitBounds(around, { padding: [16, 16], maxZoom: 16 }); aim(map.getCenter()); }
    else { map.setView([30, 10], 2); aim(map.getCenter()); }
    form.elements.place.addEventListener("change", () => { const place = typed(); if (place) { aim(place); map.panInside(place); } });

    const moves = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    $("#map").addEventListener("keydown", (event) => {
      if (event.target.id !== "map" || event.ctrlKey || event.metaKey || event.altKey) return;
      const move = moves[event.key];
      if (move) {
        const step = event.shiftKey ? 60 : 12;
        const place = map.unproject(map.project(cross.getLatLng()).add([move[0] * step, move[1] * step]));
        place.lat = Math.max(-85, Math.min(85, place.lat));
        aim(place);
        map.panInside(place, { padding: [30, 30], animate: false });
      } else if (event.key === "Enter") pick(cross.getLatLng());
      else if (event.key === "+") map.setZoomAround(cross.getLatLng(), map.getZoom() + 1);
      else if (event.key === "-") map.setZoomAround(cross.getLatLng(), map.getZoom() - 1);
      else return;
      event.preventDefault();
    });
    if (data.on_duty > data.people.length) say(told, `${data.people.length} of ${data.on_duty} people on duty are shown.`);
  };
  box.addEventListener("toggle", async () => {
    if (!box.open || box.dataset.drawn) return;
    box.dataset.drawn = "1";
    say(told, "The map is loading.");
    try {
      const data = await load();
      say(told, "");
      draw(data);
    } catch {
      delete box.dataset.drawn;
      say(told, "The map could not be loaded.");
    }
  });
})();
