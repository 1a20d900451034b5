// Hands of dropped files: kept here as long as the page is open, and sent with each question.
import { addressOf, change, go } from "../../address.js";
import { ask, Problem, rowsOf, useAnswer } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, counted } from "../../parts/told.js";
import { html, signal, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";

const MOST = 59_000; // characters that a question may have

/** {packed, files}: the dropped hands as the question "dropped" takes them, and the number of files; or null. */
export const dropped = signal(null);

/** Whether the server puts hands into the lake: null until it is known. */
const keeps = signal(null);

export const isDropped = (params) => params.get("of") === "dropped";

/** As useAnswer, for the dropped hands if the address says so. */
export function useHands(name, asked, params) {
  const own = isDropped(params);
  const gone = own && !dropped.value;
  return useAnswer(own ? "dropped" : name, asked === null || gone ? null : own ? { packed: dropped.value.packed, ask: name, asked } : asked);
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: !wide }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function packed(files) {
  const texts = await Promise.all(files.map(textOf));
  const zipped = new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(zipped).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const found = btoa(text);
  if (found.length > MOST) {
    const share = Math.floor((100 * MOST) / found.length);
    throw new Problem(`These files are too large for the page, which takes about ${share} % of them; "pokerlake import FILES" takes any number.`, null, 400);
  }
  return found;
}

/** A place to drop or choose files; and their list. */
export function Drop({ params }) {
  const [problem, setProblem] = useState(null);
  const [over, setOver] = useState(false);
  const chosen = useRef(null);
  const take = async (list) => {
    const files = [...list];
    setOver(false);
    if (!files.length) return;
    await packed(files).then((found) => {
      dropped.value = { packed: found, files: files.length };
      setProblem(null);
      setKept("");
      change({ of: "dropped", show: "", player: "" }, { push: true });
    }, setProblem);
    if (chosen.current) chosen.current.value = ""; // the same file may be chosen again
  };
  const [kept, setKept] = useState("");
  useEffect(() => {
    if (keeps.value === null) fetch("/api/about").then((response) => response.json()).then((told) => (keeps.value = told.keeps_hands), setProblem);
  }, []);
  const keep = async () => {
    setKept("…");
    await ask("keep_hands", { packed: dropped.value.packed }).then(({ data }) => {
      setProblem(null);
      setKept(`The lake has ${counted(data.new, "new hand")}${data.known ? `; it had ${count(data.known)} of them before` : ""}${data.left_out ? `; ${count(data.left_out)} could not be read` : ""}.`);
    }, (wrong) => (setProblem(wrong), setKept("")));
  };
  const forget = () => {
    dropped.value = null;
    change({ of: "", show: "", player: "" }, { push: true });
  };
  const drop = (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const own = isDropped(params);
  return html`<section class="panel" aria-label="Files of hands" style=${over ? { outline: "2px dashed var(--accent)" } : null}
      onDragOver=${(event) => (event.preventDefault(), setOver(true))} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <div class="row">
      <button type="button" class=${own || dropped.value ? null : "strong"} onClick=${() => chosen.current.click()}>Open files of hands</button>
      <input type="file" multiple class="hidden" tabindex="-1" aria-label="Files of hands" ref=${chosen} onChange=${(event) => take(event.target.files)} />
      ${own && html`<button type="button" onClick=${forget}>Forget them</button>`}
      ${own && dropped.value && keeps.value && html`<button type="button" disabled=${kept === "…"} onClick=${keep}>Keep them in the lake</button>`}
      ${!own && dropped.value && html`<a class="button" href=${addressOf("hands", { of: "dropped" })}>Those that were dropped</a>`}
      ${own && html`<a class="button" href=${addressOf("hands")}>Hands of the lake</a>`}
      <span class="muted small">${own && dropped.value ? `${counted(dropped.value.files, "file")}${kept ? "" : ", in this tab alone: they go when it is closed"}.` : `Or drop them here. Of all sites and formats that are imported; nothing is written to the lake${keeps.value ? " unless you say so" : ""}.`}</span>
    </div>
    ${kept && html`<p class="above" role="status">${kept === "…" ? "Putting them into the lake …" : kept}</p>`}
    <${Wrong} problem=${problem} />
    ${own && !dropped.value && html`<p class="above" role="status">The hands that were dropped went with the page that had them. Drop them again.</p>`}
  </section>`;
}

const COLUMNS = [
  { field: "number", title: "Hand" }, { field: "played", title: "Played" }, { field: "site", title: "Site" }, { field: "game", title: "Game" },
  { field: "big_blind", title: "Big blind", kind: "number", digits: 2 }, { field: "hero", title: "Hero" }, { field: "position", title: "Position" },
  { field: "hole", title: "Hole", kind: "cards" }, { field: "board", title: "Board", kind: "cards" }, { field: "net", title: "Net", kind: "number", digits: 2 },
];
const numbers = (row) => ({ ...row, ...Object.fromEntries(["big_blind", "net"].map((name) => [name, row[name] === null ? null : Number(row[name])])) });

/** All dropped hands; a row opens one. */
export function List({ params }) {
  const { answer, problem, busy } = useHands("list", {}, params);
  const rows = useMemo(() => rowsOf(answer).map(numbers), [answer]);
  const open = ({ hand_id: id }) => go("hand", { id: String(id), of: "dropped" });
  return html`<h2>Hands</h2>
    <${Wrong} problem=${problem} />
    ${busy && html`<p class="muted" role="status">Reading …</p>`}
    ${answer && !problem && html`<p class="muted small">${counted(rows.length, "hand")}. A row opens one.${answer.data.left_out ? ` ${count(answer.data.left_out)} could not be read.` : ""}</p>
      ${answer.data.bad.length > 0 && html`<details class="small"><summary>What could not be read</summary><ul>${answer.data.bad.map((each) => html`<li class="wrap" key=${each}>${each}</li>`)}</ul></details>`}
      <div data-query="list"><${DataTable} label="Hands" columns=${COLUMNS} rows=${rows} paged=${rows.length > 50 ? 25 : 0} height=${null} onRow=${open} /></div>`}`;
}
