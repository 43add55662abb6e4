// A clock for hidden pages: ticks as often as it is told, in milliseconds.
"use strict";
addEventListener("message", (event) => setInterval(() => postMessage(null), event.data));
