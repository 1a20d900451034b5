// The frame of the page: its views, each loaded when it is first shown, and the theme.
import { address, addressOf } from "./address.js";
import { html, render, useEffect, useState } from "./vendor/preact.js";

const VIEWS = [
  ["equity", "Equity"],
  ["board", "Board"],
  ["flops", "Flops"],
  ["preflop", "Preflop"],
  ["solutions", "Solutions"],
  ["hands", "Hands"],
  ["sql", "SQL"],
];
const loaded = new Map();

function useView(name) {
  const [, again] = useState(0);
  useEffect(() => {
    if (loaded.has(name) || !VIEWS.some(([known]) => known === name)) return;
    import(`./views/${name}.js`)
      .then((module) => loaded.set(name, module.default))
      .catch(() => loaded.set(name, () => html`<p class="problem">This view cannot be loaded.</p>`))
      .finally(() => again((n) => n + 1));
  }, [name]);
  return loaded.get(name);
}

function Theme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  const other = theme === "dark" ? "light" : "dark";
  const choose = () => {
    document.documentElement.dataset.theme = other;
    localStorage.setItem("theme", other);
    setTheme(other);
  };
  return html`<button class="quiet theme" aria-label=${`Show it ${other}`} onClick=${choose}>
    ${theme === "dark" ? "☀" : "☾"}
  </button>`;
}

function App() {
  const { view, params } = address.value;
  const known = VIEWS.find(([name]) => name === view);
  const View = useView(view);
  useEffect(() => {
    document.title = known ? `${known[1]} · pokerlake` : "pokerlake";
    // On a small screen the row of views scrolls.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [view]);
  return html`<a class="skip" href="#main" onClick=${skip}>Skip to the view</a>
    <header>
      <a class="home" href=${addressOf("equity")}>pokerlake</a>
      <nav aria-label="Views">
        ${VIEWS.map(
          ([name, title]) =>
            html`<a href=${addressOf(name)} aria-current=${name === view ? "page" : null}>${title}</a>`,
        )}
      </nav>
      <${Theme} />
    </header>
    <main id="main" tabindex="-1" data-view=${view}>
      ${known && View && html`<${View} key=${view} params=${params} />`}
      ${known && !View && html`<p class="muted" aria-busy="true">Loading…</p>`}
      ${!known && html`<h1>There is no view ${view}</h1><p><a href=${addressOf("equity")}>Equity</a></p>`}
    </main>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

render(html`<${App} />`, document.getElementById("app"));
