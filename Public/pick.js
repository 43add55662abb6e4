// The map on which the place of an incident is picked. Fetched with Leaflet when somebody opens it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const box = $("#map-box"), form = box.closest("form");
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
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
    document.dispatchEvent(new CustomEvent("used", { detail: "lookup" }));
    return response.json();
  };
  const typed = () => {
    const match = /^\s*(?:geo:)?(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)/i.exec(form.elements.at?.value || form.elements.where.value);
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
      document.dispatchEvent(new CustomEvent("place", { detail: words(place) }));
      say(told, `Picked ${words(place)}${name ? `: ${name}` : ""}.`);
    };
    map.on("click", (event) => pick(event.latlng));
    const here = typed();
    if (here) { map.setView(here, 15); aim(here); }
    else if (around.isValid()) { map.fitBounds(around, { padding: [16, 16], maxZoom: 16 }); aim(map.getCenter()); }
    else { map.setView([30, 10], 2); aim(map.getCenter()); }
    const follow = () => {
      const place = typed();
      if (!place) return;
      aim(place);
      if (!map.getBounds().contains(place)) map.setView(place, 15);
    };
    form.elements.where.addEventListener("change", follow);
    // A place of the list: a site and a person have no coordinates there.
    form.addEventListener("chosen", follow);

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
  const open = async () => {
    say(told, "The map is loading.");
    try {
      const data = await load();
      say(told, "");
      draw(data);
    } catch {
      delete box.dataset.drawn;
      say(told, "The map could not be loaded.");
    }
  };
  open();
})();
