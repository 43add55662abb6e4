// Lists that stand whole on their page are sorted by their heads. What the server sorts has links as heads; another
// page of a longer list keeps its order, because a part that is sorted by itself would mislead; so does a wall, whose pages turn.
"use strict";
(() => {
  const UNITS = { ms: 0.001, s: 1, min: 60, h: 3600, day: 86400, days: 86400, m: 1, km: 1000, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, "km/h": 1, "%": 1 };
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const ARROWS = { ascending: " ↑", descending: " ↓" };

  // The number that a text such as `2 h 5 min`, `1,234` or `11 km` states; NaN for others. What follows it only explains it:
  // `3, 75 %`, `≈ 4 min at 30 km/h`.
  const quantity = (words) => {
    const [text] = words.replace(/^≈\s*/, "").split(/,\s| at /);
    const parts = [...text.matchAll(/(-?\d[\d,]*(?:\.\d+)?)\s*([a-zA-Z%/]*)/g)];
    const rest = text.replace(/-?\d[\d,]*(?:\.\d+)?\s*[a-zA-Z%/]*/g, "").trim();
    if (!parts.length || rest || parts.some(([, , unit]) => unit && !(unit in UNITS))) return NaN;
    return parts.reduce((sum, [, number, unit]) => sum + Number(number.replaceAll(",", "")) * (UNITS[unit] ?? 1), 0);
  };
  // What a cell is sorted by: its quantity, its instant or its words; null for an empty one. A length that still grows is a
  // quantity, though it knows its beginning; an instant behind words only adds to them.
  const keyOf = (cell, isNumber) => {
    const time = cell.querySelector("time[datetime]"), text = cell.textContent.trim();
    if (!text || text === "–" || text === "—") return null;
    const number = isNumber || text.startsWith("≈") ? quantity(text) : NaN;
    if (!Number.isNaN(number)) return number;
    const instant = time && text.startsWith(time.textContent.trim()) ? Date.parse(time.dateTime) : NaN;
    return Number.isNaN(instant) ? text : instant;
  };
  const compare = (left, right) => {
    if (typeof left === "number" && typeof right === "number") return left - right;
    // Numbers before words.
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return collator.compare(left, right);
  };

  // Rows of one list belong to their columns: no cell may span others.
  const isPlain = (table) => {
    const { tHead, tBodies } = table, rows = tBodies.length === 1 ? [...tBodies[0].rows] : [];
    const width = tHead?.rows.length === 1 ? tHead.rows[0].cells.length : 0;
    return rows.length > 1 && rows.every((row) => row.cells.length === width && [...row.cells].every((cell) => cell.colSpan === 1 && cell.rowSpan === 1));
  };
  const isWhole = (table) => !table.parentElement.querySelector(":scope > .pager a");

  const makeSortable = (table) => {
    const [body] = table.tBodies, heads = [...table.tHead.rows[0].cells], words = new Map();
    let sorted = null, direction = "ascending";
    const apply = () => {
      const at = heads.indexOf(sorted), isNumber = sorted.classList.contains("number"), sign = direction === "ascending" ? 1 : -1;
      const rows = [...body.rows].map((row) => ({ row, key: keyOf(row.cells[at], isNumber) }));
      rows.sort((left, right) => {
        if (left.key === null || right.key === null) return (left.key === null) - (right.key === null);
        return sign * compare(left.key, right.key);
      });
      if (rows.every(({ row }, index) => row === body.rows[index])) return;
      const focused = document.activeElement;
      body.append(...rows.map(({ row }) => row));
      if (body.contains(focused)) focused.focus({ preventScroll: true });
    };
    for (const head of heads) {
      const label = head.textContent.trim();
      // A head that is not shown belongs to buttons.
      if (!label || head.querySelector(".unseen, a, button, input")) continue;
      const button = Object.assign(document.createElement("button"), { type: "button", className: "sorts" });
      const arrow = Object.assign(document.createElement("span"), { ariaHidden: "true" });
      button.append(...head.childNodes, arrow);
      head.append(button);
      words.set(head, arrow);
      button.addEventListener("click", () => {
        direction = sorted === head && direction === "ascending" ? "descending" : "ascending";
        sorted = head;
        for (const [other, mark] of words) {
          if (other === sorted) other.ariaSort = direction; else other.removeAttribute("aria-sort");
          mark.textContent = other === sorted ? ARROWS[direction] : "";
        }
        apply();
      });
    }
    // Rows that come or change later take their place.
    new MutationObserver(() => { if (sorted) apply(); }).observe(body, { childList: true });
  };

  const seen = new WeakSet();
  const find = () => {
    for (const table of document.querySelectorAll("body:not(.wall) main table.list")) {
      if (seen.has(table) || !isWhole(table) || table.querySelector("thead a") || !isPlain(table)) continue;
      seen.add(table);
      makeSortable(table);
    }
  };
  find();
  // A page that keeps itself up to date may have exchanged a list.
  document.addEventListener("fresh", find);
})();
