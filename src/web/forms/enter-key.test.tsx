import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { TextField } from '../ui/fields.tsx';
import { handleEnter } from './enter-key.ts';

const NAMES = ['brand', 'model', 'color'] as const;

function Form({ onSend }: { onSend: () => void }) {
  const form = useForm({
    name: 'vehicle',
    initialValues: { brand: '', model: '', color: '' },
    validate: (values) => Object.fromEntries(NAMES.filter((name) => values[name] === '').map((name) => [name, 'validation.required'])),
  });
  return (
    <form onKeyDown={(event) => handleEnter(event, form)} onSubmit={form.onSubmit(onSend)}>
      {NAMES.map((name) => (
        <TextField key={name} label={name} enterKeyHint={name === 'model' ? 'next' : undefined} {...form.getInputProps(name)} />
      ))}
      <select aria-label="unit" />
      <button type="submit">Send</button>
    </form>
  );
}

function open() {
  const onSend = vi.fn();
  const { user } = show(<Form onSend={onSend} />);
  const marked = () => NAMES.filter((name) => screen.getByLabelText(name).getAttribute('aria-invalid'));
  const focused = () => screen.getAllByRole('textbox').indexOf(document.activeElement as HTMLElement);
  return { user, onSend, marked, focused };
}

test('Enter moves from field to field, marks only fields already reached, and submits at the end', async () => {
  const { user, onSend, marked, focused } = open();
  await user.type(screen.getByLabelText('brand'), 'MAN{Enter}');
  expect([marked(), focused()]).toEqual([[], 1]);
  await user.keyboard('{Enter}');
  expect([marked(), focused()]).toEqual([['model'], 1]);
  await user.keyboard('TGX{Enter}');
  expect([marked(), focused()]).toEqual([[], 2]);
  await user.keyboard('red{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
});

test('Enter in a later field moves to the first invalid one; errors marked by the submit button stay marked', async () => {
  const { user, onSend, marked, focused } = open();
  await user.type(screen.getByLabelText('model'), 'TGX{Enter}');
  expect([marked(), focused()]).toEqual([['brand'], 0]);
  await user.click(screen.getByRole('button'));
  expect(marked()).toEqual(['brand', 'color']);
  await user.type(screen.getByLabelText('brand'), 'MAN{Enter}');
  expect([marked(), focused()]).toEqual([['color'], 1]);
  expect(onSend).not.toHaveBeenCalled();
});

test('Enter in a valid form submits it, except in a field whose key is named “next”', async () => {
  const { user, onSend, focused } = open();
  for (const name of NAMES) await user.type(screen.getByLabelText(name), 'x');
  screen.getByLabelText('model').focus();
  await user.keyboard('{Enter}');
  expect([focused(), onSend.mock.calls.length]).toEqual([2, 0]);
  await user.keyboard('{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
});
