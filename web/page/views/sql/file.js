// The notebook as a file for "pokerlake sql --file", saved and opened.
import { ask } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { html, useRef, useState } from "../../vendor/preact.js";
import { namesOf } from "./cells.js";

/** Let the browser download a file. */
export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** cells are texts, parameters {name: {type, value}}; onOpen takes those of a file. */
export function Files({ cells, parameters, onOpen }) {
  const [problem, setProblem] = useState(null);
  const [over, setOver] = useState(false);
  const chosen = useRef(null);
  const asked = { cells, parameters: [...new Set(cells.flatMap(namesOf))].map((name) => ({ name, type: "text", value: "", ...parameters[name] })) };
  const keep = () =>
    ask("notebook", asked).then(({ data }) => (save(new File([data.text], "notebook.sql", { type: "application/sql" })), setProblem(null)), setProblem);
  const open = async (file) => {
    if (!file) return;
    const text = await file.text();
    await ask("notebook", { text }).then(({ data }) => {
      onOpen(data.cells.length ? data.cells : [""], Object.fromEntries(data.parameters.map(({ name, type, value }) => [name, { type, value }])));
      setProblem(null);
    }, setProblem);
    if (chosen.current) chosen.current.value = ""; // the same file may be opened again
  };
  const drop = (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    setOver(false);
    open(event.dataTransfer.files[0]);
  };
  return html`<div class=${over ? "drop-here" : null} onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <div class="row">
      <button type="button" onClick=${keep}>Save as a file</button>
      <button type="button" onClick=${() => chosen.current.click()}>Open a file</button>
      <input type="file" class="hidden" accept=".sql,text/plain" tabindex="-1" aria-label="A file of SQL" ref=${chosen} onChange=${(event) => open(event.target.files[0])} />
      <span class="muted small"><code>pokerlake sql --file notebook.sql</code> runs it. The address is the notebook, too.</span>
    </div>
    <${Wrong} problem=${problem} />
  </div>`;
}
