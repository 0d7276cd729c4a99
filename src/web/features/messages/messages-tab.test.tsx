import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Message } from '#contract/messages.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { keys } from '#web/api/keys.ts';
import { MessagesTab } from './messages-tab.tsx';

const MESSAGE: Message = {
  ...{ id: 12, first_name: 'Maria', last_name: 'Shevchenko', email: 'maria@example.com', is_priority: true, status: 'waiting' },
  ...{ created_at: '2026-06-01T10:00:00.000Z', text: 'Can I add a trailer?', language: 'en', user_id: 3, user_email: 'own@example.com' },
  ...{ same_email_user_id: null, answered_at: null, answered_by: null, replies: [] },
};
const REPLY: Message['replies'][number] = {
  ...{ id: 1, text: 'Yes, you can.', actor: 'admin@example.com', created_at: '2026-06-01T11:00:00.000Z' },
  ...{ state: 'sent', reason: null, mail_id: 5 },
};
const { text, ...LISTED } = MESSAGE;
const PATH = '/api/admin/messages';
const one = (data: Message, code = 'messagesApi.update.success') => ({ body: { success: true, data, code, message: '' } });

function listOf(facts: object = {}) {
  const list = { success: true, data: [{ ...LISTED, excerpt: text }], total: 1, total_in_all: 0, is_partial: false };
  return { body: { ...list, has_contact_email: true, has_smtp: true, ...facts } };
}

/** The tab, with whether it reports unsaved input. */
function Panel() {
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <MessagesTab onDirty={setDirty} />
      <output>{isDirty ? 'unsaved' : 'saved'}</output>
    </>
  );
}

function shown(path: string, answers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(answers);
  return { ...server, ...show(<Panel />, { language: 'en', path }) };
}

test('opens a message from the list and returns to the same list', async () => {
  const { say, user, router } = shown('/?tab=messages&status=all&q=maria', {
    [`GET ${PATH}`]: () => listOf(),
    [`GET ${PATH}/12`]: () => one(MESSAGE),
  });
  await user.click(await screen.findByRole('link', { name: /Maria Shevchenko/ }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Maria Shevchenko' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(router.state.location.search).toBe('?tab=messages&status=all&q=maria&message=12');
  expect(await screen.findByText(MESSAGE.text)).toBeDefined();
  expect(screen.getByRole('link', { name: 'own@example.com' }).getAttribute('href')).toBe('/admin?tab=listUsers&user=3');
  await user.click(screen.getByRole('link', { name: say('adminLists:messages.back') }));
  expect(router.state.location.search).toBe('?tab=messages&status=all&q=maria');
  const title = await screen.findByRole('heading', { level: 1, name: new RegExp(say('adminLists:messages.title')) });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('asks for unanswered messages first, and for the others by the filter', async () => {
  const { say, user, sent, router } = shown('/?tab=messages', { [`GET ${PATH}`]: () => listOf() });
  await screen.findByRole('link', { name: /Maria/ });
  await user.click(screen.getByRole('button', { name: say('adminLists:messages.filters.answered') }));
  await waitFor(() => expect(sent.map(({ query }) => query.get('status'))).toEqual(['waiting', 'answered']));
  expect(router.state.location.search).toBe('?tab=messages&status=answered');
});

test('warns about missing settings, and says if only a part was searched', async () => {
  const { say } = shown('/?q=a', { [`GET ${PATH}`]: () => listOf({ has_contact_email: false, has_smtp: false, is_partial: true }) });
  expect(await screen.findByText(/CONTACT_EMAIL/)).toBeDefined();
  expect(screen.getByText(/SMTP_URL/)).toBeDefined();
  expect(screen.getByText(say('adminLists:messages.partial'))).toBeDefined();
});

test('does not warn when the settings are complete', async () => {
  shown('/', { [`GET ${PATH}`]: () => listOf() });
  await screen.findByRole('link', { name: /Maria/ });
  expect(screen.queryByText(/CONTACT_EMAIL|SMTP_URL/)).toBeNull();
});

test('says above a reply that emails are not delivered, if no mail server is set', async () => {
  const { client, say, user } = shown('/?tab=messages', { [`GET ${PATH}`]: () => listOf(), [`GET ${PATH}/12`]: () => one(MESSAGE) });
  client.setQueryData([...keys.overview, 'messages'], { success: true, data: { orders: 0, messages: 1, mails: null, setup: ['mail'] } });
  await user.click(await screen.findByRole('link', { name: /Maria Shevchenko/ }));
  expect(await screen.findByText(say('admin:noMail'))).toBeDefined();
});

test('marks a message as answered and back', async () => {
  let status: Message['status'] = 'waiting';
  const { say, user } = shown('/?message=12', {
    [`GET ${PATH}`]: () => listOf(),
    [`GET ${PATH}/12`]: () => one({ ...MESSAGE, status }),
    [`PATCH ${PATH}/12`]: ({ body }) => {
      status = (body as { status: Message['status'] }).status;
      return one({ ...MESSAGE, status });
    },
  });
  await user.click(await screen.findByRole('button', { name: say('adminLists:messages.markAnswered') }));
  await user.click(await screen.findByRole('button', { name: say('adminLists:messages.markWaiting') }));
  await screen.findByRole('button', { name: say('adminLists:messages.markAnswered') });
  expect(screen.getByText(say('adminLists:messages.done.waiting', { name: 'Maria Shevchenko' }))).toBeDefined();
});

test('sends one reply for a double click, and reports unsaved input until it is sent', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof one>>();
  const { say, user, sent } = shown('/?message=12', {
    [`GET ${PATH}/12`]: () => one(MESSAGE),
    [`POST ${PATH}/12/replies`]: () => answer.promise,
  });
  const field = await screen.findByRole('textbox', { name: say('adminLists:messages.reply') });
  await user.type(field, 'Yes, you can.');
  expect(screen.getByText('unsaved')).toBeDefined();
  const button = screen.getByRole('button', { name: say('adminLists:messages.send') });
  await user.dblClick(button);
  await act(async () => answer.resolve(one({ ...MESSAGE, status: 'answered', replies: [REPLY] }, 'messagesApi.reply.success')));
  const replies = await screen.findByRole('region', { name: say('adminLists:messages.replies') });
  expect(within(replies).getByText('Yes, you can.')).toBeDefined();
  expect(within(replies).getByText(say('adminLists:messages.states.sent'))).toBeDefined();
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(screen.getByText('saved')).toBeDefined();
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([{ text: 'Yes, you can.', replies_seen: 0 }]);
  expect(posts[0]?.headers.get('idempotency-key')).toMatch(/.{8,}/);
});

test('keeps the text and shows the reply of another administrator', async () => {
  let replies: Message['replies'] = [];
  const { say, user, sent } = shown('/?message=12', {
    [`GET ${PATH}/12`]: () => one({ ...MESSAGE, replies }),
    [`POST ${PATH}/12/replies`]: ({ body }) => {
      if ((body as { replies_seen: number }).replies_seen === 1)
        return one({ ...MESSAGE, replies: [REPLY, { ...REPLY, id: 2, text: 'Mine.' }] });
      replies = [REPLY];
      return { status: 409, body: { success: false, code: 'messagesApi.replied', message: '' } };
    },
  });
  const field = await screen.findByRole('textbox', { name: say('adminLists:messages.reply') });
  await user.type(field, 'Mine.');
  const button = screen.getByRole('button', { name: say('adminLists:messages.send') });
  await user.click(button);
  await screen.findByText(REPLY.text);
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:messagesApi.replied'));
  expect((field as HTMLTextAreaElement).value).toBe('Mine.');
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await user.click(button);
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  const keys = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('sends a reply that was not delivered again', async () => {
  let state: 'failed' | 'waiting' = 'failed';
  const { say, user } = shown('/?message=12', {
    [`GET ${PATH}/12`]: () => one({ ...MESSAGE, replies: [{ ...REPLY, state, reason: 'recipient' }] }),
    'POST /api/admin/mails/5/send': () => {
      state = 'waiting';
      return { body: { success: true, code: 'mailsApi.send.success', message: '' } };
    },
  });
  expect(await screen.findByText(say('adminLists:messages.reasons.recipient'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: say('adminLists:messages.sendAgain') }));
  expect(await screen.findByText(say('adminLists:messages.states.waiting'))).toBeDefined();
  expect(screen.queryByRole('button', { name: say('adminLists:messages.sendAgain') })).toBeNull();
});

test('text typed while a reply is sent stays', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof one>>();
  const { say, user } = shown('/?message=12', {
    [`GET ${PATH}/12`]: () => one(MESSAGE),
    [`POST ${PATH}/12/replies`]: () => answer.promise,
  });
  const field = await screen.findByRole('textbox', { name: say('adminLists:messages.reply') });
  await user.type(field, 'Yes.');
  await user.click(screen.getByRole('button', { name: say('adminLists:messages.send') }));
  await user.type(field, ' And');
  await act(async () => answer.resolve(one({ ...MESSAGE, status: 'answered', replies: [REPLY] }, 'messagesApi.reply.success')));
  await screen.findByRole('region', { name: say('adminLists:messages.replies') });
  expect((field as HTMLTextAreaElement).value).toBe('Yes. And');
  expect(screen.getByText('unsaved')).toBeDefined();
});

test('leads from codes of orders in the text to them, and to the account with the same email, which is not verified', async () => {
  const text = 'Paid 57NN UQ7J and d4f79lq2, not 57NN UQ7L, 057NNUQ7J9 or 57NNUQ7JX.';
  const { say } = shown('/?tab=messages&message=12', {
    [`GET ${PATH}/12`]: () => one({ ...MESSAGE, text, user_id: null, user_email: null, same_email_user_id: 9 }),
  });
  await screen.findByText(say('adminLists:messages.sameEmail'));
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toContainEqual(['57NN UQ7J', '/admin?tab=orders&q=57NNUQ7J']);
  expect(links.filter(([, href]) => href?.includes('tab=orders')).map(([name]) => name)).toEqual(['57NN UQ7J', 'd4f79lq2']);
  expect(links).toContainEqual([MESSAGE.email, '/admin?tab=listUsers&user=9']);
});

test('offers what a search finds with any status if it finds none with this one', async () => {
  const { say, user, router } = shown('/?tab=messages&q=maria', {
    [`GET ${PATH}`]: ({ query }) => (query.get('status') === 'all' ? listOf() : listOf({ data: [], total: 0, total_in_all: 1 })),
  });
  await user.click(await screen.findByRole('button', { name: say('admin:list.inAll', { value: '1' }) }));
  expect(router.state.location.search).toBe('?tab=messages&q=maria&status=all');
  expect(await screen.findByRole('link', { name: /Maria Shevchenko/ })).toBeTruthy();
});

test.each([200, 404])('deletes a message after a question, and shows the list, also if it was deleted meanwhile (%i)', async (status) => {
  const { say, user, sent, router } = shown('/?tab=messages&status=all&message=12', {
    [`GET ${PATH}`]: () => listOf(),
    [`GET ${PATH}/12`]: () => one(MESSAGE),
    [`DELETE ${PATH}/12`]: () =>
      status === 200 ? { body: { success: true } } : { status, body: { success: false, code: 'messagesApi.404', message: '' } },
  });
  await user.click(await screen.findByRole('button', { name: say('adminLists:messages.remove.button') }));
  const dialog = within(screen.getByRole('dialog', { name: say('adminLists:messages.remove.title', { name: 'Maria Shevchenko' }) }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(dialog.getByRole('button', { name: say('adminLists:messages.remove.confirm') }));
  await screen.findByText(say('adminLists:messages.done.removed', { name: 'Maria Shevchenko' }));
  expect(router.state.location.search).toBe('?tab=messages&status=all');
});
