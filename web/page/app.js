// The frame of the page: its views, each loaded when it is first shown, and the theme.
import { address, addressOf } from "./address.js";
import { making } from "./ask.js";
import { GAMES, gameOf, play, strangeGame } from "./games.js";
import { isPlain } from "./parts/keys.js";
import { lazy } from "./parts/lazy.js";
import { NamedList } from "./parts/named/list.js";
import { html, render, useEffect, useState } from "./vendor/preact.js";

const VIEWS = [
  ["equity", "Equity"],
  ["board", "Board"],
  ["flops", "Flops"],
  ["preflop", "Preflop"],
  ["solutions", "Solutions"],
  ["ask", "Ask"],
  ["hands", "Hands"],
  ["sql", "SQL"],
];
const LETTERS = "ebfpsahq"; // that lead to them, after g
const Help = lazy(() => import("./parts/help.js"), "Help");
const BEHIND = [["hand", "A hand", "hands"], ["home", "Start"]]; // views that others lead to, and which
const OF_ALL_GAMES = ["hand", "hands", "home", "sql"]; // shared by them
const FOR_ALL = ["equity", "ask", ...OF_ALL_GAMES]; // whatever the game
const OTHERS = {
  board: ({ flops }) => (flops ? "omaha/board" : null),
  preflop: ({ hole, ranked }) => (hole === 2 ? "preflop" : ranked ? "omaha/preflop" : null),
};
const loaded = new Map();

/** The title of a view; empty for an unknown one. */
const titleOf = (view) => [...VIEWS, ...BEHIND].find(([name]) => name === view)?.[1];

/** The module of a view for a game, null if that game has none. */
function moduleOf(view, game) {
  if (!titleOf(view)) return null;
  return game.slug && !FOR_ALL.includes(view) ? OTHERS[view]?.(game) ?? null : view;
}

function useView(name) {
  const [, again] = useState(0);
  useEffect(() => {
    if (!name || loaded.has(name)) return;
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

/** "?" shows the keys of the view, and "g" with a letter leads to another. */
function Keys({ view, game }) {
  const [shown, show] = useState(false);
  useEffect(() => {
    let before = "";
    const press = (event) => {
      if (!isPlain(event)) return;
      const [name] = (before === "g" && VIEWS[LETTERS.indexOf(event.key)]) || [];
      before = event.key;
      if (name) location.hash = addressOf(name, { game: game.slug });
      else if (event.key === "?") show(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [game]);
  return html`<button type="button" class="quiet" aria-label="Keys of this view" title="Keys: ?" onClick=${() => show(true)}>?</button>
    ${shown && html`<${Help} view=${view} views=${VIEWS.map(([name, title], at) => [name, title, LETTERS[at]])} onClose=${() => show(false)} />`}`;
}

/** The current game; imported hands and SQL cover all games. */
function Game({ game }) {
  return html`<select class="game" aria-label="Game" value=${game.slug} onChange=${(event) => play(event.target.value)}>
    ${GAMES.map(({ slug, title }) => html`<option value=${slug} selected=${slug === game.slug}>${title}</option>`)}
  </select>`;
}

/** What the server is making ready, while answers wait for it. */
function Making() {
  return html`<p class="making" role="status">${making.value}</p>`;
}

function NotThere({ title, game }) {
  return html`<h1 class="hidden">${title}</h1>
    <p>${title} is not there for ${game.title}. <button type="button" onClick=${() => play("")}>Show it for hold'em</button></p>`;
}

function App() {
  const { view, params } = address.value;
  const game = gameOf(params);
  const known = titleOf(view);
  const before = BEHIND.find(([name]) => name === view)?.[2];
  const strange = !OF_ALL_GAMES.includes(view) && strangeGame(params);
  const module = moduleOf(view, game);
  const View = useView(module);
  useEffect(() => {
    document.title = known ? `${known} · pokerlake` : "pokerlake";
    // On a small screen the row of views scrolls.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [view]);
  return html`<a class="skip" href="#main" onClick=${skip}>Skip to the view</a>
    <header>
      <a class="home" href=${addressOf("home", { game: game.slug })}>pokerlake</a>
      <nav aria-label="Views">
        ${VIEWS.map(
          ([name, title]) =>
            html`<a href=${addressOf(name, { game: game.slug })} aria-current=${name === view ? "page" : name === before ? "true" : null}>${title}</a>`,
        )}
      </nav>
      ${!OF_ALL_GAMES.includes(view) && html`<${Game} game=${game} />`}
      <${Keys} view=${view} game=${game} />
      <${Theme} />
    </header>
    <${Making} />
    <${NamedList} game=${game} />
    <main id="main" tabindex="-1" data-view=${view}>
      ${strange && html`<p class="problem" role="alert">There is no game ${strange} here; this is ${game.title}. The list above has all games.</p>`}
      ${known && View && html`<${View} key=${module + game.slug} params=${params} />`}
      ${known && !module && html`<${NotThere} title=${known} game=${game} />`}
      ${known && module && !View && html`<p class="muted" aria-busy="true">Loading…</p>`}
      ${!known && html`<h1>There is no view ${view}</h1><p><a href=${addressOf("home")}>Start</a></p>`}
    </main>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

render(html`<${App} />`, document.getElementById("app"));
