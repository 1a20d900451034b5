// What stands beside an answer: the same elsewhere, figures, pictures; and numbers as people read them.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const TITLES = { python: "Python", sql: "SQL", command: "Command line" };

/** The Python, SQL or command that gives the same: <Same of={answer.same} />. */
export function Same({ of, title = "The same elsewhere" }) {
  const [copied, setCopied] = useState("");
  const parts = Object.entries(of ?? {});
  if (!parts.length) return null;
  const copy = (name, text) => navigator.clipboard?.writeText(text).then(() => setCopied(name));
  return html`<details class="same">
    <summary>${title}</summary>
    ${parts.map(
      ([name, text]) => html`<div key=${name}>
        <div class="row"><strong class="small">${TITLES[name]}</strong>
          <button type="button" class="quiet small" onClick=${() => copy(name, text)}>
            ${copied === name ? "Copied" : "Copy"}<span class="hidden"> ${TITLES[name]}</span>
          </button>
          ${name === "sql" && html`<a class="small" href=${`#/sql?q=${encodeURIComponent(text)}`}>Open in SQL</a>`}
        </div>
        <pre tabindex="0" data-same=${name}>${name === "python" ? `import pokerlake as pk\n${text}` : text}</pre>
      </div>`,
    )}
  </details>`;
}

/** The numbers that people look for first, large: <Figures of={[[title, value, about]]} />. */
export const Figures = ({ of }) =>
  html`<dl class="figures">${of.map(([title, value, about]) => html`<div key=${title}><dt>${title}</dt><dd><span class="answer">${value}</span> <span class="muted small">${about}</span></dd></div>`)}</dl>`;

/** A gain by deviating, to four digits. */
export const gainOf = (gain) => (gain < 0.0001 ? "below 0.0001" : fixed(gain, 4));

/** A picture that the server has drawn: <Picture svg={answer.data.svg} label="…" />. */
export function Picture({ svg, label }) {
  const place = useRef(null);
  useEffect(() => {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    place.current.replaceChildren(document.importNode(drawn, true));
  }, [svg]);
  return html`<div class="picture" tabindex="0" role="img" aria-label=${label} ref=${place}></div>`;
}

/** The text of a number as data: zero has no sign, other numbers below zero keep their hyphen. */
export const unsignedZero = (text) => text.replace(/^-(0(\.0*)?)$/, "$1");

/** The text of a number for people: a minus sign (U+2212) as in charts, and zero without a sign. */
export const withMinus = (text) => unsignedZero(text).replace(/^-/, "−");

/** A number with this many digits after the point. */
export const fixed = (value, digits) => withMinus(value.toFixed(digits));

/** A share 0 to 1 as a percentage. */
export const percent = (share, digits = 2) =>
  share === null || share === undefined || Number.isNaN(share) ? "–" : `${fixed(100 * share, digits)} %`;

/** A number with commas. */
export const count = (value) => (value === null || value === undefined ? "–" : withMinus(value.toLocaleString("en-US")));

/** How many there are of something: "1 row", "1,755 rows". */
export const counted = (value, one) => `${count(value)} ${one}${value === 1 ? "" : "s"}`;
