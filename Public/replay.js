// Moves along the tracks of a replay. Without this file the form above chooses the moment.
"use strict";
(() => {
  const root = document.getElementById("replay"), slider = document.getElementById("replay-slider");
  if (!root || !slider) return;
  const field = document.getElementById("replay-at"), said = document.getElementById("replay-moment");
  const board = document.getElementById("replay-board"), cells = document.querySelectorAll(".replay-told");
  const line = document.getElementById("replay-line");
  // The workspace's clocks, which may be put forward or back in between: from when, milliseconds ahead of UTC, and its name.
  const clocks = root.dataset.offsets.split(" ").map((clock) => clock.split(","));
  const clock = (at) => clocks.filter(([from]) => Number(from) <= at).pop() ?? clocks[0];
  const tracks = [...root.querySelectorAll("[data-points]")].map((group) => ({
    group, points: group.dataset.points.split(" ").map((point) => point.split(",")),
  }));
  const iso = (at) => new Date(at + Number(clock(at)[1])).toISOString().slice(0, 19);
  const length = (ms) => {
    const seconds = Math.round(ms / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    const parts = [[hours, "h"], [minutes % 60, "min"], [seconds % 60, "s"]].filter(([number]) => number > 0);
    return parts.map(([number, unit]) => `${number} ${unit}`).join(" ") || "0 s";
  };
  const dot = (group) => {
    let here = group.querySelector("[data-here]");
    if (!here) {
      here = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      here.setAttribute("class", "sketch-here");
      here.setAttribute("r", "7");
      here.dataset.here = "1";
      group.append(here);
    }
    return here;
  };
  const show = (at) => {
    tracks.forEach(({ group, points }, index) => {
      let low = 0, high = points.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (Number(points[middle][0]) <= at) low = middle + 1; else high = middle;
      }
      const point = points[low - 1], here = dot(group);
      here.setAttribute("visibility", point ? "visible" : "hidden");
      if (!point) { cells[index].textContent = "no position yet"; return; }
      here.setAttribute("cx", point[1]);
      here.setAttribute("cy", point[2]);
      const taken = Number(point[0]), suspicious = point[3] === "1" ? "; suspicious" : "";
      cells[index].textContent =
        `last position ${iso(taken).slice(11)}, ${length(at - taken)} before; ${point[4]}, ${point[5]}${suspicious}`;
    });
    field.value = iso(at);
    said.textContent = `${iso(at).replace("T", " ")} ${clock(at)[2]}`;
    if (line) {
      const share = `${(at - slider.min) / (slider.max - slider.min) * 100}%`;
      line.setAttribute("x1", share);
      line.setAttribute("x2", share);
    }
    const address = new URL(location.href);
    address.searchParams.set("at", new Date(at).toISOString());
    history.replaceState(null, "", address);
    if (board) board.href = board.href.replace(/at=[^&]*/, `at=${encodeURIComponent(new Date(at).toISOString())}`);
  };
  slider.hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value)));
})();
