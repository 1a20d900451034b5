// Parts that are loaded when they are first shown.
import { html, useEffect, useState } from "../vendor/preact.js";

/** A component of a module: lazy(() => import("./x.js"), "Name"). */
export function lazy(load, name) {
  let Found = null;
  return function Lazy(props) {
    const [problem, again] = useState(null);
    useEffect(() => {
      if (Found) return;
      load().then((module) => {
        Found = module[name];
        again(false);
      }, () => again(true));
    }, []);
    if (problem) return html`<p class="problem">This part cannot be loaded.</p>`;
    return Found ? html`<${Found} ...${props} />` : html`<p class="muted" aria-busy="true">Loading…</p>`;
  };
}
