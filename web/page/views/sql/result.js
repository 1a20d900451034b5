// What a statement gives: a table in pages, a chart, a file.
import { change } from "../../address.js";
import { askFile, useAnswer } from "../../ask.js";
import { Buttons, Choice, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { counted, Picture, Same } from "../../parts/told.js";
import { html, useMemo, useState } from "../../vendor/preact.js";

const PAGE = 25;

/** data and same are what the question "sql" answers with; sql the statement that it is of. */
export function Result({ sql, data, same, params, formats }) {
  const show = params.get("show") ?? "table";
  return html`<div class="row apart">
      <${Buttons} label="What is shown" value=${show} options=${[["table", "Table"], ["chart", "Chart"]]}
        onChange=${(name) => change({ show: name === "table" ? "" : name }, { push: true })} />
      <${Download} sql=${sql} formats=${formats.filter((format) => fits(format, data.columns))} params=${params} />
    </div>
    <p class="muted small" role="status" data-rows=${data.rows}>${counted(data.rows, "row")}${data.cut ? html`; there are more. The page shows 1,000; <code>pokerlake sql</code> gives all.` : "."}</p>
    ${show === "chart" ? html`<${Chart} sql=${sql} data=${data} params=${params} />` : html`<${Rows} data=${data} /><${Same} of=${same} />`}`;
}

const OF_RANGES = ["hole_id", "hole", "hand"]; // columns of which a range is written

/** Whether rows of these columns can be a file of a format. */
const fits = ({ name, for_ranges: ranged }, columns) =>
  ranged ? columns.some((column) => OF_RANGES.includes(column.name)) : name !== "npy" || columns.length === 1;

function Rows({ data }) {
  // Names may stand twice, and a dot in one would mean more to the table: columns go by place.
  const columns = useMemo(
    () =>
      data.columns.map(({ title, type, number }, at) => ({
        field: `c${at}`, title, tip: type, kind: number ? "exact" : "cell",
      })),
    [data],
  );
  const rows = useMemo(
    () => Array.from({ length: data.rows }, (_, row) => Object.fromEntries(data.cells.map((cells, at) => [`c${at}`, cells[row]]))),
    [data],
  );
  return html`<${DataTable} label="Rows of the result" columns=${columns} rows=${rows} paged=${PAGE} />`;
}

function Chart({ sql, data, params }) {
  const names = data.columns.map(({ name }) => name);
  const numbers = data.columns.filter(({ number }) => number).map(({ name }) => name);
  const grid = names.includes("hand");
  const chart = params.get("chart") ?? (grid ? "range" : "series");
  const values = params.get("value") ?? (numbers.includes("value") ? "value" : (numbers[0] ?? "value"));
  const asked = { sql, to: "chart", name: chart, ...(chart === "range" ? { value: values } : {}) };
  const { answer, problem, busy } = useAnswer("sql", asked);
  return html`<div class="row">
      <${Choice} label="Chart" value=${chart} options=${[["range", "hands, 13 × 13"], ["series", "lines over the first column"]]}
        onChange=${(name) => change({ chart: name })} />
      ${chart === "range" && html`<${Choice} label="Values" value=${values} options=${numbers.map((name) => [name, name])} onChange=${(name) => change({ value: name })} />`}
    </div>
    <${Wrong} problem=${problem} />
    ${busy && html`<p class="muted" role="status">Drawing …</p>`}
    ${answer && !problem && html`<${Picture} svg=${answer.data.svg} label=${`The rows as a chart: ${chart}`} /><${Same} of=${answer.same} />`}`;
}

function Download({ sql, formats, params }) {
  const [problem, setProblem] = useState(null);
  const format = formats.some(({ name }) => name === params.get("format")) ? params.get("format") : "csv";
  const download = async () => {
    try {
      const file = await askFile("sql", { sql, to: "file", name: format });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      setProblem(null);
    } catch (wrong) {
      setProblem(wrong);
    }
  };
  return html`<div>
    <div class="row">
      <${Choice} label="File" value=${format} options=${formats.map(({ name, meaning }) => [name, `${name}: ${meaning}`])}
        onChange=${(name) => change({ format: name === "csv" ? "" : name })} />
      <button type="button" onClick=${download}>Download</button>
    </div>
    <${Wrong} problem=${problem} />
  </div>`;
}
