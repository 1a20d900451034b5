// Every view is an address: "#/equity?p=AA&p=KK&b=Jh2h3d". It is the one place where a view's state
// is, so that back, reload and a link that is sent all show the same.
import { signal } from "./vendor/preact.js";

const FIRST = "home";

/** What the address says now: a link may have been followed that the signal does not know yet. */
export function current() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || FIRST, params: new URLSearchParams(query) };
}

/** The view that is shown and its parameters: {view, params}. */
export const address = signal(current());

addEventListener("hashchange", () => {
  address.value = current();
});

/** The address of a view as text; parameters that are empty are left out. */
export function addressOf(view, params = {}) {
  const query = params instanceof URLSearchParams ? params : new URLSearchParams();
  if (query !== params) {
    for (const [name, value] of Object.entries(params)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== "" && each !== null && each !== undefined) query.append(name, each);
      }
    }
  }
  // What a range is full of stays legible.
  const text = query.toString().replace(/%2C/g, ",");
  return `#/${view}${text ? `?${text}` : ""}`;
}

/** Go to a view, as a link does. */
export function go(view, params) {
  location.hash = addressOf(view, params);
}

/**
 * Change some parameters of the view that is shown. Lists are repeated parameters, and what is
 * empty goes. With push, "back" leads to what was before; else it is replaced, as while typing.
 */
export function change(changes, { push = false } = {}) {
  const { view, params } = current();
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const each of Array.isArray(value) ? value : [value]) {
      if (Array.isArray(value) || (each !== "" && each !== null && each !== undefined)) {
        next.append(name, each);
      }
    }
  }
  const hash = addressOf(view, next);
  if (hash === location.hash) return;
  history[push ? "pushState" : "replaceState"](null, "", hash);
  address.value = current();
}
