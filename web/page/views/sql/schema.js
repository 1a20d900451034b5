// Names for SQL, in lists that open: a click puts a name into the statement.
import { ask } from "../../ask.js";
import { TextField, Wrong } from "../../parts/fields.js";
import { counted } from "../../parts/told.js";
import { html, useState } from "../../vendor/preact.js";

const fits = (wanted, ...texts) => texts.some((text) => text.toLowerCase().includes(wanted));

/** schema is the answer to the question "schema"; onInsert takes a name, onStatement a statement. */
export function Schema({ schema, onInsert, onStatement }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState(null);
  const wanted = typed.trim().toLowerCase();
  const tables = schema.tables.filter(
    ({ name, meaning, columns }) => fits(wanted, name, meaning) || columns.some((column) => fits(wanted, column.name)),
  );
  const functions = schema.functions.filter((each) => fits(wanted, each.function, each.meaning));
  const queries = schema.queries.filter(({ name, title }) => fits(wanted, name, title));
  const show = (name) =>
    ask("example", { name }).then(({ data }) => (setProblem(null), onStatement(data.sql)), setProblem);
  return html`<${TextField} label="Search tables, functions and queries" value=${typed} onChange=${setTyped} wait=${100} />
    <${Wrong} problem=${problem} />
    <div class="names">
      <${List} title="Tables and views" of=${tables} open=${true}>
        ${tables.map((table) => html`<${Table} key=${table.name} table=${table} onInsert=${onInsert} />`)}
      <//>
      <${List} title="Functions" of=${functions} open=${Boolean(wanted)}>
        ${functions.map(
          (each) => html`<li key=${each.call}><button type="button" class="quiet text" onClick=${() => onInsert(`${each.function}(`)}>${each.call}</button>
            <p class="muted small">${each.meaning}. It gives ${each.returns}.</p></li>`,
        )}
      <//>
      <${List} title="Ready-made queries" of=${queries} open=${Boolean(wanted)}>
        ${queries.map(
          ({ name, title }) => html`<li key=${name}><button type="button" class="quiet text" onClick=${() => show(name)}>${name}</button>
            <p class="muted small">${title}.</p></li>`,
        )}
      <//>
      ${!wanted &&
      html`<${List} title="Not in this lake" of=${schema.missing} open=${false}>
        ${schema.missing.map(({ name, how }) => html`<li key=${name}><span class="text">${name}</span> <span class="muted small">${how}</span></li>`)}
      <//>`}
    </div>`;
}

function List({ title, of, open, children }) {
  return html`<details open=${open}><summary>${title} <span class="muted small">${of.length}</span></summary><ul tabindex="0" aria-label=${title}>${children}</ul></details>`;
}

function Table({ table, onInsert }) {
  const { name, kind, rows, meaning, columns } = table;
  return html`<li><details>
    <summary class="text">${name} <span class="muted small">${kind === "table" ? counted(rows, "row") : kind}</span></summary>
    <p class="muted small">One row is ${meaning}. <button type="button" class="quiet small" onClick=${() => onInsert(name)}>Insert ${name}</button></p>
    <ul>${columns.map(
      (column) => html`<li key=${column.name}><button type="button" class="quiet text" onClick=${() => onInsert(column.name)}>${column.name}</button>
        <span class="muted small">${column.type.toLowerCase()}. ${column.meaning}</span></li>`,
    )}</ul>
  </details></li>`;
}
