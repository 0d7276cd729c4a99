import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { NotePanel } from './note-panel.tsx';

const NOTE = 'PUT /api/vehicles/7/note';

function Panel() {
  const [text, setText] = useState<string | null>('Олива');
  return (
    <NotePanel vehicleId={7} vehicleName="Škoda" text={text} onChanged={setText} onSettled={() => undefined} onNotFound={() => undefined} />
  );
}

async function open() {
  const held = Promise.withResolvers<void>();
  const { sent } = fakeServer({
    [NOTE]: async ({ body }) => {
      await held.promise;
      return { body: { success: true, data: body } };
    },
  });
  const page = show(<Panel />);
  await page.user.click(screen.getByRole('button', { name: page.say('notes:edit') }));
  await screen.findByRole('textbox');
  return {
    ...page,
    sent,
    release: held.resolve,
    field: () => screen.getByRole<HTMLTextAreaElement>('textbox'),
    save: () => page.user.click(screen.getByRole('button', { name: page.say('notes:save') })),
  };
}

test('closes after the note is saved, and returns the focus', async () => {
  const { user, say, field, save, release } = await open();
  await user.type(field(), ' 5W-30');
  await save();
  release();
  await screen.findByText('Олива 5W-30');
  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: say('notes:edit') })));
});

test('stays open with the text typed while the note was saved', async () => {
  const { user, field, save, release, sent } = await open();
  await user.type(field(), ' 5W-30');
  await save();
  await user.type(field(), ' і фільтр');
  release();
  await waitFor(() => expect(screen.getByRole('form').querySelector('[aria-busy]')).toBeNull());
  expect(field().value).toBe('Олива 5W-30 і фільтр');
  expect(document.activeElement).toBe(field());
  await save();
  await screen.findByText('Олива 5W-30 і фільтр');
  expect(sent.map(({ body }) => body)).toEqual([
    { text: 'Олива 5W-30', seen: 'Олива' },
    { text: 'Олива 5W-30 і фільтр', seen: 'Олива 5W-30' },
  ]);
});

test('a note that was changed elsewhere is shown beside the typed one, and saved only after that', async () => {
  const other = 'Олива, антифриз';
  const { sent } = fakeServer({
    [NOTE]: ({ body }) =>
      (body as { seen: string }).seen === other
        ? { body: { success: true, data: body } }
        : { status: 409, body: { success: false, code: 'api.changed', message: '' } },
    'GET /api/vehicles/7/note': () => ({ body: { success: true, data: { text: other } } }),
  });
  const { user, say } = show(<Panel />);
  await user.click(screen.getByRole('button', { name: say('notes:edit') }));
  const save = () => user.click(screen.getByRole('button', { name: say('notes:save') }));
  await user.type(await screen.findByRole('textbox'), ', свічки');
  await save();
  await screen.findByText(say('errors:api.changed'));
  expect(screen.getByText(new RegExp(other))).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Олива, свічки');
  await save();
  await screen.findByText('Олива, свічки');
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { text: 'Олива, свічки', seen: 'Олива' },
    { text: 'Олива, свічки', seen: other },
  ]);
});
