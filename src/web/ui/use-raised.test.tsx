import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { closeToast, showToast } from './toast.ts';

/** Position of the notices, at the lower edge of the window. */
const NOTICES = new DOMRect(16, 660, 328, 56);
const bounds: Record<string, DOMRect> = {};

afterEach(() => {
  vi.restoreAllMocks();
  for (let id = 0; id < 50; id += 1) act(() => closeToast(id));
});

function open() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    if (this.getAttribute('aria-keyshortcuts')) return NOTICES;
    return bounds[this.textContent || (this as HTMLInputElement).name] ?? new DOMRect();
  });
  show(
    <main>
      <form>
        <input name="work" aria-label="work" />
        <button type="submit">Add</button>
      </form>
      <button type="button">Elsewhere</button>
    </main>,
    { language: 'en' },
  );
  act(() => showToast({ text: 'added' }));
}
const isRaised = () => screen.getByRole('region').parentElement?.dataset.raised === 'true';

test('notices move to the top when they would cover the submit button of the focused form, and stay there', () => {
  Object.assign(bounds, { Add: new DOMRect(200, 650, 140, 44), work: new DOMRect(16, 500, 328, 44) });
  open();
  expect(isRaised()).toBe(false);
  fireEvent.focusIn(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(isRaised()).toBe(false);
  act(() => screen.getByLabelText('work').focus());
  expect(isRaised()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(isRaised()).toBe(true);
});

test('notices stay at the bottom until a focused field is scrolled under them', () => {
  Object.assign(bounds, { Add: new DOMRect(200, 550, 140, 44), work: new DOMRect(16, 500, 328, 44) });
  open();
  act(() => screen.getByLabelText('work').focus());
  expect(isRaised()).toBe(false);
  bounds.work = new DOMRect(16, 670, 328, 44);
  fireEvent.scroll(window);
  expect(isRaised()).toBe(true);
});
