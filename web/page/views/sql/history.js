// The statements that were run last, kept in this browser only.
import { signal } from "../../vendor/preact.js";

const PLACE = "sql-history";
const MOST = 50;
const LONGEST = 10_000; // characters of a kept statement

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // the stored value is not ours
  }
}

/** The statements, the newest first. */
export const history = signal(kept());

function keep(statements) {
  history.value = statements;
  try {
    localStorage.setItem(PLACE, JSON.stringify(statements));
  } catch {
    // The browser stores nothing more; the list lasts as long as the page.
  }
}

export function remember(statement) {
  const text = statement.trim();
  if (!text || text.length > LONGEST) return;
  keep([text, ...kept().filter((each) => each !== text)].slice(0, MOST));
}

export const forget = () => keep([]);
