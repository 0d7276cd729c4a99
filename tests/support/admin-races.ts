/** Invariants of the admin panel when two server processes receive requests at once; see races.ts. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { imageIdOf } from '#contract/images.ts';
import { ADVERT_IMAGE_TTL } from '#contract/limits.ts';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import { advertBody, allAdverts, anAdvertImage, putAdverts } from './adverts.ts';
import type { Answer } from './app.ts';
import { aUser } from './builders.ts';
import { runJobsOf } from './clocked.ts';
import { checkIntegrity } from './integrity.ts';
import { activatePayments, anAdmin, paymentBody, type TestAdmin } from './orders.ts';
import { request } from './processes.ts';
import { AT_ONCE, atOnce, type Pair, type Race, statuses } from './races.ts';
import { sellerBody } from './sellers.ts';
import type { RunningServer } from './server.ts';

export const clock = systemClock;
const ROUNDS = 4;

/** Adapts a server to the builders of the admin tests. */
export const at = (server: RunningServer) => ({
  request: (...[method, path, options]: Parameters<typeof request> extends [unknown, ...infer Rest] ? Rest : never) =>
    request(server, method, path, options),
});

const twoAdmins = ({ store }: Pair): Promise<TestAdmin[]> => Promise.all([anAdmin({ store, clock }), anAdmin({ store, clock })]);

async function newOrder({ servers: [server], store }: Pair): Promise<string> {
  await activatePayments({ store });
  const { token } = await aUser({ store, clock });
  const { status, body } = await request(server, 'POST', '/api/orders', { token, body: { tariff_change: 'family', payment_months: 2 } });
  strictEqual(status, 201);
  return body.data.order_code;
}

const of = (admins: TestAdmin[], index: number): TestAdmin => admins[index % admins.length] as TestAdmin;
const confirm = (server: RunningServer, code: string, { token }: TestAdmin): Promise<Answer> =>
  request(server, 'PATCH', `/api/admin/orders/${code}`, { token, body: { status: 'confirmed' } });
const removeSeen = (server: RunningServer, code: string, { token }: TestAdmin, seen: string): Promise<Answer> =>
  request(server, 'DELETE', `/api/admin/orders/${code}?status=${seen}`, { token });

/** Two administrators process an order that both see as pending: one of them succeeds, and the other gets an error that says why. */
export const twoAdminsOneOrder: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  for (let round = 0; round < ROUNDS; round += 1) {
    const code = await newOrder(pair);
    const answers = await atOnce(pair, (server, index) =>
      index % 4 < 2 ? confirm(server, code, of(admins, 0)) : removeSeen(server, code, of(admins, 1), 'processing'),
    );
    const isConfirmed = answers.some(({ body }) => body.code === 'tariffApi.status.success');
    deepStrictEqual(
      statuses(answers),
      isConfirmed
        ? {
            '200 tariffApi.status.success': 1,
            '409 tariffApi.status.sequence': AT_ONCE / 2 - 1,
            '409 tariffApi.status.changed': AT_ONCE / 2,
          }
        : { '200 tariffApi.remove.success': 1, '404 tariffApi.order.404': AT_ONCE - 1 },
    );
    const entries = await pair.store.db.selectFrom('audit').select(['actor', 'action']).where('subject', '=', `order ${code}`).execute();
    deepStrictEqual(
      entries.map(({ actor, action }) => [actor, action]),
      [[of(admins, isConfirmed ? 0 : 1).email, isConfirmed ? 'order.status' : 'order.delete']],
    );
  }
};

/** Both administrators saw an empty list: one fills it, the other gets a conflict. */
export const advertsUnseen: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  strictEqual((await putAdverts(at(pair.servers[0]), of(admins, 0), [])).status, 200);
  const answers = await atOnce(pair, (server, index) => putAdverts(at(server), of(admins, index), [advertBody(`№ ${index}`)], []));
  deepStrictEqual(statuses(answers), { '200 advertisingApi.update.success': 1, '409 advertisingApi.update.409': AT_ONCE - 1 });
  strictEqual((await allAdverts(at(pair.servers[1]), of(admins, 0))).length, 1);
};

/** Complete lists that replace each other: one of them remains, and the images of the others are deleted. */
export const advertLists: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  strictEqual((await putAdverts(at(pair.servers[0]), of(admins, 0), [])).status, 200);
  const images = await Promise.all(Array.from({ length: AT_ONCE }, () => anAdvertImage(at(pair.servers[0]), of(admins, 0))));
  const listOf = (index: number) => ['A', 'B', 'C'].map((name) => advertBody(`${name} ${index}`, { image: images[index] }));
  const answers = await atOnce(pair, (server, index) => putAdverts(at(server), of(admins, index), listOf(index)));
  deepStrictEqual(statuses(answers), { '200 advertisingApi.update.success': AT_ONCE });
  const left = await allAdverts(at(pair.servers[1]), of(admins, 0));
  const last = images.indexOf(left[0]?.image ?? '');
  deepStrictEqual(
    left.map(({ title_en, image }) => ({ title_en, image })),
    listOf(last).map(({ title_en, image }) => ({ title_en, image })),
  );
  const remaining = await pair.store.db.selectFrom('images').select('id').where('id', 'in', images.map(imageIdOf)).execute();
  deepStrictEqual(
    remaining.map(({ id }) => id),
    [imageIdOf(images[last] ?? '')],
  );
};

/** An expired image is either deleted, or saved in an advert and kept; an advert never lacks its image. */
export const sweepBesideSave: Race = async (pair) => {
  const [admin] = await twoAdmins(pair);
  for (let round = 0; round < ROUNDS; round += 1) {
    const image = await anAdvertImage(at(pair.servers[0]), admin as TestAdmin);
    await pair.store.db
      .updateTable('images')
      .set({ created_at: isoTime(Date.now() - ADVERT_IMAGE_TTL - 1_000) })
      .where('id', '=', imageIdOf(image))
      .execute();
    await pair.store.db
      .updateTable('jobs')
      .set({ due_at: isoTime(0) })
      .where('name', '=', 'adverts.images')
      .execute();
    const [saved] = await Promise.all([
      putAdverts(at(pair.servers[round % 2] as RunningServer), admin as TestAdmin, [advertBody('A', { image })]),
      ...pair.servers.map(runJobsOf),
    ]);
    ok(saved.status === 200 || saved.body.code === 'advertisingApi.update.400', JSON.stringify(saved.body));
    strictEqual((await request(pair.servers[1], 'GET', image)).status, saved.status === 200 ? 200 : 404);
  }
};

/** Answers of `AT_ONCE` administrators who all saw the same: one of them saves, the others get a conflict. */
function expectOneSaved(answers: Answer[], success: string, conflict = 'adminApi.changed'): void {
  deepStrictEqual(statuses(answers), { [`200 ${success}`]: 1, [`409 ${conflict}`]: AT_ONCE - 1 });
}

/** Payment details, the block message, the seller, an advert and a tariff that two administrators change after they saw the same. */
export const settingsUnseen: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  const [server] = pair.servers;
  const send = (...[method, path, bodyOf]: [method: 'PUT' | 'PATCH', path: string, bodyOf: (index: number) => object]) =>
    atOnce(pair, (one, index) => request(one, method, path, { token: of(admins, index).token, body: bodyOf(index) }));
  const [details] = (await request(server, 'GET', '/api/payments/payment?lang=ru')).body.data;
  const changed = (index: number) => ({ ...paymentBody({ lang: 'ru', payee_details: `№ ${index}` }), seen: details });
  expectOneSaved(await send('PUT', '/api/payments/payment', changed), 'paymentApi.success');

  const { success: _, ...message } = (await request(server, 'GET', '/api/payments/get-block-message')).body;
  const reworded = (index: number) => ({ data: { ...message, message_text_en: `No. ${index}` }, seen: message });
  expectOneSaved(await send('PUT', '/api/payments/update-block-message', reworded), 'paymentApi.blockStatusMessage.update.success');

  const { data: seller } = (await request(server, 'GET', '/api/payments/seller')).body;
  const renumbered = (index: number) => ({ data: sellerBody({ tax_number: `${index}` }), seen: seller });
  expectOneSaved(await send('PUT', '/api/payments/seller', renumbered), 'sellerApi.success');

  const { body } = await putAdverts(at(server), of(admins, 0), [advertBody('A')]);
  const [{ id, ...advert }] = body.data;
  const renamed = (index: number) => [{ id, ...advert, title_en: `No. ${index}`, seen: advert }];
  const conflict = 'advertisingApi.update.409';
  expectOneSaved(await send('PUT', '/api/advertising/updateAdvertising', renamed), 'advertisingApi.update.success', conflict);

  const user = await aUser({ store: pair.store, clock });
  const basic = { tariff: 'basic', tariff_start_date: null, tariff_end_date: null };
  const given = (index: number) => ({ tariff: 'family', payment_months: 1 + (index % 12), seen: basic });
  expectOneSaved(await send('PATCH', `/api/admin/users/${user.id}/tariff`, given), 'tariffApi.manual.success');
};

/** No visit is lost. */
export const visits: Race = async (pair) => {
  const count = async () =>
    (await pair.store.db.selectFrom('visits').select('visit_count').execute()).reduce((sum, { visit_count }) => sum + visit_count, 0);
  const before = await count();
  const answers = await atOnce(pair, (server) => request(server, 'POST', '/api/statistics/set-visits'));
  deepStrictEqual(statuses(answers), { '200 statisticsApi.set.success': AT_ONCE });
  strictEqual(await count(), before + AT_ONCE);
};

/** The stored counts are correct after orders were created, advanced and deleted at once. */
export const storedCounts: Race = async (pair) => {
  const admins = await twoAdmins(pair);
  await atOnce(pair, async (server, index) => {
    const code = await newOrder(pair);
    if (index % 3 > 0) strictEqual((await confirm(server, code, of(admins, index))).status, 200);
    if (index % 3 > 1) strictEqual((await removeSeen(server, code, of(admins, index), 'confirmed')).status, 200);
  });
  await checkIntegrity(pair.store);
};
