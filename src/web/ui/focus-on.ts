/** Focuses the element of that id, if there is one. */
export const focusOn = (id: string, options?: FocusOptions): void => document.getElementById(id)?.focus(options);
