const secure = location.protocol === "https:" ? "wss://" : "ws://";
for (const place of document.querySelectorAll(".ws")) place.textContent = secure + location.host + "/ws";
const cell = (row, ...content) => row.insertCell().append(...content);
const link = (href, text) => Object.assign(document.createElement("a"), { href, textContent: text });
fetch("/api/v1/variants").then(answer => answer.json()).then(({ variants }) => {
  for (const variant of variants) {
    const row = document.getElementById("variants").insertRow();
    cell(row, `${variant.zh} ${variant.en} (${variant.id})`);
    cell(row, variant.seats);
    cell(row, link(`/api/v1/variants/${variant.id}/chart.svg`, "SVG"));
    cell(row, link(`/api/v1/variants/${variant.id}`, "JSON"));
  }
});
