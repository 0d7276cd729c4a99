import { postSendCode } from '#tests/support/accounts.ts';
import type { TestApp } from '#tests/support/app.ts';
import { feedbackBody } from '#tests/support/builders.ts';
import { anAdmin } from '#tests/support/orders.ts';
import type { Provoke, Scenarios } from './scenario.ts';

async function aMessage(app: TestApp): Promise<number> {
  await app.request('POST', '/api/feedback/send', { body: feedbackBody() });
  const { id } = await app.store.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

const read =
  (find: (app: TestApp) => Promise<number | string>): Provoke =>
  async (app) =>
    app.request('GET', `/api/admin/messages/${await find(app)}`, { token: (await anAdmin(app)).token });
const mark =
  (find: (app: TestApp) => Promise<number>): Provoke =>
  async (app) =>
    app.request('PATCH', `/api/admin/messages/${await find(app)}`, { token: (await anAdmin(app)).token, body: { status: 'answered' } });
const remove =
  (find: (app: TestApp) => Promise<number>): Provoke =>
  async (app) =>
    app.request('DELETE', `/api/admin/messages/${await find(app)}`, { token: (await anAdmin(app)).token });
const reply =
  (find: (app: TestApp) => Promise<number>, replies_seen?: number): Provoke =>
  async (app) =>
    app.request('POST', `/api/admin/messages/${await find(app)}/replies`, {
      token: (await anAdmin(app)).token,
      body: { text: 'Так.', replies_seen },
    });
const unknown = async (): Promise<number> => 999_999;

/** The id of the newest email. */
async function aMail(app: TestApp): Promise<number> {
  const { id } = await app.store.db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}
const sendAgain = async (app: TestApp, id: number) =>
  app.request('POST', `/api/admin/mails/${id}/send`, { token: (await anAdmin(app)).token });

export const messageScenarios: Record<string, Scenarios> = {
  listMessages: { good: async (app) => app.request('GET', '/api/admin/messages?q=x', { token: (await anAdmin(app)).token }), errors: {} },
  getMessage: { good: read(aMessage), errors: { 'messagesApi.404': read(unknown) } },
  updateMessage: { good: mark(aMessage), errors: { 'messagesApi.404': mark(unknown) } },
  removeMessage: { good: remove(aMessage), errors: { 'messagesApi.404': remove(unknown) } },
  replyToMessage: {
    good: reply(aMessage),
    errors: {
      'messagesApi.404': reply(unknown),
      'messagesApi.replied': async (app) => {
        const id = await aMessage(app);
        await reply(async () => id)(app);
        return reply(async () => id, 0)(app);
      },
    },
  },
  listWaitingMails: {
    good: async (app) => app.request('GET', '/api/admin/mails/waiting', { token: (await anAdmin(app)).token }),
    errors: {},
  },
  sendMailAgain: {
    good: async (app) => {
      await reply(aMessage)(app);
      return sendAgain(app, await aMail(app));
    },
    errors: {
      'mailsApi.404': (app) => sendAgain(app, 999_999),
      'adminApi.role': async (app) => {
        await reply(aMessage)(app);
        await app.store.db
          .updateTable('mails')
          .set({ kind: 'orderMade', expires_at: null })
          .where('id', '=', await aMail(app))
          .execute();
        const { token } = await anAdmin(app, 'orders');
        return app.request('POST', `/api/admin/mails/${await aMail(app)}/send`, { token });
      },
      'mailsApi.409': async (app) => {
        await postSendCode(app, { email: 'new@example.com' });
        return sendAgain(app, await aMail(app));
      },
    },
  },
};
