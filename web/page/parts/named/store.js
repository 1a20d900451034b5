// Ranges by name, kept in the browser's local storage. A name may stand in folders: "BTN/20 bb/open".
import { signal } from "../../vendor/preact.js";

const KEY = "ranges";

/** The kept ranges, [{game, name, text}] by name; game is the slug of games.js, empty for hold'em. */
export const named = signal([]);
/** Why the ranges cannot be read or written; empty if they can. */
export const trouble = signal("");

const sorted = (ranges) =>
  [...ranges].sort((a, b) => a.game.localeCompare(b.game) || a.name.localeCompare(b.name, "en", { numeric: true }));
const isRange = (each) => ["game", "name", "text"].every((key) => typeof each?.[key] === "string");

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept) || !kept.every(isRange)) throw new Error("it is no list of ranges");
    named.value = sorted(kept);
    trouble.value = "";
  } catch (error) {
    trouble.value = `The named ranges that this browser keeps cannot be read: ${error.message}. What is saved now takes their place.`;
  }
}

addEventListener("storage", ({ key }) => (key === KEY || key === null) && read()); // another tab wrote
read();

function write(ranges) {
  named.value = sorted(ranges);
  try {
    localStorage.setItem(KEY, JSON.stringify(named.value));
    trouble.value = "";
  } catch (error) {
    trouble.value = `This browser does not keep the named ranges: ${error.message}. Save them to a file.`;
  }
}

/** A name in its stored form: folders without blanks around them. */
export const tidied = (name) => name.split("/").map((part) => part.trim().replace(/\s+/g, " ")).filter(Boolean).join("/");

/** The error of a tidied name; empty if it is valid. */
export function wrongName(name) {
  if (!name) return "Give a name, such as BTN/20 bb/open.";
  return /[=[\]#]/.test(name) ? `A name cannot have = # [ or ]: ${name}.` : "";
}

const differs = (one) => ({ game, name }) => game !== one.game || name !== one.name;

/** Keep ranges; each replaces the one with its game and name. */
export const save = (ranges) =>
  write([...named.value.filter((each) => ranges.every((one) => differs(one)(each))), ...ranges]);

/** Remove a range. */
export const remove = (one) => write(named.value.filter(differs(one)));

/** The ranges of a game. */
export const rangesOf = (game) => named.value.filter((each) => each.game === game);
