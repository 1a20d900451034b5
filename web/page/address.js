// Every view is an address: "#/equity?p=AA&p=KK&b=Jh2h3d". A view's state is there and nowhere else,
// so back, reload and a shared link all show the same.
import { signal } from "./vendor/preact.js";

const FIRST = "home";

/** The current address: a link may have been followed that the signal does not know yet. */
export function current() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || FIRST, params: new URLSearchParams(query) };
}

/** The current view and its parameters: {view, params}. */
export const address = signal(current());

addEventListener("hashchange", () => {
  address.value = current();
});

/** The address of a view as text; empty parameters are left out. */
export function addressOf(view, params = {}) {
  const query = params instanceof URLSearchParams ? params : new URLSearchParams();
  if (query !== params) {
    for (const [name, value] of Object.entries(params)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (each !== "" && each !== null && each !== undefined) query.append(name, each);
      }
    }
  }
  // The signs of ranges stay legible.
  const text = query.toString().replace(/%2C/g, ",");
  return `#/${view}${text ? `?${text}` : ""}`;
}

/** Go to a view, as a link does. */
export function go(view, params) {
  location.hash = addressOf(view, params);
}

/**
 * Change some parameters of the current view. Lists are repeated parameters, and empty ones are
 * removed. With push, "back" leads to the previous address; otherwise it is replaced, as while typing.
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
