// Keys that are pressed anywhere in a view.

const TYPING = "input, select, textarea, .code, dialog, [contenteditable]";

/** Whether an event of the keyboard is for the view: nothing is typed into, and no Ctrl, Alt or Meta. */
export const isPlain = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest?.(TYPING);
