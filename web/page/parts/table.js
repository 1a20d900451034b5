// Tables of many rows: sorted, filtered and scrolled. Tabulator is loaded with the first of them.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { cardsIn, RANKS, SYMBOLS } from "./cards.js";
import { count, fixed, unsignedZero } from "./told.js";

const FEW_ROWS = 12;

let library = null;

function load() {
  if (!library) {
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "vendor/tabulator.css" });
    document.head.append(style);
    library = import("../vendor/tabulator.js").then(({ Tabulator }) => {
      Tabulator.extendModule("layout", "modes", { spread });
      return Tabulator;
    });
  }
  return library;
}

/** A layout: columns are as wide as their data, and share the remaining space. */
function spread(columns) {
  columns.forEach((column) => column.reinitializeWidth());
  const left = this.table.rowManager.element.clientWidth - columns.reduce((sum, column) => sum + column.getWidth(), 0);
  if (left >= columns.length) columns.forEach((column) => column.setWidth(column.getWidth() + Math.floor(left / columns.length)));
}

const span = (text) => Object.assign(document.createElement("span"), { textContent: text });

/** As Cards of cards.js, without a Preact tree for each cell, which took half of the time. */
function cards(text) {
  const place = Object.assign(span(""), { className: "card" });
  const said = Object.assign(span(text), { className: "hidden" });
  const seen = span("");
  seen.setAttribute("aria-hidden", "true");
  seen.append(...cardsIn(text).map((card) => Object.assign(span(card[0] + SYMBOLS[card[1]]), { className: card[1] })));
  place.append(said, seen);
  return place;
}

const none = () => Object.assign(span("null"), { className: "muted" });

/** Numbers as text by value, to the last digit; null comes last. */
function exactly(a, b, _rowA, _rowB, _column, direction) {
  if (a === null || b === null) return ((a === null) - (b === null)) * (direction === "asc" ? 1 : -1);
  const [one, other] = [Number(a), Number(b)];
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) - Number.isNaN(other);
  if (one !== other || !/^-?\d+$/.test(a) || !/^-?\d+$/.test(b)) return one < other ? -1 : one > other ? 1 : 0;
  return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
}

/** A value with its interval, and its number of chances. */
function estimate(value, digits, between, of) {
  const place = span(value === null || value === undefined ? "–" : fixed(value, digits));
  const ends = between ? between.map((end) => fixed(end, 0)).join(between[0] < 0 ? " to " : "–") : "";
  const told = [ends, typeof of === "number" && digits ? `of ${count(of)}` : ""].filter(Boolean).join(" ");
  if (told) place.append(Object.assign(document.createElement("small"), { textContent: told }));
  return place;
}

/** Ranks, the deuce first. */
const byRank = (a, b) => RANKS.indexOf(b) - RANKS.indexOf(a);

// How a cell is shown, by the kind of its column. Each returns an element: text would be markup.
const KINDS = {
  text: (value) => span(value ?? ""),
  rank: (value) => span(value ?? ""),
  cards: (value) => cards(value ?? ""),
  percent: (value, digits = 2) => span(value === null || value === undefined ? "" : fixed(100 * value, digits)),
  number: (value, digits = 3) => span(value === null || value === undefined ? "" : fixed(value, digits)),
  estimate: (value, digits, row, field) => estimate(value, digits, row[`${field} between`], row[`${field} of`]),
  count: (value) => span(value === null || value === undefined ? "" : count(value)),
  exact: (value) => (value === null ? none() : span(unsignedZero(value))),
  cell: (value) => (value === null ? none() : span(value)),
};

function column({ field, title, kind = "text", digits, width, frozen, tip }) {
  const isNumber = ["percent", "number", "count", "exact", "estimate"].includes(kind);
  return {
    field,
    title: title ?? field,
    width,
    frozen,
    headerTooltip: tip ? () => span(tip) : false,
    sorter: kind === "exact" ? exactly : kind === "rank" ? byRank : isNumber ? "number" : "string",
    sorterParams: { alignEmptyValues: "bottom" },
    headerSortStartingDir: isNumber || kind === "rank" ? "desc" : "asc",
    hozAlign: isNumber ? "right" : "left",
    headerHozAlign: isNumber ? "right" : "left",
    titleFormatter: () => span(title ?? field),
    formatter: (cell) => KINDS[kind](cell.getValue(), digits, cell.getData(), field),
  };
}

function nothing() {
  const row = document.createElement("div");
  row.className = "tabulator-placeholder-contents";
  row.setAttribute("role", "row");
  const cell = span("No rows");
  cell.setAttribute("role", "gridcell");
  row.append(cell);
  return row;
}

/** A row that opens something: by a click, or by Enter when the arrow keys have led to it. */
function opening(row, open) {
  const element = row.getElement();
  element.classList.add("opens");
  element.tabIndex = -1;
  element.onkeydown = (event) => {
    const next = { ArrowDown: () => row.getNextRow(), ArrowUp: () => row.getPrevRow() }[event.key]?.();
    if (event.key === "Enter") open();
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    const there = next.getElement();
    if (there.isConnected) there.focus();
    else next.getTable().scrollToRow(next, "center", false).then(() => there.focus());
  };
}

/** A shade at the right edge, while columns are out of sight there. */
function showsCut(table) {
  const place = table.element.querySelector(".tabulator-tableholder");
  const look = () => table.element.classList.toggle("cut", place.scrollLeft + place.clientWidth < place.scrollWidth - 1);
  place.addEventListener("scroll", look);
  for (const event of ["renderComplete", "redrawComplete", "columnResized"]) table.on(event, look);
  look();
}

/** The parts for screen readers and keyboards that the library lacks. */
function accessible(table, label) {
  const grid = table.element;
  const find = (name) => grid.querySelector(`.tabulator-${name}`);
  grid.setAttribute("aria-label", label);
  grid.removeAttribute("aria-owns");
  find("tableholder").setAttribute("role", "rowgroup");
  find("table").setAttribute("role", "none");
  find("tableholder").addEventListener("keydown", (event) => {
    const first = event.key === "ArrowDown" && table.getRows("visible")[0]?.getElement();
    if (event.target !== event.currentTarget || !first || first.tabIndex !== -1 || !first.onkeydown) return;
    event.preventDefault();
    first.focus();
  });
  const rows = (n) => grid.setAttribute("aria-rowcount", 1 + n);
  rows(table.getDataCount("active"));
  table.on("dataFiltered", (_, left) => rows(left.length));
  for (const each of table.getColumns()) {
    const head = each.getElement();
    if (!head.classList.contains("tabulator-sortable")) {
      head.removeAttribute("aria-sort");
      continue;
    }
    head.tabIndex = 0;
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        head.click();
      }
    });
  }
}

/**
 * A table. columns are [{field, title, kind, digits, width, frozen, tip}], kind one of text, cards,
 * rank, percent (of a share), number, count; estimate, for rows with an interval and a number of
 * chances; exact and cell, text as it is, numbers or not, in which null is shown. rows are objects.
 * filter is a function of a row, or null; sort is [field, "asc" or "desc"]. onRow takes a row that is
 * clicked, or Enter on it; onSort the new sort. paged is how many rows a page has, 0 for one table
 * that scrolls.
 */
export function DataTable({ label, columns, rows, filter = null, sort = null, onRow = null, onSort = null, paged = 0, height = "26rem" }) {
  const place = useRef(null);
  const pages = useRef(null);
  const made = useRef(null);
  const calls = useRef({});
  const sorted = sort ? sort.join(":") : "";
  calls.current = { onRow, onSort, sorted };
  const scrolls = rows.length > FEW_ROWS; // fewer leave no room below them
  const inPages = paged > 0 && rows.length > paged;
  const key = JSON.stringify([columns, paged, label, scrolls, inPages]);
  const current = useRef({});
  current.current = { rows, filter };
  const show = (next) => {
    if (!made.current || made.current.rows === next) return;
    made.current.rows = next;
    made.current.table.replaceData(next);
  };
  useEffect(() => {
    let gone = false;
    load().then((Tabulator) => {
      if (gone || !place.current) return;
      const table = new Tabulator(place.current, {
        height: paged || !scrolls ? undefined : height,
        data: rows,
        layout: "spread",
        nestedFieldSeparator: false, // a dot in a field is a dot: share b1.8
        renderVerticalBuffer: 160, // pixels of rows beyond those in sight, each of which takes time
        columns: columns.map(column),
        placeholder: nothing(),
        initialSort: sort ? [{ column: sort[0], dir: sort[1] }] : [],
        pagination: inPages,
        paginationSize: paged || undefined,
        paginationElement: inPages ? pages.current : undefined,
        rowFormatter: (row) => calls.current.onRow && opening(row, () => calls.current.onRow(row.getData())),
      });
      table.on("tableBuilt", () => {
        accessible(table, label);
        showsCut(table);
        made.current = { table, rows };
        table.setFilter(current.current.filter ?? (() => true));
        show(current.current.rows); // they may have changed by now
      });
      table.on("rowClick", (_, row) => calls.current.onRow?.(row.getData()));
      table.on("dataSorted", ([first]) => {
        const isNew = first && made.current && `${first.field}:${first.dir}` !== calls.current.sorted;
        if (isNew) calls.current.onSort?.([first.field, first.dir]);
      });
    });
    return () => {
      gone = true;
      made.current?.table.destroy();
      made.current = null;
      pages.current?.replaceChildren(); // the library leaves its buttons there
    };
  }, [key]);
  useEffect(() => show(rows), [rows]);
  useEffect(() => {
    const [now] = made.current?.table.getSorters() ?? [];
    if (now && sort && `${now.field}:${now.dir}` !== sorted) made.current.table.setSort(sort[0], sort[1]);
  }, [sorted]);
  useEffect(() => {
    made.current?.table.setFilter(filter ?? (() => true));
  }, [filter]);
  return html`<div class="data"><div ref=${place}></div>${inPages && html`<div class="tabulator pages" ref=${pages}></div>`}</div>`;
}
