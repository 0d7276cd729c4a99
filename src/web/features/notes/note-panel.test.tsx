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
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Олива 5W-30' }, { text: 'Олива 5W-30 і фільтр' }]);
});
