import { expect, onTestFinished, test, vi } from 'vitest';
import { atOneMoment } from './one-moment.ts';
import { replicaCheck, type ServerState } from './replica-check.ts';

const MAX_LAG = 50;
const PRIMARY: ServerState = { position: 100, timeline: 1, isStandby: false, system: '7' };
const STANDBY: ServerState = { ...PRIMARY, isStandby: true };

/** A check whose servers report what `primary` and `standby` are; both can be changed. The primary names its position after `answered`. */
async function aCheck(standby: Partial<ServerState> = {}, maxLag = MAX_LAG, answered?: Promise<void>) {
  const servers = { primary: { ...PRIMARY }, standby: { ...STANDBY, ...standby } };
  const asked = { positions: 0, standby: 0 };
  const changes: (string | undefined)[] = [];
  const check = replicaCheck({
    askPosition: async () => {
      asked.positions++;
      if (answered) await answered;
      return servers.primary;
    },
    askPrimary: async () => servers.primary,
    askReplica: async () => {
      asked.standby++;
      return servers.standby;
    },
    maxLag,
    onChange: (problem) => void changes.push(problem),
  });
  onTestFinished(check.stop);
  await expect.poll(() => check.isUsed() || changes.length > 0, { timeout: 10_000 }).toBe(true);
  return { check, servers, asked, changes };
}

test.each<[string, Partial<ServerState>, string]>([
  ['is not a standby', { isStandby: false }, 'it is not a standby'],
  ['belongs to another cluster', { system: '8' }, 'it belongs to another database cluster'],
  ['follows another timeline', { timeline: 2 }, 'it is on timeline 2, the primary on 1'],
  ['is ahead of the primary', { position: 101 }, 'it is ahead of the primary'],
])('a server that %s is not used', async (_, standby, problem) => {
  const { check, changes } = await aCheck(standby);
  expect(changes).toEqual([problem]);
  expect(await check.verdict()).toBe('away');
});

test('a standby is used once it has replayed the position of the primary', async () => {
  const { check, servers } = await aCheck({}, 60_000);
  expect(await check.verdict()).toBe('replica');
  servers.primary = { ...PRIMARY, position: 200 };
  const waiting = check.verdict();
  servers.standby = { ...STANDBY, position: 200 };
  expect(await waiting).toBe('replica');
});

test('a standby that stays behind is waited for once, and not again for a while', async () => {
  const { check, servers, asked } = await aCheck();
  servers.primary = { ...PRIMARY, position: 200 };
  expect(await check.verdict()).toBe('behind');
  const { positions } = asked;
  expect(await Promise.all([check.verdict(), check.verdict()])).toEqual(['behind', 'behind']);
  expect(asked.positions).toBe(positions);
  servers.standby = { ...STANDBY, position: 200 };
  await expect.poll(() => check.verdict(), { timeout: 10_000 }).toBe('replica');
});

test('the reads of a request ask for the position once, others each time', async () => {
  const { check, asked } = await aCheck();
  await atOneMoment(async () => {
    for (let n = 0; n < 5; n++) expect(await check.verdict()).toBe('replica');
  });
  expect(asked.positions).toBe(1);
  for (let n = 0; n < 5; n++) await check.verdict();
  expect(asked.positions).toBe(6);
});

test('a request never uses a position that was asked before it', async () => {
  const { check, servers } = await aCheck();
  const first = check.verdict();
  await Promise.resolve();
  servers.primary = { ...PRIMARY, position: 200 };
  const second = check.verdict();
  expect([await first, await second]).toEqual(['replica', 'behind']);
});

test('the time that the primary needs to answer is no lag of the standby', async () => {
  const answer = Promise.withResolvers<void>();
  const { check, asked } = await aCheck({}, MAX_LAG, answer.promise);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  const verdict = check.verdict();
  await vi.advanceTimersByTimeAsync(10 * MAX_LAG);
  expect(asked.positions).toBe(1);
  answer.resolve();
  expect(await verdict).toBe('replica');
});

test('after its end, nothing is reported any more', async () => {
  const { check, changes } = await aCheck();
  check.stop();
  check.lost('Connection terminated');
  expect([await check.verdict(), check.isUsed(), changes]).toEqual(['away', false, []]);
});

test('a lost replica is not used until the next regular check', async () => {
  const { check, changes } = await aCheck();
  check.lost('Connection terminated');
  expect(await check.verdict()).toBe('away');
  await expect.poll(() => check.verdict(), { timeout: 10_000 }).toBe('replica');
  expect(changes).toEqual(['it does not answer (Connection terminated)', undefined]);
});

test('a problem is reported once, however often it is found', async () => {
  const { check, servers, changes } = await aCheck();
  for (const reason of ['Connection terminated', 'timeout']) check.lost(reason);
  await expect.poll(() => check.isUsed(), { timeout: 10_000 }).toBe(true);
  servers.standby = { ...STANDBY, system: '8' };
  await expect.poll(() => check.isUsed(), { timeout: 10_000 }).toBe(false);
  expect(changes).toEqual(['it does not answer (Connection terminated)', undefined, 'it belongs to another database cluster']);
});

test('a standby that is promoted while a read waits is not read', async () => {
  const { check, servers } = await aCheck({}, 60_000);
  servers.primary = { ...PRIMARY, position: 200 };
  servers.standby = { ...STANDBY, position: 300, isStandby: false };
  expect(await check.verdict()).not.toBe('replica');
});

test('a standby that does not follow the new primary after a failover is not read', async () => {
  const { check, servers } = await aCheck();
  servers.primary = { ...PRIMARY, position: 50, timeline: 2 };
  expect(await check.verdict()).not.toBe('replica');
});
