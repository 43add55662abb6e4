// Regions can be drawn on the map of the settings; they can be imported without this file.
"use strict";
document.addEventListener("regions", ({ detail: { map, show, say } }) => {
  const $ = (selector) => document.querySelector(selector), text = $("#geojson");
  // Drawing: each click, or Enter for the middle, is a corner. What is drawn stands in the text, which is what is saved.
  const begin = $("#draw"), undo = $("#draw-undo"), end = $("#draw-end"), name = $("#name");
  let corners = null, line = null;
  const sketch = () => {
    line?.remove();
    line = L.polygon(corners ?? [], { className: "on-map-drawn", interactive: false }).addTo(map);
    [undo.disabled, end.disabled] = [!corners?.length, !(corners?.length > 2)];
    say(corners ? `${corners.length} corners. Click on the map for the next one.` : "");
  };
  const corner = (place) => { if (corners) { corners.push(place.wrap()); sketch(); } };
  const stop = () => { corners = null; [undo.hidden, end.hidden, begin.hidden] = [true, true, false]; line?.remove(); };
  begin.hidden = false;
  begin.addEventListener("click", () => {
    corners = [];
    [undo.hidden, end.hidden, begin.hidden] = [false, false, true];
    map.doubleClickZoom.disable();
    sketch();
    $("#map").focus({ preventScroll: true });
  });
  undo.addEventListener("click", () => { corners?.pop(); sketch(); });
  end.addEventListener("click", () => {
    const round = [...corners, corners[0]].map(({ lat, lng }) => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]);
    stop();
    map.doubleClickZoom.enable();
    text.value = JSON.stringify({ type: "Polygon", coordinates: [round] });
    show();
    say("The region is drawn. Give it a name, then save.");
    name.focus();
  });
  map.on("click", (event) => corner(event.latlng));
  $("#map").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.id === "map" && corners) { event.preventDefault(); corner(map.getCenter()); }
    if (event.key === "Escape" && corners) { stop(); say(""); }
  });
});
