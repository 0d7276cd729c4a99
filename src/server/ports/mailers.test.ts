import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '#contract/time.ts';
import { aSentCode, postSendCode } from '#tests/support/accounts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { MAIL_CONCURRENCY, type MailError, type Mailer, type OutgoingMail } from './mailer.ts';
import { openMailer, smtpMailer } from './mailers.ts';

const MAIL: OutgoingMail = {
  messageId: '<one@carnet.test>',
  to: 'olena@example.com',
  subject: '042137 — код підтвердження',
  text: 'Вітаємо\n\n    042137\n',
  html: '<p>Вітаємо <b>042137</b></p>',
};
const FROM = 'Карнет <carnet@example.com>';

const headerOf = (message: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(message.split(/\r?\n\r?\n/, 1)[0] ?? '')?.[1];
const decoded = (value: string | undefined): string =>
  (value ?? '').replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, encoding: string, text: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : Buffer.from(
          text.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  );

describe('smtpMailer', () => {
  let server: SMTPServer;
  let received: { to: string[]; message: string }[];
  let failures: number;
  let connections = 0;
  let isFull = false;
  let mailer: Mailer;
  const rejection = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onConnect(_, callback) {
        connections += 1;
        callback(isFull ? rejection(421, 'too many connections') : undefined);
      },
      onMailFrom({ address }, _, callback) {
        callback(address.startsWith('unknown') ? rejection(550, `no sender ${address}`) : undefined);
      },
      onRcptTo({ address }, _, callback) {
        if (address.startsWith('silent')) return;
        const code = { removed: 550, full: 452, closing: 421 }[address.split('@')[0] ?? ''];
        callback(code ? rejection(code, `mailbox ${address} is not there`) : undefined);
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (failures > 0) {
            failures -= 1;
            callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
            return;
          }
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message: Buffer.concat(chunks).toString() });
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: FROM, dataDir: '/nowhere' });
  });
  beforeEach(() => {
    received = [];
    failures = 0;
  });
  const urlOf = () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const errorOf = (sent: Promise<void>) =>
    sent.then(
      () => undefined,
      (error: MailError) => error,
    );

  test.each([
    ['removed@example.com', { source: 'recipient', isPermanent: true, message: 'SMTP: EENVELOPE, RCPT TO, 550' }],
    ['full@example.com', { source: 'recipient', isPermanent: false, message: 'SMTP: EENVELOPE, RCPT TO, 452' }],
  ])('reports cause and permanence of the rejection of %s, without the address', async (to, expected) => {
    const error = await errorOf(mailer.send({ ...MAIL, to }));
    expect(error).toMatchObject({ name: 'MailError', ...expected });
    expect(`${error?.stack} ${JSON.stringify(error)} ${error?.cause}`).not.toContain(to);
  });

  test('distinguishes a rejected message from a rejected sender and an unreachable server', async () => {
    const other = openMailer({ smtpUrl: urlOf(), mailFrom: 'unknown@example.com', dataDir: '/nowhere' });
    const unreachable = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: FROM, dataDir: '/nowhere' });
    expect(await errorOf(other.send(MAIL))).toMatchObject({ source: 'server', isPermanent: false });
    expect(await errorOf(unreachable.send(MAIL))).toMatchObject({ source: 'server', isPermanent: false, isRefusal: true });
    failures = 1;
    expect(await errorOf(mailer.send(MAIL))).toMatchObject({ source: 'message', isPermanent: false, isRefusal: false });
    for (const one of [other, unreachable]) one.close();
  });

  test.each([
    ['at the greeting', MAIL.to, true],
    ['for a recipient', 'closing@example.com', false],
  ])('reports a connection that the server refuses with 421 %s', async (_, to, atGreeting) => {
    const other = smtpMailer(urlOf(), FROM);
    isFull = atGreeting;
    const error = await errorOf(other.send({ ...MAIL, to }));
    isFull = false;
    expect(error).toMatchObject({ source: 'server', isPermanent: false, isRefusal: true });
    await other.send(MAIL);
    other.close();
  });

  test('aborts after the deadline if the server does not answer, and still sends other emails', async () => {
    const impatient = smtpMailer(urlOf(), FROM, 300);
    const patient = smtpMailer(urlOf(), FROM);
    const silent = errorOf(impatient.send({ ...MAIL, to: 'silent@example.com' }));
    await patient.send(MAIL);
    expect(await silent).toMatchObject({ source: 'server', isPermanent: false, message: 'SMTP: EABORT' });
    for (const one of [impatient, patient]) one.close();
  });

  test('sends emails over a few shared connections', async () => {
    const pooled = smtpMailer(urlOf(), FROM);
    connections = 0;
    await Promise.all(Array.from({ length: 4 * MAIL_CONCURRENCY }, () => pooled.send(MAIL)));
    expect(received).toHaveLength(4 * MAIL_CONCURRENCY);
    expect(connections).toBeLessThanOrEqual(MAIL_CONCURRENCY);
    pooled.close();
  });
  afterAll(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  test('delivers text and HTML complete, with Cyrillic in subject and sender', async () => {
    await mailer.send(MAIL);
    const [{ to, message }] = received as [{ to: string[]; message: string }];
    expect(to).toEqual([MAIL.to]);
    expect(decoded(headerOf(message, 'Subject'))).toBe(MAIL.subject);
    expect(decoded(headerOf(message, 'From'))).toBe(FROM);
    expect(headerOf(message, 'Message-ID')).toBe(MAIL.messageId);
    expect(message.indexOf('text/plain')).toBeGreaterThan(0);
    expect(message.indexOf('text/html')).toBeGreaterThan(message.indexOf('text/plain'));
  });

  test('sets the headers X-Priority and Reply-To', async () => {
    await mailer.send(MAIL);
    await mailer.send({ ...MAIL, isPriority: true, replyTo: 'maria@example.com' });
    const [plain, marked] = received.map(({ message }) => message) as [string, string];
    expect([headerOf(plain, 'X-Priority'), headerOf(plain, 'Reply-To')]).toEqual([undefined, undefined]);
    expect(headerOf(marked, 'X-Priority')).toMatch(/^1/);
    expect(headerOf(marked, 'Reply-To')).toBe('maria@example.com');
  });

  test('sets the headers with which a mail program stops such emails (RFC 8058)', async () => {
    await mailer.send({ ...MAIL, stopUrl: 'https://carnet.test/stop/abc' });
    const { message = '' } = received[0] ?? {};
    expect(headerOf(message, 'List-Unsubscribe')).toBe('<https://carnet.test/stop/abc>');
    expect(headerOf(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  });

  test('sets the headers In-Reply-To and References', async () => {
    await mailer.send({ ...MAIL, thread: ['<first@carnet.test>', '<second@carnet.test>'] });
    const { message = '' } = received[0] ?? {};
    expect(headerOf(message, 'In-Reply-To')).toBe('<second@carnet.test>');
    expect(headerOf(message, 'References')).toBe('<first@carnet.test> <second@carnet.test>');
  });

  test('rejects or neutralizes injected headers and recipients', async () => {
    const injected = '\r\nBcc: eve@example.com\r\nX-Evil: 1';
    await mailer.send({ ...MAIL, subject: `Код${injected}`, messageId: `<two@carnet.test>${injected}` });
    await mailer.send({ ...MAIL, replyTo: `maria@example.com${injected}` });
    await mailer.send({ ...MAIL, to: `olena@example.com${injected}` }).catch(() => undefined);
    await mailer.send({ ...MAIL, to: 'olena@example.com, eve@example.com' }).catch(() => undefined);
    expect(received.length).toBeGreaterThan(0);
    for (const { to, message } of received) {
      expect(to).toEqual(['olena@example.com']);
      expect(headerOf(message, 'Bcc')).toBe(undefined);
      expect(headerOf(message, 'X-Evil')).toBe(undefined);
    }
  });

  test('retries a rejected email and delivers it only once, with the same Message-ID', async () => {
    let app: TestApp | undefined;
    try {
      app = await testApp('sqlite', { mailer: { send: mailer.send, close: () => undefined } });
      failures = 1;
      expect((await postSendCode(app, { email: 'olena@example.com' })).status).toBe(200);
      await app.deliverMails();
      expect({ received, failures }).toEqual({ received: [], failures: 0 });
      const { message_id: messageId } = await app.store.db.selectFrom('mails').select('message_id').executeTakeFirstOrThrow();
      app.clock.advance(MINUTE);
      await app.deliverMails();
      await app.deliverMails();
      expect(received.map(({ message }) => headerOf(message, 'Message-ID'))).toEqual([messageId]);
    } finally {
      await app?.close();
    }
  });
});

describe('outboxMailer', () => {
  let dataDir: string;
  const printed: string[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carnet-outbox-'));
    printed.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('writes one readable file per email and prints its path, but not the code', async () => {
    const mailer = openMailer({ smtpUrl: undefined, mailFrom: FROM, dataDir });
    await mailer.send(MAIL);
    await mailer.send({ ...MAIL, messageId: '<two@carnet.test>' });
    const names = (await readdir(join(dataDir, 'outbox'))).sort();
    expect(names).toHaveLength(2);
    const file = join(dataDir, 'outbox', names[0] ?? '');
    expect(printed[0]).toBe(`mail written to ${file}`);
    expect(printed.join('\n')).not.toContain('042137');
    const message = await readFile(file, 'utf8');
    expect(message).toContain(MAIL.text);
    expect(decoded(headerOf(message, 'Subject'))).toBe(MAIL.subject);
    expect(headerOf(message, 'To')).toBe(MAIL.to);
    expect(message.indexOf('text/html')).toBeGreaterThan(message.indexOf('text/plain'));
    mailer.close();
  });

  test('gives the file its final name only when it is complete', async () => {
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox);
    const events: string[] = [];
    const all = Promise.withResolvers<void>();
    const watcher = watch(outbox, (event, name) => {
      if (name?.endsWith('.eml')) events.push(event);
      if (name?.endsWith('_last.eml')) all.resolve();
    });
    const mailer = openMailer({ smtpUrl: undefined, mailFrom: FROM, dataDir });
    for (const messageId of ['<first>', '<_last>']) await mailer.send({ ...MAIL, messageId });
    await all.promise;
    watcher.close();
    mailer.close();
    // Writing to the file under its final name would emit 'change'.
    expect(events).toEqual(['rename', 'rename']);
  });

  test('writes the registration code on a separate line', async () => {
    const outbox = openMailer({ smtpUrl: undefined, mailFrom: FROM, dataDir });
    const app = await testApp('sqlite');
    try {
      const { email, code } = await aSentCode(app);
      await outbox.send(app.mails.find(({ to }) => to === email) as OutgoingMail);
      const [name = ''] = await readdir(join(dataDir, 'outbox'));
      expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).toMatch(new RegExp(`^\\s+${code}$`, 'm'));
    } finally {
      await app.close();
    }
  });
});
