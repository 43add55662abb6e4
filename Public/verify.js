// Hashes a chosen or dropped file in the browser and asks whether it was taken out here. The file itself is never sent.
"use strict";
(() => {
  const form = document.getElementById("verify"), drop = document.getElementById("drop");
  const file = document.getElementById("file"), hash = document.getElementById("sha256");
  const said = document.getElementById("hashing");
  // Browsers hash on secure pages only; elsewhere the hash can be typed.
  if (!form || !crypto.subtle) return;
  drop.hidden = false;
  const verify = async (chosen) => {
    if (!chosen) return;
    said.textContent = `Hashing ${chosen.name} …`;
    try {
      const digest = await crypto.subtle.digest("SHA-256", await chosen.arrayBuffer());
      hash.value = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      said.textContent = "";
      form.requestSubmit();
    } catch {
      said.textContent = "This file could not be read here. Type its SHA-256 below.";
    }
  };
  file.addEventListener("change", () => verify(file.files[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    verify(event.dataTransfer.files[0]);
  });
})();
