/** Invariants of the administrators' accounts when two server processes receive requests at once; see races.ts. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { hashOf } from '#server/ports/tokens.ts';
import { accept, changeRole, codeAt, enrol, invite, knownInvitationToken, postAdminLogin, removeAdmin, STEP } from './admin-accounts.ts';
import { at, clock } from './admin-races.ts';
import { anAdmin } from './orders.ts';
import { AT_ONCE, atOnce, type Race, statuses } from './races.ts';

const ROUNDS = 4;

/** Two administrators limit or remove each other: one of them keeps every right. */
export const adminsAgainstEachOther: Race = async (pair) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = [await anAdmin({ store: pair.store, clock }), await anAdmin({ store: pair.store, clock })];
    const answers = await atOnce(pair, (server, index) => {
      const [admin, other] = index % 2 ? [first, second] : [second, first];
      return round % 2 ? removeAdmin(at(server), admin, other.id) : changeRole(at(server), admin, other.id, 'orders');
    });
    const rows = await pair.store.db.selectFrom('admins').select('role').where('id', 'in', [first.id, second.id]).execute();
    strictEqual(rows.filter(({ role }) => role === 'all').length, 1, JSON.stringify(statuses(answers)));
  }
};

/** A code of the app logs in once, whichever process gets it. */
export const oneCodeOnce: Race = async (pair) => {
  const admin = await enrol({ ...at(pair.servers[0]), clock }, await anAdmin({ store: pair.store, clock }));
  const code = codeAt(admin.secret, clock.now() + STEP);
  const answers = await atOnce(pair, (server) => postAdminLogin(at(server), admin.email, code));
  strictEqual(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(statuses(answers)));
};

/** A recovery code logs in once. */
export const oneRecoveryCodeOnce: Race = async (pair) => {
  const admin = await enrol({ ...at(pair.servers[0]), clock }, await anAdmin({ store: pair.store, clock }));
  const answers = await atOnce(pair, (server) => postAdminLogin(at(server), admin.email, admin.recoveryCodes[0]));
  strictEqual(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(statuses(answers)));
};

/** An invitation creates one administrator. */
export const oneInvitation: Race = async (pair) => {
  const admin = await anAdmin({ store: pair.store, clock });
  const email = `invited-${hashOf(admin.email)}@example.com`.toLowerCase();
  strictEqual((await invite(at(pair.servers[0]), admin, email)).status, 201);
  const token = await knownInvitationToken(pair, email);
  const answers = await atOnce(pair, (server) => accept(at(server), token));
  deepStrictEqual(statuses(answers), { '201 adminApi.accept.success': 1, '404 adminApi.invitation.404': AT_ONCE - 1 });
};
