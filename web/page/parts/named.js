// Named ranges, kept in the browser, in folders, to use wherever a range is typed or painted.
import { ask } from "../ask.js";
import { html, useId, useMemo, useRef, useState } from "../vendor/preact.js";
import { Choice, TextField, Wrong } from "./fields.js";
import { lazy } from "./lazy.js";
import { named, rangesOf, remove, save, tidied, trouble, wrongName } from "./named/store.js";
import { asRead, download, linesIn, written } from "./named/text.js";

const Presets = lazy(() => import("./named/presets.js"), "Presets");

/**
 * Named ranges beside the editor of a range. text is that range, onChange takes another; game is one
 * of games.js, dialects those in which ranges can be read.
 */
export function Named(props) {
  const [open, setOpen] = useState(false);
  const kept = rangesOf(props.game?.slug ?? "").length;
  return html`<details class="named" onToggle=${(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
    <summary class="muted small">Named ranges${kept ? ` (${kept})` : ""}</summary>
    ${open && html`<${Shown} ...${props} />`}
  </details>`;
}

function Shown({ text, onChange, game, dialects }) {
  const slug = game?.slug ?? "";
  const [name, setName] = useState("");
  const [gone, setGone] = useState(null); // the last deletion
  const [problem, setProblem] = useState(null);
  const latest = useRef(null);
  const ranges = rangesOf(slug);
  const wanted = tidied(name);
  const there = ranges.find((each) => each.name === wanted);
  const put = (each) => {
    setName(each.name);
    setProblem(null);
    onChange(each.text);
  };
  const keep = async () => {
    const wrong = wrongName(wanted);
    setProblem(wrong || null);
    if (wrong) return;
    const read = await ask("range", { text, ...(slug ? { game: game.name } : {}) }).catch((error) => error);
    setProblem(read.data ? null : read);
    if (read.data) save([{ game: slug, name: wanted, text }]);
  };
  const forget = (each) => {
    setGone(each);
    remove(each);
  };
  latest.current = put;
  const list = useMemo( // not again for each painted cell
    () => html`<${Folder} ranges=${ranges} depth=${0} at=${there} onPut=${(each) => latest.current(each)} onForget=${forget} />`,
    [named.value, slug, there],
  );
  return html`<div class="row">
      <${TextField} label="Name, with folders" value=${name} placeholder="BTN/20 bb/open" wait=${0} onChange=${setName} />
      <button type="button" disabled=${!text.trim() || there?.text === text} onClick=${keep}>${there ? "Save over it" : "Save the range"}</button>
    </div>
    <${Wrong} problem=${problem} />
    <${Wrong} problem=${trouble.value || null} />
    ${there && html`<p class="muted small" role="status">${there.text === text ? `This is ${there.name}.` : `${there.name} is another range by now.`}</p>`}
    ${ranges.length ? list : html`<p class="muted small">None are kept in this browser yet.</p>`}
    ${gone && html`<p class="small" role="status">${gone.name} is deleted. <button type="button" onClick=${() => (save([gone]), setGone(null))}>Bring it back</button></p>`}
    ${!slug && html`<${Once}><${Presets} onPut=${put} /><//>`}
    <${Files} text=${text} name=${wanted} dialects=${slug ? null : dialects} />`;
}

/** Presets, loaded when they are first opened. */
function Once({ children }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(event) => event.target.open && setOpen(true)}><summary class="muted small">Presets, computed here</summary>${open && children}</details>`;
}

/** The ranges of a folder, its subfolders first. depth is the number of folders above. */
function Folder({ ranges, depth, at, onPut, onForget }) {
  const parts = (each) => each.name.split("/");
  const folders = [...new Set(ranges.filter((each) => parts(each).length > depth + 1).map((each) => parts(each)[depth]))];
  return html`<ul>
    ${folders.map((folder) => {
      const inside = ranges.filter((each) => parts(each).length > depth + 1 && parts(each)[depth] === folder);
      return html`<li key=${`${folder}/`}><details open=${folders.length === 1 || inside.includes(at)}><summary>${folder} <span class="muted small">${inside.length}</span></summary>
        <${Folder} ranges=${inside} depth=${depth + 1} at=${at} onPut=${onPut} onForget=${onForget} /></details></li>`;
    })}
    ${ranges.filter((each) => parts(each).length === depth + 1).map((each) => html`<li key=${each.name}>
      <button type="button" aria-pressed=${each === at} onClick=${() => onPut(each)}>${parts(each)[depth]}</button>
      <button type="button" class="quiet" aria-label=${`Delete ${each.name}`} onClick=${() => onForget(each)}>×</button>
    </li>`)}
  </ul>`;
}

/** All named ranges as text or a file, and one range as a file that commands read. */
function Files({ text, name, dialects }) {
  const [typed, setTyped] = useState("");
  const [dialect, setDialect] = useState("pokerlake");
  const [told, setTold] = useState("");
  const [problem, setProblem] = useState(null);
  const id = useId();
  const chosen = useRef(null);
  const tried = (action) => async () => {
    try {
      setProblem(null);
      setTold("");
      setTold((await action()) ?? "");
    } catch (error) {
      setProblem(error);
    }
  };
  const take = async (texts) => {
    const read = [];
    for (const [content, title] of texts) {
      const place = title ? `${title}: ` : "";
      const found = await Promise.resolve().then(() => asRead(linesIn(content, title), dialect))
        .catch((error) => Promise.reject(new Error(`${place}${error.message}`)));
      read.push(...found);
    }
    save(read);
    return `${read.length} ${read.length === 1 ? "range is" : "ranges are"} read.`;
  };
  const takeFiles = tried(async () => {
    const files = [...chosen.current.files];
    const texts = await Promise.all(files.map(async (file) => [await file.text(), file.name.replace(/\.[^.]*$/, "")]));
    chosen.current.value = "";
    return take(texts);
  });
  const one = tried(async () => {
    const { data } = await ask("range", { text, to: dialect });
    download(`${(name || "range").replaceAll("/", " ")}.txt`, `${data.written}\n`);
  });
  return html`<details><summary class="muted small">As text and as a file</summary>
    <p class="muted small">A line for each: <span class="text">BTN/20 bb/open = 22+,A2s+</span>. A file without names is one range, named as the file.</p>
    ${dialects && html`<${Choice} label="Notation of what is read" value=${dialect} options=${dialects} onChange=${setDialect} />`}
    <div class="field above"><label for=${id}>Named ranges as text</label>
      <textarea id=${id} rows="4" class="text wide" value=${typed} onInput=${(event) => setTyped(event.target.value)}></textarea></div>
    <div class="row">
      <button type="button" disabled=${!typed.trim()} onClick=${tried(() => take([[typed, ""]]))}>Read them</button>
      <button type="button" disabled=${!named.value.length} onClick=${() => setTyped(written(named.value))}>Write all of them</button>
      <button type="button" disabled=${!named.value.length} onClick=${() => download("ranges.txt", written(named.value))}>Save all to a file</button>
      ${dialects && html`<button type="button" disabled=${!text.trim()} onClick=${one}>Save this one to a file</button>`}
    </div>
    <label class="small above">Load files <input type="file" multiple ref=${chosen} class="small" onChange=${takeFiles} /></label>
    <${Wrong} problem=${problem} />
    ${told && html`<p class="small" role="status">${told}</p>`}
  </details>`;
}
