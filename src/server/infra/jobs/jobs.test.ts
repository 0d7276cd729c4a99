import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contract/time.ts';
import { workOf } from '#server/db/work.ts';
import { isoTime } from '#server/ports/clock.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { DATABASES, ORDER_GRACE, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { anOrder, userOf } from '#tests/support/orders.ts';
import { jobsRepo } from './jobs.repo.ts';
import { forEachCollectingErrors, type Job, type JobRunner, jobRunner } from './jobs.service.ts';

const YEAR = 365 * 24 * HOUR;
const LEASE = 5 * MINUTE;

describe.each(DATABASES)('jobs on %s', (kind) => {
  let app: TestApp;
  let errors: unknown[];
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.stop();
  });
  beforeEach(async () => {
    errors = [];
    await app.store.db.deleteFrom('jobs').execute();
  });
  afterAll(() => app.close());

  /** The runner of one process, whose clock is `behind` milliseconds behind the others. */
  const runner = (jobs: readonly Job[], behind = 0): JobRunner =>
    jobRunner({
      work: workOf(app.store, jobsRepo),
      jobs,
      clock: { now: () => app.clock.now() - behind },
      tokens: cryptoTokens,
      onError: (error) => void errors.push(error),
    });

  /** A job that counts its runs. Each run calls the next outcome of the list, the last one repeatedly. */
  function aJob(name: string, every = 10 * MINUTE, ...outcomes: (() => Promise<boolean>)[]): Job & { runs: () => number } {
    let runs = 0;
    return {
      name,
      every,
      runs: () => runs,
      run() {
        const run = outcomes[Math.min(runs, outcomes.length - 1)] ?? (async () => true);
        runs += 1;
        return run();
      },
    };
  }
  const fails = async () => {
    throw new Error('It cannot be done.');
  };

  test('runs a new job at once, and again when it is due', async () => {
    const job = aJob('a');
    const { runDue } = runner([job]);
    await runDue();
    await runDue();
    expect(job.runs()).toBe(1);
    app.clock.advance(10 * MINUTE - SECOND);
    await runDue();
    expect(job.runs()).toBe(1);
    app.clock.advance(2 * SECOND);
    await runDue();
    expect(job.runs()).toBe(2);
  });

  test('continues at once with a job that has more to do', async () => {
    const job = aJob(
      'a',
      MINUTE,
      async () => false,
      async () => false,
      async () => true,
    );
    await runner([job]).runDue();
    expect(job.runs()).toBe(3);
  });

  test('retries a failed job after a minute and still runs the other jobs', async () => {
    const bad = aJob('bad', HOUR, fails, async () => true);
    const good = aJob('good', HOUR);
    const { runDue } = runner([bad, good]);
    await runDue();
    expect([bad.runs(), good.runs(), errors.length]).toEqual([1, 1, 1]);
    await runDue();
    expect(bad.runs()).toBe(1);
    app.clock.advance(MINUTE + SECOND);
    await runDue();
    expect([bad.runs(), good.runs(), errors.length]).toEqual([2, 1, 1]);
    app.clock.advance(MINUTE + SECOND);
    await runDue();
    expect(bad.runs()).toBe(2);
  });

  test('runs a job in one of several processes', async () => {
    const job = aJob('a');
    const runners = Array.from({ length: 5 }, () => runner([job]));
    await Promise.all(runners.map(({ runDue }) => runDue()));
    expect(job.runs()).toBe(1);
  });

  test('runs a job in another process only after the lease has run out; the first process then changes nothing', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<boolean>();
    const slow = aJob('a', HOUR, () => {
      started.resolve();
      return release.promise;
    });
    const first = runner([slow]).runDue();
    await started.promise;
    const job = aJob('a', HOUR);
    const other = runner([job]);
    app.clock.advance(LEASE - SECOND);
    await other.runDue();
    expect(job.runs()).toBe(0);
    app.clock.advance(2 * SECOND);
    await other.runDue();
    expect(job.runs()).toBe(1);
    const row = () => app.store.db.selectFrom('jobs').selectAll().where('name', '=', 'a').executeTakeFirstOrThrow();
    const before = await row();
    release.resolve(false);
    await first;
    expect(await row()).toEqual(before);
    expect(slow.runs()).toBe(1);
  });

  test('runs a job in another process after its process died', async () => {
    const dead = runner([aJob('a', HOUR, () => new Promise(() => undefined))]);
    void dead.runDue();
    const claimed = async () => (await app.store.db.selectFrom('jobs').select('lease').executeTakeFirst())?.lease;
    await expect.poll(claimed, { timeout: 30_000 }).toEqual(expect.any(String));
    app.clock.advance(LEASE + SECOND);
    const job = aJob('a', HOUR);
    await runner([job]).runDue();
    expect(job.runs()).toBe(1);
  });

  test('runs other jobs while one takes long, and gives its next part to the end of the queue', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<boolean>();
    const slow = aJob(
      'slow',
      MINUTE,
      () => {
        begun.resolve();
        return go.promise;
      },
      async () => true,
    );
    const ended = Promise.withResolvers<void>();
    const order: string[] = [];
    const quick = aJob('quick', MINUTE, async () => order.push('quick') > 0);
    const last = aJob('last', MINUTE, async () => {
      ended.resolve();
      return order.push('last') > 0;
    });
    const run = runner([slow, quick, last]).runDue();
    await begun.promise;
    await ended.promise;
    expect([order, slow.runs()]).toEqual([['quick', 'last'], 1]);
    go.resolve(false);
    await run;
    expect(slow.runs()).toBe(2);
  });

  test('waits for the running jobs on stop and starts no other', async () => {
    const go = Promise.withResolvers<boolean>();
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = both.map(({ resolve }, n) =>
      aJob(`held ${n}`, MINUTE, () => {
        resolve();
        return go.promise;
      }),
    );
    const later = aJob('later');
    const { runDue, stop } = runner([...held, later]);
    const run = runDue();
    await Promise.all(both.map(({ promise }) => promise));
    let hasStopped = false;
    const stopped = stop().then(() => {
      hasStopped = true;
    });
    expect(hasStopped).toBe(false);
    go.resolve(false);
    await Promise.all([run, stopped]);
    await runDue();
    expect([...held.map((job) => job.runs()), later.runs()]).toEqual([1, 1, 0]);
  });

  test('runs a long overdue job once', async () => {
    const job = aJob('a', MINUTE);
    await runner([job]).runDue();
    app.clock.advance(30 * 24 * HOUR);
    const { runDue } = runner([job]);
    await runDue();
    await runDue();
    expect(job.runs()).toBe(2);
  });

  test('runs a job after a clock that was far ahead has been corrected', async () => {
    const job = aJob('a', MINUTE);
    await runner([job], -YEAR).runDue();
    app.clock.advance(MINUTE);
    await runner([job]).runDue();
    expect(job.runs()).toBe(2);
  });

  test('respects the lease when the clock is some seconds behind those of other processes', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<boolean>();
    const slow = aJob('a', MINUTE, () => {
      started.resolve();
      return release.promise;
    });
    const first = runner([slow]).runDue();
    await started.promise;
    const job = aJob('a', MINUTE);
    await runner([job], 30 * SECOND).runDue();
    release.resolve(true);
    await first;
    await runner([job], 30 * SECOND).runDue();
    expect(job.runs()).toBe(0);
  });

  test('runs the other jobs when the lease of one cannot be released', async () => {
    const [bad, good] = [aJob('bad', HOUR, fails), aJob('good', HOUR)];
    const work = workOf(app.store, jobsRepo);
    const release: typeof work.repos.release = (name, ...args) =>
      name === 'bad' ? Promise.reject(new Error('away')) : work.repos.release(name, ...args);
    const { runDue } = jobRunner({
      work: { ...work, repos: { ...work.repos, release } },
      jobs: [bad, good],
      clock: app.clock,
      tokens: cryptoTokens,
      onError: (error) => void errors.push(error),
    });
    await runDue();
    expect([bad.runs(), good.runs(), errors.length]).toEqual([1, 1, 2]);
  });

  test('reports a database failure and runs all jobs the next time', async () => {
    const job = aJob('a', MINUTE);
    const work = workOf(app.store, jobsRepo);
    let isAway = true;
    const claim: typeof work.repos.claim = (...args) => (isAway ? Promise.reject(new Error('away')) : work.repos.claim(...args));
    const { runDue } = jobRunner({
      work: { ...work, repos: { ...work.repos, claim } },
      jobs: [job],
      clock: app.clock,
      tokens: cryptoTokens,
      onError: (error) => void errors.push(error),
    });
    await runDue();
    expect([job.runs(), errors.length]).toEqual([0, 1]);
    isAway = false;
    await runDue();
    expect(job.runs()).toBe(1);
  });
});

describe.each(DATABASES)("the application's jobs on %s", (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  test('are advert images, words of messages, order completion, new orders, notices, reminders, the search for users and the sweep, and activate the tariffs of confirmed orders', async () => {
    const user = await aUser(app);
    await anOrder(app, user, { status: 'confirmed' });
    app.clock.advance(ORDER_GRACE + MINUTE);
    await app.runJobs();
    expect((await userOf(app, user)).status).toBe('completed');
    const rows = await app.store.db.selectFrom('jobs').select(['name', 'lease', 'due_at']).orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual([
      'adverts.images',
      'orders.completion',
      'orders.new',
      'plan.notices',
      'sweep',
      'tariffs.notices',
    ]);
    for (const { lease, due_at } of rows) expect([lease, due_at > isoTime(app.clock.now() - MINUTE)]).toEqual([null, true]);
  });
});

test('forEachCollectingErrors processes all items and then throws the errors', async () => {
  const done: number[] = [];
  const work = forEachCollectingErrors([1, 2, 3], async (n) => {
    if (n === 2) throw new Error('two');
    done.push(n);
  });
  await expect(work).rejects.toMatchObject({ errors: [new Error('two')] });
  expect(done).toEqual([1, 3]);
});
