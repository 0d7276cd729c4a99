import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHistory as open, recordOf, TIMELINE } from '#tests/support/open-history.tsx';
import { hasDraft, writeDraft } from '../../../forms/drafts.ts';
import { clearDrafts } from '../../../forms/remove-drafts.ts';

const usual = window.matchMedia;
beforeEach(() => clearDrafts());
afterEach(() => {
  window.matchMedia = usual;
});
const usePhone = () => {
  window.matchMedia = (media) => ({ ...usual(media), matches: media === '(max-width: 677px)' });
};
const RECORDS = 'POST /api/vehicles/7/records';
const many = (count: number) => Array.from({ length: count }, (_, index) => recordOf(count - index));
const FAILURE = { status: 400, body: { success: false, code: 'validation', message: 'none', requestId: 'x', errors: [] } };
const draft = { performedOn: '', reading: '', operationName: '', partName: '', partCode: '', price: '' };
const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('"show more" works while the shown records are fetched again, which is then repeated', async () => {
  const { user, say, client, holdAnswers, server } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  const firstPages = () => server.sent.filter(({ query }) => !query.has('cursor')).length;
  const more = await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) });
  const { promise, resolve } = Promise.withResolvers<void>();
  holdAnswers(promise);
  void client.invalidateQueries();
  await user.click(more);
  await act(async () => resolve());
  await screen.findByText('Робота 1');
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-edit-work:1'));
  await waitFor(() => expect(firstPages()).toBe(3));
});

test('"show more" says that it failed, and tries again', async () => {
  const { user, say, server } = open([recordOf(3), recordOf(2), recordOf(1)], { size: 2 });
  const answer = server.answers[`GET ${TIMELINE}`];
  const more = await screen.findByRole('button', { name: say('records:history.more', { count: 1 }) });
  server.answers[`GET ${TIMELINE}`] = () => FAILURE;
  await user.click(more);
  expect((await screen.findByRole('alert')).textContent).toBe(say('records:history.moreFailed'));
  if (answer) server.answers[`GET ${TIMELINE}`] = answer;
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  await screen.findByText('Робота 1');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-edit-work:1'));
});

test('"show more" focuses the first record of a long page, whose rows are rendered later', async () => {
  const { user, say } = open(many(200));
  await user.click(await screen.findByRole('button', { name: say('records:history.more', { count: 50 }) }));
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-edit-work:150'));
  await user.click(screen.getByRole('button', { name: say('records:history.more', { count: 100 }) }));
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-edit-work:100'));
});

test('says that a record that the search does not show has unsaved changes, and leads to it', async () => {
  const { user, say, search } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.click(document.getElementById('entry-edit-work:2') as HTMLElement);
  const form = within(await screen.findByRole('form', { name: /Робота 2/ }));
  await user.type(form.getByLabelText(say('records:form.operation'), { exact: true }), ' і фільтр');
  await user.click(document.getElementById('entry-edit-work:1') as HTMLElement);
  await user.type(search(), 'Робота 3');
  await screen.findByText(say('records:history.draft'), { exact: false });
  expect(screen.queryByRole('form', { name: /Робота 2/ })).toBeNull();
  await waitFor(() => expect(leaves(), 'the browser asks before the tab is closed').toBe(true));
  await user.click(screen.getByRole('link', { name: say('records:history.toDraft') }));
  await waitFor(() => expect(screen.getByDisplayValue('Робота 2 і фільтр')).toBeTruthy());
  expect(screen.queryByText(say('records:history.draft'), { exact: false })).toBeNull();
});

test('on a phone the form for a new record is folded again on the way back, and with a button', async () => {
  usePhone();
  const { user, say } = open([recordOf(1)]);
  const isFolded = () => document.querySelector('[data-folded]') !== null;
  await screen.findByText('Робота 1');
  await user.click(screen.getByRole('button', { name: 'add' }));
  expect(isFolded()).toBe(false);
  await user.click(await screen.findByRole('button', { name: say('records:form.cancel') }));
  expect(isFolded()).toBe(true);
  await waitFor(() => expect(document.activeElement?.id).toBe('history-7'));
  await user.click(screen.getByRole('button', { name: 'add' }));
  expect(isFolded()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'view' }));
  await user.click(screen.getByRole('button', { name: 'view' }));
  await screen.findByText('Робота 1');
  expect(isFolded()).toBe(true);
  expect(document.activeElement?.closest('form')).toBeFalsy();
});

test('on a phone the form stays for the next work of the visit, with day and reading', async () => {
  usePhone();
  const { user, say, server } = open([recordOf(1)]);
  server.answers[RECORDS] = () => ({ status: 201, body: { success: true, data: recordOf(9) } });
  await screen.findByText('Робота 1');
  await user.click(screen.getByRole('button', { name: 'add' }));
  const form = within(await screen.findByRole('form', { name: say('records:form.label') }));
  const field = (name: string) => form.getByLabelText(say(`records:form.${name}`, { sign: '₴' }), { exact: true }) as HTMLInputElement;
  await user.clear(field('reading.km'));
  await user.type(field('reading.km'), '900');
  await user.type(field('operation'), 'Лампа');
  await user.type(field('price'), '5');
  await user.click(form.getByRole('button', { name: say('records:form.add') }));
  await waitFor(() => expect(form.getByRole('status').textContent).toBe(say('records:form.added', { name: 'Робота 9' })));
  expect([field('reading.km').value, field('operation').value]).toEqual(['900', '']);
  expect(document.activeElement).toBe(field('operation'));
  expect(document.querySelector('[data-folded]')).toBeNull();
  await user.click(form.getByRole('button', { name: say('records:form.done') }));
  expect(document.querySelector('[data-folded]')).not.toBeNull();
});

test('on a phone the form for a new entry can be cancelled with what is typed in it', async () => {
  usePhone();
  const { user, say, server } = open([recordOf(1)]);
  server.answers[RECORDS] = () => FAILURE;
  server.answers['GET /api/vehicles/7/costs'] = () => ({ body: { success: true, data: [], nextCursor: null } });
  await screen.findByText('Робота 1');
  const cancel = (form: ReturnType<typeof within>) => user.click(form.getByRole('button', { name: say('records:form.cancel') }));
  const isFolded = () => document.querySelector('[data-folded]') !== null;
  await user.click(screen.getByRole('button', { name: 'add' }));
  const work = within(await screen.findByRole('form', { name: say('records:form.label') }));
  const operation = work.getByLabelText(say('records:form.operation'), { exact: true }) as HTMLInputElement;
  await user.type(operation, 'Лампа');
  await user.type(work.getByLabelText(say('records:form.price', { sign: '₴' }), { exact: true }), '5');
  await user.click(work.getByRole('button', { name: say('records:form.add') }));
  await work.findByRole('alert');
  await cancel(work);
  expect([isFolded(), operation.value, work.queryByRole('alert'), leaves()]).toEqual([true, '', null, false]);
  await user.click(screen.getByRole('button', { name: 'add' }));
  await user.click(screen.getByRole('button', { name: say('entries:kind.cost') }));
  const cost = within(await screen.findByRole('form', { name: say('entryForms:newCost') }));
  await user.type(cost.getByLabelText(say('entryForms:total', { sign: '₴' }), { exact: true }), '5');
  expect(hasDraft('vehicle.7.new.cost')).toBe(true);
  await cancel(cost);
  expect([isFolded(), hasDraft('vehicle.7.new.cost')]).toEqual([true, false]);
});

test('after a deletion the row that took the place has the focus, where Enter does nothing', async () => {
  const { user, say, server } = open([recordOf(3), recordOf(2), recordOf(1)]);
  const remove = (id: number) =>
    screen.getByRole('button', { name: say('records:history.remove', { name: `Робота ${id}`, day: '14.06.2026' }) });
  await screen.findByText('Робота 2');
  remove(2).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.id).toBe('entry-work:1'));
  await user.keyboard('{Enter}');
  expect(server.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test.each([12, 150])(
  'an open form keeps its errors when a record is added above, and the focus stays there, with %i records',
  async (count) => {
    const records = many(count);
    const { user, say, server } = open(records, { size: count });
    server.answers[RECORDS] = () => {
      records.unshift(recordOf(count + 1));
      return { status: 201, body: { success: true, data: records[0] } };
    };
    const tenth = count - 9;
    await user.click(
      await screen.findByRole('button', { name: say('records:history.edit', { name: `Робота ${tenth}`, day: '14.06.2026' }) }),
    );
    const edited = () => screen.getByRole('form', { name: new RegExp(`Робота ${tenth}`) });
    await screen.findByRole('form', { name: new RegExp(`Робота ${tenth}`) });
    await user.clear(within(edited()).getByLabelText(say('records:form.price', { sign: '₴' }), { exact: true }));
    await user.click(within(edited()).getByRole('button', { name: say('records:form.save') }));
    const error = await screen.findByText(say('errors:validation.required'));
    const form = within(await screen.findByRole('form', { name: say('records:form.label') }));
    const operation = form.getByLabelText(say('records:form.operation'), { exact: true });
    await user.type(operation, 'Лампа');
    await user.type(form.getByLabelText(say('records:form.price', { sign: '₴' }), { exact: true }), '5');
    await user.click(form.getByRole('button', { name: say('records:form.add') }));
    await screen.findByText(`Робота ${count + 1}`);
    expect(edited().contains(error)).toBe(true);
    expect(document.activeElement).toBe(operation);
  },
);

test('a form that is shown again with its draft does not take the focus', async () => {
  const { user, say, search } = open([recordOf(3), recordOf(2), recordOf(1)]);
  await screen.findByText('Робота 3');
  await user.click(document.getElementById('entry-edit-work:2') as HTMLElement);
  const input = within(await screen.findByRole('form', { name: /Робота 2/ })).getByLabelText(say('records:form.operation'), {
    exact: true,
  });
  expect(document.activeElement).toBe(input);
  await user.type(input, '!');
  await user.type(search(), 'Робота 3');
  await screen.findByText(say('records:history.draft'), { exact: false });
  await user.clear(search());
  await screen.findByDisplayValue('Робота 2!');
  expect(document.activeElement).toBe(search());
});

test('unsaved changes of a record that was deleted elsewhere are shown, and can be discarded', async () => {
  const key = 'vehicle.7.entry.work:99';
  writeDraft(key, { ...draft, operationName: 'Заміна ременя', price: '250' });
  const { user, say } = open([recordOf(2), recordOf(1)]);
  await screen.findByText(/Заміна ременя · 250/);
  await waitFor(() => expect(leaves()).toBe(true));
  await user.click(screen.getByRole('button', { name: say('forms:restored.discard') }));
  expect(screen.queryByText(/Заміна ременя/)).toBeNull();
  expect(hasDraft(key)).toBe(false);
  expect(leaves()).toBe(false);
});
