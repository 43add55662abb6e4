// The map on which the place of an incident is picked. Fetched with Leaflet when somebody opens it.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const box = $("#map-box"), form = box.closest("form");
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const told = $("#map-said");
  // How far an arrow key moves the cross, pixels.
  const STEP = 12;
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
  const COORDINATES = /^\s*(?:geo:)?(-?\d+(?:\.\d+)?)(?:\s*,\s*|\s+)(-?\d+(?:\.\d+)?)(.*)$/i;
  const read = (words, mayGoOn) => {
    const [, lat, lng, rest] = COORDINATES.exec(words) ?? [];
    const isPlace = lat && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (mayGoOn || /^\s*(;.*)?$/.test(rest));
    return isPlace ? L.latLng(Number(lat), Number(lng)) : null;
  };
  // Where the place of the field is. Its choice counts while the text is the one it was made for; the name follows coordinates.
  const placeOf = (data) => {
    const { where, asked, at } = form.elements, choice = asked.value === where.value && at?.value || "";
    const [, kind, id] = /^(site|near):(\d+)$/.exec(choice) ?? [];
    if (!kind) return choice ? read(choice, true) : read(where.value, false);
    const found = (kind === "near" ? data.people : data.outlets).find((one) => String(one.id) === id);
    return found ? L.latLng(found) : null;
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
    const put = (item, kind, words, choose) => {
      const icon = L.divIcon({ className: `on-map ${kind}`, html: sign(item), iconSize: [14, 14] });
      const marker = L.marker([item.lat, item.lng], { icon, keyboard: false }).addTo(map);
      marker.bindTooltip(text(words)).on("click", choose);
      around.extend(marker.getLatLng());
    };
    for (const site of data.outlets) put(site, "outlet", site.name, () => pickSite(site));
    for (const person of data.people) {
      const words = `${person.name}, ${person.word}`;
      put(person, `s-${person.status}`, words, (event) => pick(event.latlng, words));
    }
    const cross = L.marker([0, 0], {
      icon: L.divIcon({ className: "on-map-cross", iconSize: [24, 24] }), interactive: false, keyboard: false, zIndexOffset: 1000,
    });
    const aim = (place) => { cross.setLatLng(place).addTo(map); };
    const words = (place) => `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`;
    const choose = (place, label, value) => {
      aim(place);
      document.dispatchEvent(new CustomEvent("place", { detail: { label, value } }));
    };
    const pick = (chosen, name) => {
      const place = L.latLng(chosen).wrap();
      choose(place, words(place), words(place));
      say(told, `Picked ${words(place)}${name ? `: ${name}` : ""}.`);
    };
    const pickSite = (site) => {
      choose(L.latLng(site), site.name, `${site.lat},${site.lng} ${site.name}`);
      say(told, `Picked ${site.name}.`);
    };
    // The site under the cross, which the keys bring to within half a step each way.
    const siteAt = (place) => {
      const away = (site) => map.latLngToLayerPoint(site).distanceTo(map.latLngToLayerPoint(place));
      return data.outlets.filter((site) => away(site) <= 0.75 * STEP).sort((left, right) => away(left) - away(right))[0];
    };
    map.on("click", (event) => pick(event.latlng));
    const here = placeOf(data);
    if (here) { map.setView(here, 15); aim(here); }
    else if (around.isValid()) { map.fitBounds(around, { padding: [16, 16], maxZoom: 16 }); aim(map.getCenter()); }
    else { map.setView([30, 10], 2); aim(map.getCenter()); }
    const follow = () => {
      const place = placeOf(data);
      if (!place) return;
      aim(place);
      if (!map.getBounds().contains(place)) map.setView(place, 15);
    };
    form.addEventListener("change", (event) => { if (["where", "at"].includes(event.target.name)) follow(); });
    form.addEventListener("chosen", follow);

    const moves = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    $("#map").addEventListener("keydown", (event) => {
      if (event.target.id !== "map" || event.ctrlKey || event.metaKey || event.altKey) return;
      const move = moves[event.key];
      if (move) {
        const step = event.shiftKey ? 5 * STEP : STEP;
        const place = map.unproject(map.project(cross.getLatLng()).add([move[0] * step, move[1] * step]));
        place.lat = Math.max(-85, Math.min(85, place.lat));
        aim(place);
        map.panInside(place, { padding: [30, 30], animate: false });
      } else if (event.key === "Enter") {
        const site = siteAt(cross.getLatLng());
        if (site) pickSite(site);
        else pick(cross.getLatLng());
      } else if (event.key === "+") map.setZoomAround(cross.getLatLng(), map.getZoom() + 1);
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
