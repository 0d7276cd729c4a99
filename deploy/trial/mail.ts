/** Thousands of notices are due while people request codes: codes leave at once, and nobody gets an email twice. */
import { setTimeout as after } from 'node:timers/promises';
import { type Database, endWith, errorsOf, startCarnet, startDatabase } from './support/carnet.ts';
import { send } from './support/load.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { anyAddress } from './support/requests.ts';
import { atLeast, atMost, exactly, maximum, percentile, type Run, type Trial } from './support/trial.ts';

/** Seconds of the first part, in which the emails of each process are counted; then one process is killed. */
const FIRST_PART = 10;
/** Milliseconds between two codes. */
const CODE_EVERY = 400;
const TOO_LONG = 600_000;

export const mail: Trial = {
  what: 'codes among thousands of due notices, a slow mail server, one process killed (acceptance test 7)',
  needs: ['postgres'],
  options: { notices: '10000', processes: '3', delay: '100', codes: '50' },
  async run(run) {
    const database = await startDatabase(run);
    const mailServers = await Promise.all(Array.from({ length: run.number('processes') }, () => startMailServer(run, run.number('delay'))));
    const start = (server: MailServer) => startCarnet(run, { DATABASE_URL: database.url, SMTP_URL: server.url, TRUST_PROXY: 'loopback' });
    const servers = await Promise.all(mailServers.map(start));
    await insertNotices(database, run.number('notices'));
    const codes = requestCodes(
      run,
      servers.map(({ url }) => url),
    );
    // Processes look for due emails every 15 s, and at once when a code is requested.
    await until(() => mailServers.every(({ received }) => received.length > 0));
    run.say('all processes deliver');
    const before = mailServers.map(({ received }) => received.length);
    await after(FIRST_PART * 1000);
    const rates = mailServers.map(({ received }, index) => (received.length - (before[index] ?? 0)) / FIRST_PART);
    run.measured('emails a second, slowest process', Math.min(...rates), '', atLeast(40));
    run.measured(
      'emails a second, all processes',
      rates.reduce((sum, rate) => sum + rate, 0),
    );

    const [killed, ofKilled] = [servers[0], mailServers[0]];
    // A single process is not killed: nobody would send the rest.
    if (killed && servers.length > 1) {
      await endWith(killed, 'SIGKILL');
      run.say('one process was killed');
    }
    const waits = await codesArrived(await codes, mailServers);
    run.measured('codes', waits.length, '', exactly(run.number('codes')));
    run.measured('from the request of a code to its arrival, p50', percentile(waits, 0.5), 'ms');
    run.measured('from the request of a code to its arrival, p99', percentile(waits, 0.99), 'ms', atMost(5_000));
    await allDelivered(run, database);
    const ids = mailServers.flatMap(({ received }) => received.map(({ messageId }) => messageId));
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    const lastOfKilled = new Set(ofKilled?.received.slice(-2 * ofKilled.mostConnections()).map(({ messageId }) => messageId));
    run.measured('emails delivered', new Set(ids).size, '', exactly(run.number('notices') + run.number('codes')));
    run.measured('delivered twice', twice.filter((id) => !lastOfKilled.has(id)).length, '', exactly(0));
    run.measured('delivered twice, in progress in the killed process', twice.filter((id) => lastOfKilled.has(id)).length);
    run.measured(
      'most connections of a process at the same time',
      maximum(mailServers.map((server) => server.mostConnections())),
      '',
      atMost(5),
    );
    run.measured(
      'connections in all',
      mailServers.reduce((sum, server) => sum + server.connections(), 0),
    );
    run.measured('errors in the log', errorsOf(servers).length, '', exactly(0));
  },
};

/** Notices that are due now, as the job writes them. */
async function insertNotices({ query }: Database, count: number): Promise<void> {
  await query(
    `insert into mails (message_id, kind, urgency, recipient, subject, text_body, html_body, created_at, next_try_at, tries)
     select '<notice-' || n || '@carnet.test>', 'tariffEnds', 2, 'u' || n || '@example.com', 'Your tariff ends', repeat('text ', 100),
       repeat('<p>text</p>', 100), $2, $2, 0
     from generate_series(1, $1::int) n`,
    [count, new Date().toISOString()],
  );
}

interface RequestedCode {
  email: string;
  at: number;
}

/** Requests codes one after the other from the processes in turn, each for another address; a killed process is left out. */
async function requestCodes(run: Run, urls: readonly string[]): Promise<RequestedCode[]> {
  const requested: RequestedCode[] = [];
  for (let n = 0; requested.length < run.number('codes') && n < 3 * run.number('codes'); n++) {
    const email = `code-${n}@example.com`;
    const at = performance.now();
    const headers = { 'x-forwarded-for': anyAddress() };
    const { status } = await send(urls[n % urls.length] ?? '', {
      kind: 'code',
      method: 'POST',
      path: '/api/users/send-code',
      headers,
      body: { email },
    });
    if (status === 200) requested.push({ email, at });
    await after(CODE_EVERY);
  }
  return requested;
}

/** Milliseconds from each request to the arrival of its email. */
async function codesArrived(requested: readonly RequestedCode[], servers: readonly MailServer[]): Promise<number[]> {
  const arrivalOf = (email: string) => servers.flatMap(({ received }) => received).find(({ recipient }) => recipient === email)?.at;
  await until(() => requested.every(({ email }) => arrivalOf(email) !== undefined), 60_000).catch(() => undefined);
  return requested.map(({ email, at }) => (arrivalOf(email) ?? Number.POSITIVE_INFINITY) - at);
}

/** Waits until the queue is empty. What the killed process had claimed is due again after five minutes; this trial does not wait for that. */
async function allDelivered(run: Run, { query }: Database): Promise<void> {
  const waiting = async (condition = 'true') =>
    Number((await query<{ count: string }>(`select count(*) from mails where next_try_at is not null and ${condition}`))[0]?.count);
  const started = performance.now();
  while ((await waiting('tries = 0')) > 0) {
    await after(500);
    if (performance.now() - started > TOO_LONG) throw new Error('The queue of emails is not empty.');
  }
  await after(2_000);
  const left = await waiting();
  // At most ten that it was sending or whose results it was storing, and ten that it had claimed in advance.
  run.measured('emails that the killed process had claimed', left, '', atMost(20));
  await query('update mails set next_try_at = $1 where next_try_at is not null', [new Date().toISOString()]);
  while ((await waiting()) > 0 && performance.now() - started < TOO_LONG) await after(500);
}

async function until(isTrue: () => boolean, within = 120_000): Promise<void> {
  const deadline = performance.now() + within;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('The expected emails did not arrive.');
    await after(20);
  }
}
