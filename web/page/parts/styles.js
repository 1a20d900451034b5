// Styles that only some views need, loaded with the first of them.
const loaded = new Set();

/** Load a stylesheet of the page: needs("views/sql/notebook.css"). */
export function needs(address) {
  if (loaded.has(address)) return;
  loaded.add(address);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}
