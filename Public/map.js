// The map: drawn from map.json whenever the page's own data was fetched again. The tables say the same without it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const box = $("#live-map") ?? $("#region-map");
  if (!box) return;
  box.hidden = false;
  const said = $("#map-said"), trailsBox = $("#trails");
  // As the tables tell it: by the workspace's clocks, wherever the browser is.
  const clock = (instant) => {
    const local = (options) => new Date(instant).toLocaleString("en-GB", { timeZone: box.dataset.zone, ...options });
    const day = { day: "numeric", month: "short" };
    const isToday = local(day) === new Date().toLocaleString("en-GB", { timeZone: box.dataset.zone, ...day });
    return (isToday ? "" : `${local(day)}, `) + local({ timeStyle: "medium" });
  };
  const say = (text) => { if (said.textContent !== text) said.textContent = text; };
  const WORST = ["offline", "degraded", "unknown", "online"];
  const TRAILS_AGAIN = 30000;
  // Of more regions the names would cover the map: they are told on pointing.
  const NAMES = 40;

  const fetched = (element) => new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
  const style = (href) => fetched(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const script = (src) => fetched(Object.assign(document.createElement("script"), { src }));
  // Asked for by the page itself: as a fragment it does not count as use of the login. Its poll does, where that is allowed.
  const json = async (source, headers = {}) => {
    const address = new URL(source, location.href);
    address.searchParams.set("fragment", "1");
    const control = new AbortController(), limit = setTimeout(() => control.abort(), 8000);
    try {
      const response = await fetch(address, { headers, cache: "no-store", redirect: "manual", signal: control.signal });
      if (response.status === 304) return { response };
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return { response, data: await response.json() };
    } finally { clearTimeout(limit); }
  };

  const element = (name, words = "", properties = {}) => Object.assign(document.createElement(name), { textContent: words }, properties);
  const sign = (shape, count = "") => {
    const mark = element("span"), space = "http://www.w3.org/2000/svg";
    if (shape) {
      const svg = document.createElementNS(space, "svg"), path = document.createElementNS(space, "path");
      svg.setAttribute("viewBox", "0 0 12 12");
      svg.setAttribute("class", "shape");
      path.setAttribute("d", shape);
      svg.append(path);
      mark.append(svg);
    }
    if (count) mark.append(element("b", count));
    return mark;
  };
  const icon = (kind, shape, size = 18, count = "") =>
    L.divIcon({ className: `on-map ${kind}`, html: sign(shape, count), iconSize: count ? [size + 18, size] : [size, size] });
  // An incident stands over its place on a stick.
  const pin = () => L.divIcon({ className: "on-map incident", html: sign(""), iconSize: [14, 14], iconAnchor: [7, 24] });
  const doubtful = (person) => person.flags.some((flag) => ["mock", "speed", "frozen", "accuracy", "network_country"].includes(flag));

  let map, people, ground, happening, trails, circle, drawnGround = "", etag = "", failed = false, isPlaced = false;
  const markers = new Map();

  // What is known of somebody: the words of the table, and the way to their page and their last hour.
  const about = (person) => {
    const card = element("div");
    card.append(element("strong", person.name), element("br"), `${person.word} · ${person.duty_label}`);
    if (person.last_fix_at) card.append(element("br"), `Position reported ${clock(person.last_fix_at)}`);
    if (person.accuracy_m) card.append(` ± ${Math.round(person.accuracy_m)} m`);
    if (person.flags.length) card.append(element("br"), `Flags: ${person.flags.join(", ")}`);
    const row = document.getElementById(`r${person.id}`), link = row && $("th a", row);
    const foot = element("p");
    if (link) foot.append(element("a", "Open the page", { href: link.getAttribute("href") }), " ");
    const button = element("button", "Trail of the last hour", { type: "button" });
    button.addEventListener("click", () => drawTrails(person.id));
    foot.append(button);
    card.append(foot);
    return card;
  };
  const kind = (person) => `s-${person.status}${doubtful(person) ? " doubtful" : ""}`;
  // Several people in one place: a ring with the share of each status, and how many of them can be sent; in the past, how
  // many they are.
  const sendable = (inside) => inside[0].can_be_sent === null ? null : inside.filter((person) => person.can_be_sent).length;
  const RING = 44, AROUND = 100;
  const ring = (inside) => {
    const space = "http://www.w3.org/2000/svg", svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 36 36");
    svg.setAttribute("class", "ring");
    let from = 0;
    for (const status of WORST) {
      const share = inside.filter((person) => person.status === status).length / inside.length * AROUND;
      if (!share) continue;
      const arc = document.createElementNS(space, "circle");
      for (const [name, value] of [["cx", 18], ["cy", 18], ["r", 15.915], ["class", `ring-${status}`], ["stroke-dasharray", `${share} ${AROUND - share}`],
        ["stroke-dashoffset", 25 - from]]) arc.setAttribute(name, value);
      svg.append(arc);
      from += share;
    }
    return svg;
  };
  const clusterIcon = (cluster) => {
    const inside = cluster.getAllChildMarkers().map((marker) => marker.person), mark = element("span");
    mark.append(ring(inside), element("b", String(sendable(inside) ?? inside.length)));
    return L.divIcon({ className: "on-map cluster", html: mark, iconSize: [RING, RING] });
  };
  const clusterWords = (cluster) => {
    const inside = cluster.getAllChildMarkers().map((marker) => marker.person), sent = sendable(inside), parts = [sent === null ? `${inside.length} people` : `${sent} of ${inside.length} can be sent`];
    for (const status of WORST) {
      const like = inside.filter((person) => person.status === status);
      if (like.length) parts.push(`${like.length} ${like[0].word.toLowerCase()}`);
    }
    return parts.join(", ");
  };

  const drawPeople = (list) => {
    const seen = new Set();
    for (const person of list) {
      seen.add(person.id);
      const version = JSON.stringify([person.lat, person.lng, kind(person), person.name, person.duty_label, person.last_fix_at, person.flags, person.can_be_sent]);
      const old = markers.get(person.id);
      if (old?.version === version) continue;
      const isOpen = old?.isPopupOpen();
      if (old) people.removeLayer(old);
      const marker = L.marker([person.lat, person.lng], { icon: icon(kind(person), person.shape), keyboard: false });
      Object.assign(marker, { person, version });
      marker.bindTooltip(element("span", `${person.name}, ${person.word}`)).bindPopup(() => about(person));
      marker.on("popupopen", () => {
        circle?.remove();
        circle = person.accuracy_m > 0 ? L.circle([person.lat, person.lng], { radius: person.accuracy_m, className: "on-map-circle", interactive: false }).addTo(map) : null;
      }).on("popupclose", () => circle?.remove());
      people.addLayer(marker);
      markers.set(person.id, marker);
      if (isOpen) marker.openPopup();
    }
    for (const [id, marker] of markers) if (!seen.has(id)) { people.removeLayer(marker); markers.delete(id); }
  };
  const drawIncidents = (list) => {
    happening.clearLayers();
    for (const incident of list) {
      const marker = L.marker([incident.lat, incident.lng], { icon: pin(), keyboard: false, zIndexOffset: 500 });
      marker.bindTooltip(element("span", `${incident.title}, ${incident.state}`));
      const link = document.querySelector(`#i${incident.id} a`);
      if (link) marker.on("click", () => { location.href = link.href; });
      happening.addLayer(marker);
    }
  };
  // The form of a new incident, with its place filled in.
  const newIncident = (fields) => element("a", "New incident here", { href: `${box.dataset.new}?${new URLSearchParams(fields)}` });
  const aboutSite = (site) => {
    const card = element("div");
    const name = box.dataset.sites ? element("a", site.name, { href: `${box.dataset.sites}${site.id}#site` }) : document.createTextNode(site.name);
    card.append(element("strong"));
    card.firstChild.append(name);
    if (!box.dataset.new) return card;
    const foot = element("p");
    foot.append(newIncident({ where: site.name, asked: site.name, at: `${site.lat},${site.lng} ${site.name}` }));
    card.append(foot);
    return card;
  };
  const drawGround = async (version) => {
    if (version === drawnGround) return;
    const { data } = await json(box.dataset.ground);
    ground.clearLayers();
    for (const region of data.regions) {
      const shape = L.polygon(region.polygons, { className: "on-map-region" }).addTo(ground), name = element("span", region.name);
      if (data.regions.length > NAMES) shape.bindTooltip(name, { sticky: true });
      // Placed by hand: Leaflet takes the middle by the pixels of the present zoom.
      else L.tooltip({ permanent: true, direction: "center", className: "region-name", pane: "names" })
        .setLatLng(shape.getBounds().getCenter()).setContent(name).addTo(ground);
    }
    for (const site of data.outlets) {
      const marker = L.marker([site.lat, site.lng], { icon: icon("outlet", "", 12), keyboard: false, zIndexOffset: -1000 }).addTo(ground);
      marker.bindTooltip(element("span", site.name)).bindPopup(() => aboutSite(site));
      // A long press on it means it, not the bare place below.
      marker.on("contextmenu", () => marker.openPopup());
      // The search leads to one of them.
      if (!drawnGround && location.hash === `#site-${site.id}`) {
        isPlaced = true;
        map.setView(marker.getLatLng(), 15);
        marker.openPopup();
      }
    }
    drawnGround = version;
  };
  const place = () => {
    if (isPlaced) return;
    const around = L.latLngBounds([]);
    for (const marker of markers.values()) around.extend(marker.getLatLng());
    if (!around.isValid()) for (const layer of ground.getLayers()) around.extend(layer.getBounds?.() ?? layer.getLatLng());
    if (around.isValid()) map.fitBounds(around, { padding: [24, 24], maxZoom: 15 });
    else map.setView([30, 10], 2);
    isPlaced = markers.size > 0;
  };

  let trailsOf = null, trailsTimer = 0;
  const drawTrails = async (id) => {
    clearTimeout(trailsTimer);
    trailsOf = id;
    const address = new URL(box.dataset.trails, location.href);
    if (id !== "all") address.searchParams.set("responder", id);
    try {
      const { data } = await json(address);
      if (trailsOf !== id) return;
      trails.clearLayers();
      for (const trail of data.trails) for (const part of trail.segments) {
        const words = `${trail.name}, ${clock(part.from)} – ${clock(part.to)}`;
        const line = part.points.length > 1
          ? L.polyline(part.points, { className: "on-map-trail" })
          : L.circleMarker(part.points[0], { radius: 3, className: "on-map-trail" });
        line.bindTooltip(element("span", words), { sticky: true }).addTo(trails);
      }
      if (data.trails.length < data.on_duty && id === "all") say(`Trails of ${data.trails.length} of ${data.on_duty} people are shown: narrow the filter.`);
      else say(data.trails.length === 1 ? `Trail of ${data.trails[0].name}.` : "");
    } catch { say("The trails could not be loaded."); }
    if (trailsOf === id) trailsTimer = setTimeout(() => trailsAgain(id), TRAILS_AGAIN);
  };
  // Nobody looks at a hidden page; whoever comes back is shown the last hour.
  const trailsAgain = (id) => {
    if (trailsOf !== id) return;
    if (document.hidden) trailsTimer = setTimeout(() => trailsAgain(id), 1000);
    else drawTrails(id);
  };
  trailsBox?.addEventListener("change", () => {
    if (trailsBox.checked) return drawTrails("all");
    clearTimeout(trailsTimer);
    trailsOf = null;
    trails?.clearLayers();
    say("");
  });

  const draw = async () => {
    try {
      const { response, data } = await json(box.dataset.map, etag ? { "If-None-Match": etag } : {});
      if (data) {
        await drawGround(data.ground);
        drawPeople(data.people);
        drawIncidents(data.incidents);
        place();
        etag = response.headers.get("ETag") ?? "";
      }
      if (failed) say("");
      failed = false;
    } catch (error) {
      failed = true;
      say(`The map is not up to date. ${error.message}`);
    }
    box.classList.toggle("is-old", failed);
  };
  // In the settings: what is saved, and what stands in the form.
  const preview = async () => {
    const text = $("#geojson"), drawn = L.featureGroup().addTo(map);
    ground = L.featureGroup().addTo(map);
    // At once: a corner that still glides cannot be taken hold of.
    const fit = (group) => map.fitBounds(group.getBounds(), { padding: [24, 24], maxZoom: 15, animate: false });
    const show = (shape) => {
      drawn.clearLayers();
      L.geoJSON(shape, { className: "on-map-drawn", interactive: false }).addTo(drawn);
    };
    const read = () => {
      drawn.clearLayers();
      say("");
      if (!text.value.trim()) return;
      try {
        show(JSON.parse(text.value));
        if (drawn.getBounds().isValid()) fit(drawn);
      } catch { say("The text is no GeoJSON yet."); }
    };
    try {
      await drawGround("saved");
      if (ground.getBounds().isValid()) fit(ground);
    } catch { say("The saved regions could not be loaded."); }
    read();
    text.addEventListener("input", read);
    document.dispatchEvent(new CustomEvent("regions", { detail: { map, show, say } }));
    $("#file").addEventListener("change", async (event) => {
      const file = event.target.files[0];
      if (!file || file.size > 4194304) return;
      text.value = await file.text();
      event.target.value = "";
      text.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  const start = async () => {
    say("The map is loading.");
    try {
      await Promise.all([style(box.dataset.style), script(box.dataset.script)]);
      if (box.dataset.clusterScript) await Promise.all([style(box.dataset.clusterStyle), script(box.dataset.clusterScript)]).catch(() => {});
    } catch {
      say("The map could not be loaded.");
      return;
    }
    map = L.map("map", { attributionControl: false, worldCopyJump: true, minZoom: 0, maxZoom: 19 }).setView([30, 10], 2);
    // Above the regions, below everybody.
    map.createPane("names").style.zIndex = 450;
    const { tiles, leastZoom, mostZoom } = box.dataset;
    // Below its least zoom a map file would be drawn from thousands of tiles: it is not drawn there.
    if (tiles) L.tileLayer(tiles, { maxZoom: 19, minZoom: Number(leastZoom), maxNativeZoom: Number(mostZoom) }).addTo(map);
    if (box.id === "region-map") { say(""); return preview(); }
    [ground, trails, happening] = [0, 1, 2].map(() => L.featureGroup().addTo(map));
    people = (L.markerClusterGroup
      ? L.markerClusterGroup({ iconCreateFunction: clusterIcon, showCoverageOnHover: false, maxClusterRadius: 44, animate: false })
      : L.featureGroup()).addTo(map);
    people.on("clustermouseover", (event) => event.layer.bindTooltip(clusterWords(event.layer)).openTooltip());
    // A right click, a long press, or Enter for the middle: a new incident there.
    const popup = L.popup();
    const offer = (place) => {
      const { lat, lng } = place.wrap(), words = `${lat.toFixed(5)}, ${lng.toFixed(5)}`, card = element("p"), link = newIncident({ place: words });
      card.append(element("span", words), element("br"), link);
      popup.setLatLng(place).setContent(card).openOn(map);
      link.focus({ preventScroll: true });
    };
    if (box.dataset.new) {
      map.on("contextmenu", (event) => offer(event.latlng));
      $("#map").addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.target.id === "map") { event.preventDefault(); offer(map.getCenter()); }
      });
    }
    say("");
    // What changes while it is being drawn is drawn after it.
    let busy = false, again = false;
    const keepUp = async () => {
      again = true;
      if (busy) return;
      busy = true;
      while (again) {
        again = false;
        await draw();
      }
      busy = false;
    };
    document.addEventListener("fresh", (event) => { if (event.detail || failed) keepUp(); });
    keepUp();
  };
  start();
})();
