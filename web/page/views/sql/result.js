// The result of a statement: a table in pages, a chart, a summary of its columns, a file.
import { askFile, useAnswer } from "../../ask.js";
import { Buttons, Choice, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, counted, Picture, Same } from "../../parts/told.js";
import { html, useMemo, useState } from "../../vendor/preact.js";
import { save } from "./file.js";
import { Bars, MOST_BARS, Points } from "./plot.js";
import { Summary } from "./summary.js";

const PAGE = 25;
const SHOWN = [["table", "Table"], ["chart", "Chart"], ["summary", "Summary"]];
const CHARTS = [["range", "hands, 13 × 13"], ["bars", "bars"], ["series", "lines over the first column"], ["points", "points"]];

/**
 * asked is the request to the question "sql", data and same its answer; cell is the notebook's, and
 * onChange takes changed fields of it.
 */
export function Result({ asked, data, same, cell, number, formats, onChange }) {
  const show = cell.show || "table";
  return html`<div class="row apart">
      <${Buttons} label=${`What is shown${number}`} value=${show} options=${SHOWN}
        onChange=${(name) => onChange({ show: name === "table" ? "" : name }, { push: true })} />
      <${Download} asked=${asked} formats=${formats.filter((format) => fits(format, data.columns))} cell=${cell} onChange=${onChange} />
    </div>
    <p class="muted small" role="status" data-rows=${data.rows}>${counted(data.rows, "row")}${data.cut ? html`; there are more. The page shows 1,000; <code>pokerlake sql</code> gives all.` : "."}</p>
    ${show === "chart" && html`<${Chart} asked=${asked} data=${data} cell=${cell} onChange=${onChange} />`}
    ${show === "summary" && html`<${Summary} asked=${asked} columns=${data.columns} />`}
    ${show === "table" && html`<${Rows} data=${data} number=${number} /><${Same} of=${same} />`}`;
}

const OF_RANGES = ["hole_id", "hole", "hand"]; // columns from which a range is written

/** Whether rows of these columns can be a file of a format. */
const fits = ({ name, for_ranges: ranged }, columns) =>
  ranged ? columns.some((column) => OF_RANGES.includes(column.name)) : name !== "npy" || columns.length === 1;

function Rows({ data, number }) {
  // Names may repeat, and the table would interpret a dot: columns go by place.
  const columns = useMemo(
    () =>
      data.columns.map(({ title, type, number: isNumber }, at) => ({
        field: `c${at}`, title, tip: type, kind: isNumber ? "exact" : "cell",
      })),
    [data],
  );
  const rows = useMemo(
    () => Array.from({ length: data.rows }, (_, row) => Object.fromEntries(data.cells.map((cells, at) => [`c${at}`, cells[row]]))),
    [data],
  );
  return html`<${DataTable} label=${`Rows of the result${number}`} columns=${columns} rows=${rows} paged=${PAGE} />`;
}

function Chart({ asked, data, cell, onChange }) {
  const numbers = data.columns.flatMap(({ number }, at) => (number ? [at] : []));
  const others = data.columns.flatMap(({ number }, at) => (number ? [] : [at]));
  const grid = data.columns.some(({ name }) => name === "hand");
  const chart = cell.chart || (grid ? "range" : numbers[0] === 0 ? (numbers.length > 1 ? "series" : "bars") : "bars");
  return html`<div class="row">
      <${Choice} label="Chart" value=${chart} options=${CHARTS} onChange=${(name) => onChange({ chart: name })} />
      ${chart === "range" && html`<${Values} data=${data} numbers=${numbers} cell=${cell} onChange=${onChange} />`}
      ${chart === "bars" && html`<${Axis} label="Of" field="x" data=${data} of=${data.columns.map((_, at) => at)} usual=${others[0] ?? 0} cell=${cell} onChange=${onChange} />
        <${Axis} label="Values" field="y" data=${data} of=${numbers} usual=${numbers.find((at) => at !== (others[0] ?? 0)) ?? numbers[0]} cell=${cell} onChange=${onChange} />`}
      ${chart === "points" && html`<${Axis} label="Across" field="x" data=${data} of=${numbers} usual=${numbers[0]} cell=${cell} onChange=${onChange} />
        <${Axis} label="Up" field="y" data=${data} of=${numbers} usual=${numbers[1] ?? numbers[0]} cell=${cell} onChange=${onChange} />`}
    </div>
    ${["range", "series"].includes(chart) ? html`<${Drawn} asked=${asked} chart=${chart} data=${data} numbers=${numbers} cell=${cell} />` : html`<${Plotted} chart=${chart} data=${data} numbers=${numbers} others=${others} cell=${cell} />`}`;
}

const titleOf = (data, at) => data.columns[at].title;

/** The place of the column that the cell names for an axis. */
function placeOf(cell, field, data, of, usual) {
  const at = data.columns.findIndex(({ name }) => name === cell[field]);
  return cell[field] && of.includes(at) ? at : usual;
}

function Axis({ label, field, data, of, usual, cell, onChange }) {
  if (!of.length) return null;
  return html`<${Choice} label=${label} value=${String(placeOf(cell, field, data, of, usual))} options=${of.map((at) => [String(at), titleOf(data, at)])}
    onChange=${(at) => onChange({ [field]: data.columns[Number(at)].name })} />`;
}

const valueOf = (cell, data, numbers) => {
  const names = numbers.map((at) => data.columns[at].name);
  return cell.value || (names.includes("value") ? "value" : (names[0] ?? "value"));
};

function Values({ data, numbers, cell, onChange }) {
  return html`<${Choice} label="Values" value=${valueOf(cell, data, numbers)} options=${numbers.map((at) => [data.columns[at].name, titleOf(data, at)])} onChange=${(value) => onChange({ value })} />`;
}

/** A chart drawn by the server, as by pokerlake chart. */
function Drawn({ asked, chart, data, numbers, cell }) {
  const more = chart === "range" ? { value: valueOf(cell, data, numbers) } : {};
  const { answer, problem, busy } = useAnswer("sql", { ...asked, to: "chart", name: chart, ...more });
  return html`<${Wrong} problem=${problem} />
    ${busy && html`<p class="muted" role="status">Drawing …</p>`}
    ${answer && !problem && html`<${Picture} svg=${answer.data.svg} label=${`The rows as a chart: ${chart}`} /><${Same} of=${answer.same} />`}`;
}

function Plotted({ chart, data, numbers, others, cell }) {
  if (!numbers.length) return html`<p class="muted">No column has numbers.</p>`;
  const all = data.columns.map((_, at) => at);
  const y = placeOf(cell, "y", data, numbers, chart === "bars" ? (numbers.find((at) => at !== (others[0] ?? 0)) ?? numbers[0]) : (numbers[1] ?? numbers[0]));
  const x = placeOf(cell, "x", data, chart === "bars" ? all : numbers, chart === "bars" ? (others[0] ?? 0) : numbers[0]);
  const shown = chart === "bars" ? Math.min(data.rows, MOST_BARS) : data.rows;
  const part = shown < data.rows || data.cut;
  const plot = chart === "bars"
    ? html`<${Bars} labels=${data.cells[x]} values=${data.cells[y]} name=${titleOf(data, y)} />`
    : html`<${Points} x=${data.cells[x]} y=${data.cells[y]} names=${[titleOf(data, x), titleOf(data, y)]} labels=${others.length ? data.cells[others[0]] : null} />`;
  return html`${part && html`<p class="muted small">The first ${count(shown)} rows are drawn.</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label="Chart">${plot}</div>`;
}

function Download({ asked, formats, cell, onChange }) {
  const [problem, setProblem] = useState(null);
  const format = formats.some(({ name }) => name === cell.format) ? cell.format : "csv";
  const download = () => askFile("sql", { ...asked, to: "file", name: format }).then((file) => (save(file), setProblem(null)), setProblem);
  return html`<div>
    <div class="row">
      <${Choice} label="File" value=${format} options=${formats.map(({ name, meaning }) => [name, `${name}: ${meaning}`])}
        onChange=${(name) => onChange({ format: name === "csv" ? "" : name })} />
      <button type="button" onClick=${download}>Download</button>
    </div>
    <${Wrong} problem=${problem} />
  </div>`;
}
