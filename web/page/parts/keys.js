// Keys that are pressed anywhere in a view.

const TYPING = "input, select, textarea, .code, dialog, [contenteditable]";

/** Whether a keyboard event is for the view: not in a text field, and without Ctrl, Alt or Meta. */
export const isPlain = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.(TYPING);
