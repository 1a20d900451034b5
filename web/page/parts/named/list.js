// The names that fields of ranges offer as one types.
import { html, useMemo } from "../../vendor/preact.js";
import { named, rangesOf } from "./store.js";

/** The list of a game's named ranges: <TextField list=${NAMES} />. */
export const NAMES = "named-ranges";

/** That list; once on the page. */
export function NamedList({ game }) {
  const { slug } = game;
  return useMemo( // not again for each painted cell
    () => html`<datalist id=${NAMES}>${rangesOf(slug).map(({ name, text }) => html`<option key=${name} value=${text} label=${name}></option>`)}</datalist>`,
    [named.value, slug],
  );
}
