// Moves along the tracks of a replay. Without this file the form above chooses the moment.
"use strict";
(() => {
  const root = document.getElementById("replay"), slider = document.getElementById("replay-slider");
  if (!root || !slider) return;
  const field = document.getElementById("replay-at"), said = document.getElementById("replay-moment");
  const board = document.getElementById("replay-board"), cells = document.querySelectorAll(".replay-told");
  const offset = Number(root.dataset.offset);
  const tracks = [...root.querySelectorAll("[data-points]")].map((group) => ({
    group, points: group.dataset.points.split(" ").map((point) => point.split(",").map(Number)),
  }));
  const iso = (at) => new Date(at + offset).toISOString().slice(0, 19);
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
        if (points[middle][0] <= at) low = middle + 1; else high = middle;
      }
      const point = points[low - 1], here = dot(group);
      here.setAttribute("visibility", point ? "visible" : "hidden");
      if (!point) { cells[index].textContent = "no position yet"; return; }
      here.setAttribute("cx", point[1]);
      here.setAttribute("cy", point[2]);
      const age = Math.round((at - point[0]) / 1000);
      const words = age < 120 ? `${age} s` : `${Math.floor(age / 60)} min ${age % 60} s`;
      cells[index].textContent = `last position ${iso(point[0]).slice(11)}, ${words} before${point[3] ? "; suspicious" : ""}`;
    });
    field.value = iso(at);
    said.textContent = iso(at).replace("T", " ");
    const address = new URL(location.href);
    address.searchParams.set("at", new Date(at).toISOString());
    history.replaceState(null, "", address);
    if (board) board.href = board.href.replace(/at=[^&]*/, `at=${encodeURIComponent(new Date(at).toISOString())}`);
  };
  slider.hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value)));
})();
