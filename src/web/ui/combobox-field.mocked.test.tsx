import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { ComboboxField } from './combobox-field.tsx';
import { suggestionsFor } from './combobox-suggestions.ts';

const WORK = ['Заміна оливи', 'Гальмівні колодки', 'Олива в коробці'].map((value) => ({ value }));

function Form({ onSubmit, onEscape }: { onSubmit: () => void; onEscape: () => void }) {
  const [value, setValue] = useState('');
  return (
    <form
      onKeyDown={(event) => event.key === 'Escape' && onEscape()}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ComboboxField label="Робота" value={value} onChange={setValue} suggestions={WORK} />
      <button type="submit">ok</button>
    </form>
  );
}

/** Resolves or rejects when the code of the list arrives. */
let arrival: PromiseWithResolvers<void>;
beforeEach(() => {
  arrival = Promise.withResolvers();
  vi.resetModules();
  vi.doMock('./combobox-list.tsx', async (original) => {
    await arrival.promise;
    return original();
  });
});

function open() {
  const onSubmit = vi.fn();
  const onEscape = vi.fn();
  const shown = show(<Form onSubmit={onSubmit} onEscape={onEscape} />);
  const field = screen.getByRole('combobox', { name: 'Робота' }) as HTMLInputElement;
  const options = () => {
    const list = screen.queryByRole('listbox');
    return list
      ? within(list)
          .queryAllByRole('option')
          .map((option) => option.textContent)
      : [];
  };
  const isLoaded = () => field.hasAttribute('aria-controls');
  return { ...shown, field, options, isLoaded, onSubmit, onEscape };
}

/** Focuses the field as a key does, and waits for its list. */
async function openLoaded() {
  const opened = open();
  arrival.resolve();
  await opened.user.tab();
  await waitFor(() => expect(opened.isLoaded()).toBe(true));
  return opened;
}

test('letters typed before the list has arrived stay, in the same focused input, and are answered when it arrives', async () => {
  const { user, field, options, isLoaded } = open();
  await user.type(field, 'ова');
  await user.keyboard('{Home}{ArrowRight}ли');
  expect(isLoaded()).toBe(false);
  expect(field.getAttribute('aria-expanded')).toBe('false');
  arrival.resolve();
  await waitFor(() => expect(options()).toEqual(['Олива в коробці']));
  expect(screen.getByRole('combobox')).toBe(field);
  expect(document.activeElement).toBe(field);
  expect([field.value, field.selectionStart]).toEqual(['олива', 3]);
});

test.each(['{Enter}', '{Escape}', '{Tab}'])('a list that arrives after %s stays closed', async (key) => {
  const { user, field, options, isLoaded, onSubmit } = open();
  await user.type(field, `олив${key}`);
  expect(onSubmit).toHaveBeenCalledTimes(key === '{Enter}' ? 1 : 0);
  arrival.resolve();
  await waitFor(() => expect(isLoaded()).toBe(true));
  expect([field.value, options()]).toEqual(['олив', []]);
});

test('without the code of the list, the field takes text', async () => {
  const { user, field, isLoaded, onSubmit } = open();
  await user.tab();
  arrival.reject(new Error('no connection'));
  await user.keyboard('олива{ArrowDown}{Enter}');
  expect([field.value, isLoaded()]).toEqual(['олива', false]);
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('suggests values that contain all typed words in any letter case, matches at the start first', async () => {
  const { user, field, options } = await openLoaded();
  await user.type(field, 'ОЛИВ');
  expect(options()).toEqual(['Олива в коробці', 'Заміна оливи']);
  await user.type(field, ' кор');
  expect(options()).toEqual(['Олива в коробці']);
  await user.type(field, 'x');
  expect(options()).toEqual([]);
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

test('focus does not open the list; a click shows all suggestions', async () => {
  const { user, field, options } = await openLoaded();
  expect(document.activeElement).toBe(field);
  expect(options()).toEqual([]);
  await user.click(field);
  expect(options()).toHaveLength(3);
});

test('an arrow key and Enter choose without submitting; the next Enter submits', async () => {
  const { user, field, options, onSubmit } = await openLoaded();
  await user.type(field, 'олив{ArrowDown}{ArrowDown}{Enter}');
  expect(field.value).toBe('Заміна оливи');
  expect(options()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a click chooses and keeps the focus in the field, even for the same suggestion twice', async () => {
  const { user, field } = await openLoaded();
  for (const _ of [1, 2]) {
    await user.clear(field);
    await user.type(field, 'гал');
    await user.click(screen.getByRole('option', { name: 'Гальмівні колодки' }));
    expect(field.value).toBe('Гальмівні колодки');
    expect(document.activeElement).toBe(field);
  }
});

test('Enter without a highlighted suggestion submits the typed text', async () => {
  const { user, field, options, onSubmit } = await openLoaded();
  await user.type(field, 'Олива{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(field.value).toBe('Олива');
  expect(options()).toEqual([]);
});

test('leaving the field keeps the typed text, even if a suggestion is highlighted', async () => {
  const { user, field } = await openLoaded();
  await user.type(field, 'олив{ArrowDown}');
  await user.tab();
  expect(field.value).toBe('олив');
});

test('the first Escape closes the suggestions, the second one reaches the form; the text stays', async () => {
  const { user, field, options, onEscape } = await openLoaded();
  await user.type(field, 'олив{Escape}');
  expect(options()).toEqual([]);
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledOnce();
  expect(field.value).toBe('олив');
});

test('the caret stays where letters are inserted, and Home moves it while suggestions are open', async () => {
  const { user, field } = await openLoaded();
  await user.type(field, 'ова');
  await user.keyboard('{Home}{ArrowRight}ли');
  expect(field.value).toBe('олива');
  expect(field.selectionStart).toBe(3);
});

test('a suggestion typed in full closes the list, and a click opens it', async () => {
  const { user, field, options } = await openLoaded();
  await user.type(field, 'заміна олив');
  expect(options()).toEqual(['Заміна оливи']);
  await user.type(field, 'и', { skipClick: true });
  expect(options()).toEqual([]);
  await user.click(field);
  expect(options()).toHaveLength(3);
});

test('all values are suggested for a chosen value, so that another one can be chosen', () => {
  expect(suggestionsFor(WORK, 'заміна оливи')).toEqual(WORK);
});
