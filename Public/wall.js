// The pages of a wall turn by themselves. Without this file the whole page is fetched anew, the next one each time.
"use strict";
setInterval(() => {
  const next = document.querySelector("#turn [data-next]")?.dataset.next;
  if (document.hidden || !next || next === location.search) return;
  history.replaceState(null, "", location.pathname + (next === "?" ? "" : next));
  document.dispatchEvent(new Event("look"));
}, 12000);
