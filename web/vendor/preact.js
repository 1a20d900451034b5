// Components, templates that need no compiler, and signals, as one module: two copies of preact on a
// page would not share hooks. Templates become calls of h, and `style` is set through
// `element.style`: `script-src 'self'; style-src 'self'` lets all of it pass.
import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);

export { Fragment, createContext, h, render } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
export {
  batch,
  computed,
  effect,
  signal,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
} from "@preact/signals";
