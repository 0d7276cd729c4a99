/** Focuses a field and brings its form into view; of a form that does not fit into the window, the beginning and the field. */
export function focusForm(input: HTMLElement | null | undefined): void {
  input?.focus({ preventScroll: true });
  const form = input?.closest('form');
  form?.scrollIntoView({ block: 'nearest' });
  if (form && form.getBoundingClientRect().top < 0) form.scrollIntoView();
  input?.scrollIntoView({ block: 'nearest' });
}
