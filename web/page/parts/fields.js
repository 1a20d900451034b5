// Fields with their names, and their errors beside them.
import { html, useEffect, useId, useRef, useState } from "../vendor/preact.js";

/** The status for what the lake lacks: nobody did anything wrong. */
export const ABSENT = 422;

/** The line with a problem, or with what the lake lacks; nothing without one. */
export function Wrong({ id, problem }) {
  if (!problem) return null;
  const absent = problem.status === ABSENT && !problem.field;
  return html`<p class=${absent ? "problem absent" : "problem"} id=${id} role=${absent ? "status" : "alert"}>${problem.message ?? problem}</p>`;
}

/** The problem if it is about this field, else null: problemOf(problem, "hands", 1). */
export function problemOf(problem, ...path) {
  return problem && problem.field === path.join(".") ? problem : null;
}

/**
 * A field of text. onChange takes what is typed, after a moment (wait, in ms), and at once at Enter
 * or when the field is left. about stands below it. With lines it has this many, and takes the
 * text of a file that is chosen, or dropped on it.
 */
export function TextField({ label, value, onChange, problem, wait = 250, hideLabel, about, lines, ...rest }) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const shown = useRef(value);
  const tell = useRef(null);
  tell.current = (text) => text !== value && onChange(text);
  useEffect(() => {
    if (shown.current !== value) { // not at first: something may be typed by then
      shown.current = value;
      setTyped(value); // this value was not typed, and is not reported
      return undefined;
    }
    if (typed === value) return undefined;
    const timer = setTimeout(() => tell.current(typed), wait);
    return () => clearTimeout(timer);
  }, [typed, value]); // reported at once by Enter, it is not reported again
  const now = (event) => tell.current(event.target.value); // typed text may not be drawn yet
  const take = async (files) => files[0] && tell.current(await files[0].text());
  const drop = (event) => {
    if (!lines || !event.dataTransfer.files.length) return; // text is dropped as into any field
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return html`<div class="field" onDrop=${drop}>
    <label for=${id} class=${hideLabel ? "hidden" : null}>${label}</label>
    <${lines ? "textarea" : "input"}
      id=${id}
      type=${lines ? null : "text"}
      rows=${lines}
      value=${typed}
      autocomplete="off"
      autocapitalize="off"
      spellcheck=${false}
      aria-invalid=${problem ? "true" : null}
      aria-describedby=${[about && `${id}-about`, problem && `${id}-wrong`].filter(Boolean).join(" ") || null}
      onInput=${(event) => setTyped(event.target.value)}
      onBlur=${now}
      onKeyDown=${(event) => event.key === "Enter" && !lines && now(event)}
      ...${rest}
    />
    ${lines && html`<input type="file" class="small" aria-label=${`${label}: a file`} onChange=${(event) => take(event.target.files)} />`}
    ${about && html`<p class="muted small about" id=${`${id}-about`}>${about}</p>`}
    <${Wrong} id=${`${id}-wrong`} problem=${problem} />
  </div>`;
}

/** The number in a text; other text stays as it is, for the server to report. */
export const numberIn = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);

/** A number, reported when it is valid: min, max and step as of an input. */
export function NumberField({ value, onChange, ...rest }) {
  const told = (text) => text.trim() !== "" && Number.isFinite(Number(text)) && onChange(Number(text));
  return html`<${TextField} value=${String(value)} onChange=${told} inputmode="decimal" ...${rest} />`;
}

/** One of several: options are [value, title]. */
export function Choice({ label, value, options, onChange, ...rest }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(event) => onChange(event.target.value)} ...${rest}>
      ${options.map(([each, title]) => html`<option value=${each} selected=${each === value}>${title}</option>`)}
    </select>
  </div>`;
}

/** Buttons of which one is pressed: options are [value, title]. */
export function Buttons({ label, value, options, onChange }) {
  return html`<div class="row" role="group" aria-label=${label}>
    ${options.map(
      ([each, title]) =>
        html`<button type="button" aria-pressed=${each === value} onClick=${() => onChange(each)}>${title}</button>`,
    )}
  </div>`;
}
