// The sort of a table, as the address has it: "s=value:desc".
import { change } from "../../address.js";

/** [field, direction]: first, if the address names none of the columns. */
export function sortOf(params, columns, first) {
  const [field, direction] = (params.get("s") ?? "").split(":");
  const known = columns.some((column) => column.field === field) && ["asc", "desc"].includes(direction);
  return known ? [field, direction] : first;
}

export const keepSort = ([field, direction]) => change({ s: `${field}:${direction}` });
