// Fields for the parameters of a notebook: $name in any of its cells.
import { Choice, problemOf, TextField } from "../../parts/fields.js";
import { html } from "../../vendor/preact.js";

const TITLES = { text: "text", number: "number", integer: "whole number", starting_hand: "starting hand" };

/** names are those in the cells; parameters {name: {type, value}}; types the known ones; onChange takes new parameters. */
export function Parameters({ names, parameters, types, problem, onChange }) {
  if (!names.length) return null;
  const set = (name, changes) => onChange({ ...Object.fromEntries(names.map((each) => [each, { type: "text", value: "", ...parameters[each] }])), [name]: { type: "text", value: "", ...parameters[name], ...changes } });
  return html`<section class="panel" aria-label="Parameters">
    <div class="given">${names.map((name) => {
      const { type, value } = { type: "text", value: "", ...parameters[name] };
      return html`<div class="pair" key=${name}>
        <${TextField} label=${`$${name}`} value=${value} problem=${problemOf(problem, "parameters", name)} onChange=${(text) => set(name, { value: text })} />
        <${Choice} label=${html`<span class="hidden">$${name} </span>is a`} value=${type} options=${types.map((each) => [each, TITLES[each] ?? each.replaceAll("_", " ")])} onChange=${(kind) => set(name, { type: kind })} />
      </div>`;
    })}</div>
  </section>`;
}
