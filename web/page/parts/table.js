// Tables of many rows: sorted, filtered and scrolled. Tabulator is loaded with the first of them.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Cards } from "./cards.js";
import { count } from "./told.js";
import { render } from "../vendor/preact.js";

let library = null;

function load() {
  if (!library) {
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "vendor/tabulator.css" });
    document.head.append(style);
    library = import("../vendor/tabulator.js").then((module) => module.Tabulator);
  }
  return library;
}

const span = (text) => Object.assign(document.createElement("span"), { textContent: text });

// How a cell is shown, by the kind of its column. Each returns an element: text would be markup.
const KINDS = {
  text: (value) => span(value ?? ""),
  cards: (value) => {
    const place = document.createElement("span");
    render(html`<${Cards} of=${value ?? ""} />`, place);
    return place;
  },
  percent: (value, digits = 2) => span(value === null || value === undefined ? "" : (100 * value).toFixed(digits)),
  number: (value, digits = 3) => span(value === null || value === undefined ? "" : value.toFixed(digits)),
  count: (value) => span(value === null || value === undefined ? "" : count(value)),
};

function column({ field, title, kind = "text", digits, width, frozen, tip }) {
  const isNumber = ["percent", "number", "count"].includes(kind);
  return {
    field,
    title: title ?? field,
    width,
    frozen,
    headerTooltip: tip ? () => span(tip) : false,
    sorter: isNumber ? "number" : "string",
    sorterParams: { alignEmptyValues: "bottom" },
    headerSortStartingDir: isNumber ? "desc" : "asc",
    hozAlign: isNumber ? "right" : "left",
    headerHozAlign: isNumber ? "right" : "left",
    titleFormatter: () => span(title ?? field),
    formatter: (cell) => KINDS[kind](cell.getValue(), digits),
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

/** What a screen reader and a keyboard need, and the library does not do. */
function accessible(table, label) {
  const grid = table.element;
  const find = (name) => grid.querySelector(`.tabulator-${name}`);
  grid.setAttribute("aria-label", label);
  grid.removeAttribute("aria-owns");
  find("tableholder").setAttribute("role", "rowgroup");
  find("table").setAttribute("role", "none");
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
 * percent (of a share), number and count. rows are objects. filter is a function of a row, or null;
 * sort is [field, "asc" or "desc"]. onRow takes a row that is clicked, or Enter on it; onSort the
 * new sort. paged is how many rows a page has, 0 for one table that scrolls.
 */
export function DataTable({ label, columns, rows, filter = null, sort = null, onRow = null, onSort = null, paged = 0, height = "26rem" }) {
  const place = useRef(null);
  const pages = useRef(null);
  const made = useRef(null);
  const calls = useRef({});
  calls.current = { onRow, onSort };
  const key = JSON.stringify([columns, paged, label]);
  useEffect(() => {
    let gone = false;
    load().then((Tabulator) => {
      if (gone || !place.current) return;
      const table = new Tabulator(place.current, {
        height: paged ? undefined : height,
        data: rows,
        layout: "fitDataFill",
        columns: columns.map(column),
        placeholder: nothing(),
        initialSort: sort ? [{ column: sort[0], dir: sort[1] }] : [],
        pagination: paged > 0,
        paginationSize: paged || undefined,
        paginationElement: paged ? pages.current : undefined,
        rowFormatter: (row) => {
          if (!calls.current.onRow) return;
          const element = row.getElement();
          element.classList.add("opens");
          element.tabIndex = 0;
          element.onkeydown = (event) => event.key === "Enter" && calls.current.onRow?.(row.getData());
        },
      });
      table.on("tableBuilt", () => {
        accessible(table, label);
        made.current = { table, rows };
        table.setFilter(current.current ?? (() => true));
      });
      table.on("rowClick", (_, row) => calls.current.onRow?.(row.getData()));
      table.on("dataSorted", ([first]) => {
        if (first && made.current) calls.current.onSort?.([first.field, first.dir]);
      });
    });
    return () => {
      gone = true;
      made.current?.table.destroy();
      made.current = null;
    };
  }, [key]);
  const current = useRef(filter);
  current.current = filter;
  useEffect(() => {
    if (!made.current || made.current.rows === rows) return;
    made.current.rows = rows;
    made.current.table.replaceData(rows);
  }, [rows]);
  useEffect(() => {
    made.current?.table.setFilter(filter ?? (() => true));
  }, [filter]);
  return html`<div class="data"><div ref=${place}></div>${paged > 0 && html`<div class="tabulator pages" ref=${pages}></div>`}</div>`;
}
