// Names that a statement defines itself: columns of common table expressions and subqueries, and aliases.

const HIDDEN = /'(?:[^']|'')*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const CTE = /(\w+)\s*(?:\(([^()]*)\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const SOURCE = /\b(?:from|join)\s+(?:(\w+)|\()/gi;
const ALIAS = /^\s*(?:as\s+)?(\w+)/i;
const NO_ALIAS = /^(?:where|join|inner|left|right|full|cross|on|using|group|order|having|qualify|limit|select|union|window|semi|anti|asof|positional|natural|offset|sample)$/i;
const OUTER = 4; // levels of subqueries that are examined

/** Text with comments and strings as blanks, so that places stay the same. */
const seen = (text) => text.replace(HIDDEN, (hidden) => " ".repeat(hidden.length));

/** The text between the parenthesis before `from` and its end. */
function within(text, from) {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    depth += (text[at] === "(") - (text[at] === ")");
    if (!depth) return [text.slice(from, at), at + 1];
  }
  return [text.slice(from), text.length];
}

/** The text with blanks for everything in parentheses. */
function flat(text) {
  let depth = 0;
  return [...text].map((letter) => {
    if (letter === ")") depth -= 1;
    const shown = depth > 0 ? " " : letter;
    if (letter === "(") depth += 1;
    return shown;
  }).join("");
}

/** The column names of a select; known is {table: [column, …]}. */
function outputs(text, known, level) {
  const top = flat(text);
  const list = /\bselect\s+(?:distinct\s+)?([\s\S]*?)(?=\bfrom\b|\bwhere\b|\border\b|\bgroup\b|\blimit\b|\bunion\b|$)/i.exec(top);
  const sources = sourcesOf(text, known, level + 1);
  const all = () => Object.values(sources).flat();
  if (!list) return all();
  return list[1].split(",").flatMap((item) => {
    const one = item.trim();
    if (/^(\w+\.)?\*/.test(one)) return one.includes(".") ? (sources[one.split(".")[0].toLowerCase()] ?? []) : all();
    const name = /(?:\bas\s+|^\s*(?:\w+\.)?)"?(\w+)"?$/i.exec(one);
    return name ? [name[1]] : [];
  });
}

/** The sources of a statement, by their names in it: {name: [column, …]}. */
function sourcesOf(text, known, level = 0) {
  if (level > OUTER) return {};
  const tables = { ...known };
  const found = {};
  for (const match of text.matchAll(CTE)) {
    const [body] = within(text, match.index + match[0].length);
    tables[match[1].toLowerCase()] = match[2] ? match[2].split(",").map((name) => name.trim()) : outputs(body, tables, level + 1);
  }
  for (const match of text.matchAll(SOURCE)) {
    let [columns, name, after] = [tables[match[1]?.toLowerCase()], match[1], match.index + match[0].length];
    if (!name) {
      const [body, end] = within(text, after);
      [columns, after] = [outputs(body, tables, level + 1), end];
    }
    const alias = ALIAS.exec(text.slice(after))?.[1];
    const own = alias && !NO_ALIAS.test(alias) ? alias : name;
    if (own && columns) found[own.toLowerCase()] = columns;
  }
  return found;
}

/**
 * Names of the statement besides those of the lake: {sources: {name: [column, …]}, given}, with
 * given those after "as". known is {table: [column, …]}.
 */
export function namesIn(text, known) {
  const shown = seen(text);
  const given = [...shown.matchAll(/\bas\s+(\w+)/gi)].map((match) => match[1]).filter((name) => !/^materialized$/i.test(name));
  return { sources: sourcesOf(shown, known), given: [...new Set(given)] };
}
