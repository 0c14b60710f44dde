"use strict";
// Filters the triples, keeps the reader's marks in this browser, and offers them as a file.
const rows = [...document.querySelectorAll("li[data-id]")];
const filters = [...document.querySelectorAll("select")];
const reader = document.querySelector("#reader");
const triples = document.body.dataset.triples;
const place = "osscse judgements of " + triples;

const keyOf = (row) => row.dataset.id + "/" + row.dataset.variant;
const markOf = (row) => row.querySelector("input:checked").value;

function read() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? {};
  } catch {
    return {};  // damaged, or the browser keeps nothing for local files
  }
}

function keep() {
  const kept = read();
  const marks = { ...kept.marks };
  for (const row of rows) marks[keyOf(row)] = markOf(row);
  try {
    localStorage.setItem(place, JSON.stringify({ reader: reader.value, marks }));
  } catch {
    document.querySelector("#unkept").hidden = false;
  }
}

function fits(row, filter) {
  if (filter.value === "") return true;
  if (filter.name !== "mark") return row.dataset[filter.name].split(" ").includes(filter.value);
  const mark = markOf(row);
  return filter.value === (mark === "" ? "none" : mark === "good" ? "good" : "bad");
}

function refresh() {
  for (const row of rows) row.hidden = !filters.every((filter) => fits(row, filter));
  const marks = rows.map(markOf).filter((mark) => mark !== "");
  const good = marks.filter((mark) => mark === "good").length;
  document.querySelector("#shown").textContent =
    `${rows.filter((row) => !row.hidden).length} of ${rows.length} shown, ` +
    `${marks.length} judged: ${good} good, ${marks.length - good} bad`;
}

function download() {
  if (!reader.reportValidity()) return;
  const judgements = rows.filter((row) => markOf(row) !== "").map((row) => ({
    id: row.dataset.id,
    variant: Number(row.dataset.variant),
    part: markOf(row) === "good" ? null : markOf(row),
  }));
  const text = JSON.stringify({ table: "judgements", triples, reader: reader.value, judgements }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `judgements-${reader.value}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const kept = read();
reader.value = kept.reader ?? reader.value;
for (const row of rows) {
  const mark = kept.marks?.[keyOf(row)] ?? "";
  const input = [...row.querySelectorAll("input")].find((one) => one.value === mark);
  if (input) input.checked = true;
}
document.querySelector("#tools").hidden = false;
document.addEventListener("change", (event) => {
  if (event.target.type === "radio" || event.target === reader) keep();
  refresh();
});
document.querySelector("#download").addEventListener("click", download);
refresh();
