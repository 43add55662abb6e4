// Regions can be drawn on the map of the settings; they can be imported without this file.
"use strict";
document.addEventListener("regions", ({ detail: { map, show, say } }) => {
  const $ = (selector) => document.querySelector(selector), text = $("#geojson");
  // Drawing: each click, or Enter for the middle, is a corner. What is drawn stands in the text, which is what is saved.
  const begin = $("#draw"), undo = $("#draw-undo"), end = $("#draw-end"), name = $("#name");
  let corners = null, line = null;
  const pair = (place) => [place.wrap().lng, place.lat].map((degrees) => Number(degrees.toFixed(6)));

  // The corners of what stands in the text are dragged; so many can still be told apart.
  const GRIPS = 200;
  const grips = L.layerGroup().addTo(map);
  const ringsOf = (shape) => {
    switch (shape?.type) {
      case "FeatureCollection": return shape.features.flatMap(ringsOf);
      case "Feature": return ringsOf(shape.geometry);
      case "Polygon": return shape.coordinates;
      case "MultiPolygon": return shape.coordinates.flat();
      default: return [];
    }
  };
  const cornersOf = (ring) => {
    // A ring ends with the corner that it begins with.
    const last = ring.length - 1, isClosed = last > 0 && String(ring[0]) === String(ring[last]);
    return (isClosed ? ring.slice(0, -1) : ring).map(([lng, lat], at) => ({
      place: L.latLng(lat, lng),
      move: (to) => {
        ring[at] = to;
        if (isClosed && at === 0) ring[last] = to;
      },
    }));
  };
  const grip = () => {
    grips.clearLayers();
    if (corners) return;
    let shape = null, all = [];
    try {
      shape = JSON.parse(text.value);
      all = ringsOf(shape).flatMap(cornersOf);
    } catch { /* The map says that the text is no GeoJSON. */ }
    if (all.length > GRIPS) return;
    for (const { place, move } of all) {
      const icon = L.divIcon({ className: "on-map-corner", iconSize: [24, 24] });
      const marker = L.marker(place, { icon, draggable: true, keyboard: false }).addTo(grips);
      marker.on("drag", () => {
        move(pair(marker.getLatLng()));
        show(shape);
      }).on("dragend", () => {
        text.value = JSON.stringify(shape);
        // For the draft. The map stays where it is.
        text.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
  };
  text.addEventListener("input", grip);

  const sketch = () => {
    line?.remove();
    line = L.polygon(corners ?? [], { className: "on-map-drawn", interactive: false }).addTo(map);
    [undo.disabled, end.disabled] = [!corners?.length, !(corners?.length > 2)];
    say(corners ? `${corners.length} corners. Click on the map for the next one.` : "");
  };
  const corner = (place) => { if (corners) { corners.push(place.wrap()); sketch(); } };
  const stop = () => {
    corners = null;
    [undo.hidden, end.hidden, begin.hidden] = [true, true, false];
    line?.remove();
    grip();
  };
  begin.hidden = false;
  begin.addEventListener("click", () => {
    corners = [];
    grips.clearLayers();
    [undo.hidden, end.hidden, begin.hidden] = [false, false, true];
    map.doubleClickZoom.disable();
    sketch();
    $("#map").focus({ preventScroll: true });
  });
  undo.addEventListener("click", () => { corners?.pop(); sketch(); });
  end.addEventListener("click", () => {
    const round = [...corners, corners[0]].map(pair);
    stop();
    map.doubleClickZoom.enable();
    text.value = JSON.stringify({ type: "Polygon", coordinates: [round] });
    text.dispatchEvent(new Event("input", { bubbles: true }));
    say("The region is drawn. Give it a name, then save.");
    name.focus();
  });
  map.on("click", (event) => corner(event.latlng));
  $("#map").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.id === "map" && corners) { event.preventDefault(); corner(map.getCenter()); }
    if (event.key === "Escape" && corners) { stop(); say(""); }
  });
  grip();
  // The link that edits a region leads to its text: its corners are up here.
  if (location.hash === "#geojson" && grips.getLayers().length) $("#region-map").scrollIntoView({ block: "nearest" });
});
