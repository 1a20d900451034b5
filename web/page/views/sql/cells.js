// A notebook in the address: q, run and more of the first cell, q2, run2 of the second; v of parameters.

export const FIRST = "select hand, equity\nfrom hand_equities\norder by equity desc";
const FIELDS = ["q", "run", "show", "chart", "value", "x", "y", "format"]; // of a cell
const MOST = 100; // cells, the server's limit

const named = (field, at) => (at ? `${field}${at + 1}` : field);

/** The cells: [{q, run, show, chart, value, x, y, format}], at least one. */
export function cellsOf(params) {
  const found = [];
  for (let at = 0; at < MOST && (!at || params.has(named("q", at))); at += 1) {
    found.push(Object.fromEntries(FIELDS.map((field) => [field, params.get(named(field, at)) ?? ""])));
  }
  if (!params.has("q")) found[0].q = FIRST;
  return found;
}

/** The argument of change() that replaces cells by others. An empty statement stays as a blank. */
export function changesFor(cells, before) {
  const changes = {};
  for (let at = 0; at < Math.max(cells.length, before); at += 1) {
    for (const field of FIELDS) {
      const value = cells[at]?.[field] ?? "";
      changes[named(field, at)] = field === "q" && at < cells.length ? [value] : value;
    }
  }
  return changes;
}

/** Parameters: {name: {type, value}}, each "name type value" in the address. */
export function parametersOf(params) {
  return Object.fromEntries(
    params.getAll("v").map((text) => {
      const [, name, type, value] = /^(\S*)\s?(\S*)\s?([\s\S]*)$/.exec(text);
      return [name, { type, value }];
    }),
  );
}

export const parametersText = (parameters) =>
  Object.entries(parameters).map(([name, { type, value }]) => `${name} ${type} ${value}`);

// As in queries/statements/notebook.py: text that hides $name, and PQL in $$, which does not.
const PIECE = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bpql\s*\(\s*\$\$([\s\S]*?)(?:\$\$|$)|\$(\w*)\$[\s\S]*?(?:\$\2\$|$)|(?<![\w$])\$([A-Za-z_]\w*)/gi;

/** The names of $name in a statement, each once. */
export function namesOf(text) {
  const found = new Set();
  for (const [, pql, , name] of text.matchAll(PIECE)) {
    if (pql) for (const each of namesOf(pql)) found.add(each);
    else if (name) found.add(name);
  }
  return [...found];
}

/** The request for a statement with these parameters. */
export const askedOf = (sql, parameters) => {
  const given = namesOf(sql).map((name) => ({ name, type: "text", value: "", ...parameters[name] }));
  return { sql, ...(given.length ? { parameters: given } : {}) };
};
