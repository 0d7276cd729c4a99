import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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
  return { ...shown, field, options, onSubmit, onEscape };
}

test('suggests values that contain all typed words in any letter case, matches at the start first', async () => {
  const { user, field, options } = open();
  await user.type(field, 'ОЛИВ');
  expect(options()).toEqual(['Олива в коробці', 'Заміна оливи']);
  await user.type(field, ' кор');
  expect(options()).toEqual(['Олива в коробці']);
  await user.type(field, 'x');
  expect(options()).toEqual([]);
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

test('focus does not open the list; a click shows all suggestions', async () => {
  const { user, field, options } = open();
  await user.tab();
  expect(document.activeElement).toBe(field);
  expect(options()).toEqual([]);
  await user.click(field);
  expect(options()).toHaveLength(3);
});

test('an arrow key and Enter choose without submitting; the next Enter submits', async () => {
  const { user, field, options, onSubmit } = open();
  await user.type(field, 'олив{ArrowDown}{ArrowDown}{Enter}');
  expect(field.value).toBe('Заміна оливи');
  expect(options()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a click chooses and keeps the focus in the field, even for the same suggestion twice', async () => {
  const { user, field } = open();
  for (const _ of [1, 2]) {
    await user.clear(field);
    await user.type(field, 'гал');
    await user.click(screen.getByRole('option', { name: 'Гальмівні колодки' }));
    expect(field.value).toBe('Гальмівні колодки');
    expect(document.activeElement).toBe(field);
  }
});

test('Enter without a highlighted suggestion submits the typed text', async () => {
  const { user, field, options, onSubmit } = open();
  await user.type(field, 'Олива{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(field.value).toBe('Олива');
  expect(options()).toEqual([]);
});

test('leaving the field keeps the typed text, even if a suggestion is highlighted', async () => {
  const { user, field } = open();
  await user.type(field, 'олив{ArrowDown}');
  await user.tab();
  expect(field.value).toBe('олив');
});

test('the first Escape closes the suggestions, the second one reaches the form; the text stays', async () => {
  const { user, field, options, onEscape } = open();
  await user.type(field, 'олив{Escape}');
  expect(options()).toEqual([]);
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledOnce();
  expect(field.value).toBe('олив');
});

test('the caret stays where letters are inserted, and Home moves it while suggestions are open', async () => {
  const { user, field } = open();
  await user.type(field, 'ова');
  await user.keyboard('{Home}{ArrowRight}ли');
  expect(field.value).toBe('олива');
  expect(field.selectionStart).toBe(3);
});

test('all values are suggested for a chosen value, so that another one can be chosen', () => {
  expect(suggestionsFor(WORK, 'заміна оливи')).toEqual(WORK);
});
