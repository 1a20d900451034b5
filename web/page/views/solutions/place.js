// The address of a place in the tree of a spot.
import { addressOf } from "../../address.js";

/** The address of another place in the current tree. */
export function placeAt(params, { line, cards }) {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ line, cards, hand: "", s: "" })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return addressOf("solutions", next);
}
