// Solved spots after the flop: those of the lake, reports over flops, and spots solved here.
import { addressOf } from "../address.js";
import { Jobs } from "./jobs.js";
import { needs } from "../parts/styles.js";
import { html } from "../vendor/preact.js";
import { Reports } from "./solutions/reports.js";
import { SolveSpot } from "./solutions/solve.js";
import { Spots, StoredSpot } from "./solutions/spots.js";

needs("views/solved.css");

const PARTS = [
  ["", "Spots", Spots],
  ["reports", "Reports", Reports],
  ["solve", "Solve", SolveSpot],
];

export default function Solutions({ params }) {
  const part = params.get("v") ?? "";
  const [, , View] = PARTS.find(([name]) => name === part) ?? PARTS[0];
  return html`<h1 class="hidden">Solutions</h1>
    <nav class="parts" aria-label="Solutions">
      ${PARTS.map(
        ([name, title]) =>
          html`<a href=${addressOf("solutions", { v: name })} aria-current=${name === part ? "page" : null}>${title}</a>`,
      )}
    </nav>
    <${Jobs} />
    ${params.has("spot") ? html`<${StoredSpot} params=${params} />` : html`<${View} key=${part} params=${params} />`}`;
}
