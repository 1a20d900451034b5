// The names that fields of ranges offer as one types.
import { html } from "../../vendor/preact.js";
import { rangesOf } from "./store.js";

/** The list of a game's named ranges: <TextField list=${NAMES} />. */
export const NAMES = "named-ranges";

/** That list; once on the page. */
export function NamedList({ game }) {
  return html`<datalist id=${NAMES}>${rangesOf(game.slug).map(({ name, text }) => html`<option key=${name} value=${text} label=${name}></option>`)}</datalist>`;
}
