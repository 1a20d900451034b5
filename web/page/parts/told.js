// What is told beside an answer: the same elsewhere, and pictures.
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

/** What is looked for first, large: <Figures of={[[title, value, about]]} />. */
export const Figures = ({ of }) =>
  html`<dl class="figures">${of.map(([title, value, about]) => html`<div key=${title}><dt>${title}</dt><dd><span class="answer">${value}</span> <span class="muted small">${about}</span></dd></div>`)}</dl>`;

/** A gain by deviating, for people: what cannot be seen in four digits is below them. */
export const gainOf = (gain) => (gain < 0.0001 ? "below 0.0001" : fixed(gain, 4));

/** A picture that the server has drawn: <Picture svg={answer.data.svg} label="…" />. */
export function Picture({ svg, label }) {
  const place = useRef(null);
  useEffect(() => {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    place.current.replaceChildren(document.importNode(drawn, true));
  }, [svg]);
  return html`<div class="picture" role="img" aria-label=${label} ref=${place}></div>`;
}

/** The text of a number, zero without a sign. */
export const unsignedZero = (text) => text.replace(/^-(0(\.0*)?)$/, "$1");

/** A number with so many digits behind the point, and zero without a sign. */
export const fixed = (value, digits) => unsignedZero(value.toFixed(digits));

/** A share 0 to 1 as a percentage. */
export const percent = (share, digits = 2) =>
  share === null || share === undefined || Number.isNaN(share) ? "–" : `${fixed(100 * share, digits)} %`;

/** A number with commas. */
export const count = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en-US"));

/** How many there are of something: "1 row", "1,755 rows". */
export const counted = (value, one) => `${count(value)} ${one}${value === 1 ? "" : "s"}`;
