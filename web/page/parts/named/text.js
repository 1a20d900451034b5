// Named ranges as text: a line for each, "BTN/20 bb/open = 22+,A2s+", and "[omaha]" before those of a game.
import { ask } from "../../ask.js";
import { GAMES } from "../../games.js";
import { tidied, wrongName } from "./store.js";

/** Ranges as text, by game. */
export function written(ranges) {
  const lines = ["# Ranges of pokerlake: name = range. Names may have folders: BTN/20 bb/open."];
  for (const { slug } of GAMES) {
    const own = ranges.filter(({ game }) => game === slug);
    if (slug && own.length) lines.push("", `[${slug}]`);
    lines.push(...own.map(({ name, text }) => `${name} = ${text}`));
  }
  return `${lines.join("\n")}\n`;
}

/** The ranges of a text, in hold'em until it names a game. title is the name of a text that is one range. */
export function linesIn(text, title) {
  const lines = text.split(/\r?\n/).map((line, at) => ({ line: line.trim(), at: at + 1 })).filter(({ line }) => line && !line.startsWith("#"));
  if (!lines.some(({ line }) => line.includes("="))) {
    if (!title) throw new Error(lines.length ? `line ${lines[0].at} has no name; write name = range` : "there is no range");
    return [{ game: "", name: tidied(title), text: lines.map(({ line }) => line).join(" "), at: 1 }];
  }
  let game = "";
  return lines.flatMap(({ line, at }) => {
    const heading = /^\[(.*)\]$/.exec(line)?.[1].trim();
    if (heading !== undefined) {
      game = GAMES.find(({ slug, name }) => [slug, name].includes(heading))?.slug;
      if (game === undefined) throw new Error(`line ${at} names a game that there is not: ${heading}`);
      return [];
    }
    const place = line.indexOf("=");
    const name = tidied(line.slice(0, Math.max(0, place)));
    if (place < 0 || wrongName(name)) throw new Error(`line ${at} is to be name = range: ${line.slice(0, 60)}`);
    return [{ game, name, text: line.slice(place + 1).trim(), at }];
  });
}

/** The same ranges in pokerlake's notation; for one that cannot be read, an Error that says where. */
export async function asRead(ranges, dialect) {
  const found = [];
  for (const { game, name, text, at } of ranges) {
    const own = GAMES.find(({ slug }) => slug === game);
    const asked = { text, ...(game ? { game: own.name } : { dialect }) };
    const { data } = await ask("range", asked).catch((wrong) => Promise.reject(new Error(`line ${at}, ${name}: ${wrong.message}`)));
    found.push({ game, name, text: dialect === "pokerlake" || game ? text : data.text });
  }
  return found;
}

/** Have the browser save a text as a file. */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
