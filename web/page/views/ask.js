// Declared questions: the fields of one, the rows of its answer, the same elsewhere.
import { change } from "../address.js";
import { rowsOf, useAnswer } from "../ask.js";
import { QUESTIONS } from "../catalogue.js";
import { gameOf } from "../games.js";
import { Choice, problemOf, TextField, Wrong } from "../parts/fields.js";
import { DataTable } from "../parts/table.js";
import { fixed, Same } from "../parts/told.js";
import { html, useMemo } from "../vendor/preact.js";

const KINDS = { BIGINT: "count", DOUBLE: "number", BOOLEAN: "text", VARCHAR: "text" };

const columnsOf = ({ columns }, rows) =>
  columns
    .filter(({ name }) => rows.some((row) => row[name] !== null))
    .map(({ name, type, meaning }) => ({
      field: name,
      title: name.replaceAll("_", " "),
      kind: name === "card" ? "cards" : KINDS[type],
      digits: rows.every((row) => Number.isInteger(row[name])) ? 0 : 4,
      tip: meaning,
    }));

/** The rows for people, if these are fewer. */
function Shown({ rows }) {
  if (!rows.length) return null;
  const names = Object.keys(rows[0]);
  const number = (value) => (typeof value === "number" ? "number" : null);
  const heads = Object.fromEntries(names.map((name) => [name, rows.some((row) => number(row[name])) ? "number" : null]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="In short"><table class="plain">
    <caption class="hidden">In short</caption>
    <thead><tr>${names.map((name) => html`<th scope="col" class=${heads[name]}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${names.map((name) => html`<td class=${heads[name]}>${typeof row[name] === "number" ? fixed(row[name], Number.isInteger(row[name]) ? 0 : 2) : row[name]}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** The name of a field in the address; "game" there is the page's switch. */
const placeOf = (name) => (name === "game" ? "rule" : name);

export default function Ask({ params }) {
  const asked = QUESTIONS.find(({ name }) => name === params.get("q")) ?? QUESTIONS[0];
  const game = gameOf(params);
  // An example is shown if the address has nothing; an emptied field is a blank there.
  const fresh = !asked.fields.some(({ name }) => params.has(placeOf(name))) && !game.slug;
  const textOf = ({ name, example }) => (params.get(placeOf(name)) ?? (fresh ? example : "")).trim();
  const values = Object.fromEntries(asked.fields.map((field) => [field.name, textOf(field)]));
  const missing = asked.fields.filter(({ name, needed }) => needed && !values[name]);
  const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text));
  if (asked.game) given.game = game.name;
  const { answer, problem, busy } = useAnswer(asked.name, missing.length ? null : given);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const columns = useMemo(() => columnsOf(asked, rows), [asked, rows]);
  const set = (name, text) => {
    const all = Object.entries({ ...values, [name]: text || " " });
    change(Object.fromEntries(all.map(([each, value]) => [placeOf(each), value])), { push: true });
  };
  const here = asked.fields.some(({ name }) => problemOf(problem, name));
  return html`<h1 class="hidden">Questions</h1>
    <section class="panel" aria-label="Question">
      ${QUESTIONS.length > 1 && html`<${Choice} label="Question" value=${asked.name} options=${QUESTIONS.map(({ name, title }) => [name, title])} onChange=${(q) => change({ q }, { push: true })} />`}
      <div class="columns">
        ${asked.fields.map((field) => html`<${TextField} key=${field.name} label=${field.about} value=${values[field.name]} problem=${problemOf(problem, field.name)} onChange=${(text) => set(field.name, text)} />`)}
      </div>
      ${missing.length > 0 && html`<p class="muted">Give the ${missing.map(({ name }) => name).join(" and the ")}.</p>`}
      ${problem && !here && html`<${Wrong} problem=${problem} />`}
    </section>
    ${answer && !missing.length && html`<section class="panel" aria-label="Answer" aria-busy=${busy} data-stale=${Boolean(problem) || busy}>
      ${answer.data.summary.split("\n").map((line) => html`<p>${line}</p>`)}
      <${Shown} rows=${answer.data.shown} />
      <div class="above"><${DataTable} label=${asked.title} columns=${columns} rows=${rows} /></div>
      <${Same} of=${answer.same} />
    </section>`}`;
}
