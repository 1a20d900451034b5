// Questions to the server: each is a POST of JSON to /api/NAME.
import { signal as signalOf, useEffect, useRef, useState } from "./vendor/preact.js";

const TRIES = 4; // while the machine is busy
const PATIENCE = 150; // ms after which an outdated question is abandoned

const MAKING_PAUSE = 1000; // ms between two requests to a server that is making something ready

/** What the server is making ready, while questions wait for it; empty if nothing. */
export const making = signalOf("");
const waiting = new Set(); // the questions that wait for it

const NOTHING = { answer: null, of: null, problem: null, busy: false };

/** A problem: a line, its field ("hands.1", or null), and the HTTP status. */
export class Problem extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Post a question; returns a complete Response, or throws a Problem. */
async function post(name, asked, accept, signal) {
  const own = {};
  try {
    for (let tries = 1; ; tries++) {
      const response = await sent(name, asked, accept, signal);
      if (response.ok) return response;
      const told = await response.json().catch(() => ({}));
      if (response.status !== 503 || (!told.making && tries >= TRIES)) {
        throw new Problem(told.problem ?? `status ${response.status}`, told.field ?? null, response.status);
      }
      if (told.making) {
        waiting.add(own);
        making.value = told.problem;
      }
      await pause(told.making ? MAKING_PAUSE : 250 * 2 ** tries);
      signal?.throwIfAborted();
    }
  } finally {
    waiting.delete(own);
    if (!waiting.size) making.value = "";
  }
}

async function sent(name, asked, accept, signal) {
  try {
    return await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(asked),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem("pokerlake does not answer; is it still running?", null, 0);
  }
}

/**
 * The answer to a question: {data, table, same}. Throws a Problem if something is wrong. With progress,
 * a function for partial answers, it is called for each before the last.
 */
export async function ask(name, asked, { signal, progress } = {}) {
  const response = await post(name, asked, progress ? "application/x-ndjson" : "application/json", signal);
  if (!response.headers.get("content-type").includes("ndjson")) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Problem("the answer was cut short", null, 0);
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines) {
      const { status, answer } = JSON.parse(line);
      if (status === 200) return answer;
      if (status !== 102) throw new Problem(answer.problem, answer.field, status);
      progress(answer);
    }
  }
}

/** The file that answers a question, with its name. */
export async function askFile(name, asked) {
  const { data } = await ask(name, asked);
  const bytes = Uint8Array.from(atob(data.file), (c) => c.charCodeAt(0));
  return new File([bytes], data.name, { type: data.media_type });
}

/** The rows of an answer as objects. */
export function rowsOf(answer) {
  if (!answer?.table) return [];
  const names = Object.keys(answer.table.columns);
  return Array.from({ length: answer.table.rows }, (_, row) =>
    Object.fromEntries(names.map((name) => [name, answer.table.columns[name][row]])),
  );
}

/**
 * The answer to a question that changes, as while a range is dragged: {answer, of, problem, busy};
 * of is the request it answers. Nothing is requested while asked is null. One request is out at a
 * time and the newest comes next; the last answer stays until another replaces it.
 */
export function useAnswer(name, asked) {
  const [state, setState] = useState(NOTHING);
  const line = useRef(null);
  line.current ??= { out: null, next: undefined, since: 0, abort: null };
  const key = asked === null ? null : JSON.stringify([name, asked]);
  useEffect(() => {
    const at = line.current;
    at.next = key;
    if (at.out !== null && performance.now() - at.since > PATIENCE) at.abort.abort();
    if (at.out === null) run();
    else setState((before) => ({ ...before, busy: true }));

    async function run() {
      while (at.next !== undefined) {
        const now = at.next;
        at.next = undefined;
        if (now === null) {
          setState(NOTHING);
          continue;
        }
        at.out = now;
        at.since = performance.now();
        at.abort = new AbortController();
        setState((before) => ({ ...before, busy: true }));
        const [question, given] = JSON.parse(now);
        const current = () => at.next === undefined;
        try {
          const options = {
            signal: at.abort.signal,
            progress: (answer) => current() && setState({ answer, of: given, problem: null, busy: true }),
          };
          const answer = await ask(question, given, options);
          setState({ answer, of: given, problem: null, busy: !current() });
        } catch (problem) {
          if (!at.abort.signal.aborted && current()) {
            setState((before) => ({ ...before, problem, busy: false }));
          }
        }
        at.out = null;
      }
    }
  }, [key]);
  useEffect(() => () => line.current.abort?.abort(), []);
  return state;
}
