/** A mail server that takes its time and remembers what it received. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Run } from './trial.ts';

interface Received {
  messageId: string;
  recipient: string;
  /** Milliseconds, as `performance.now()`. */
  at: number;
}

export interface MailServer {
  url: string;
  /** Oldest first. */
  received: readonly Received[];
  /** Connections in all, and most of them at the same time. */
  connections(): number;
  mostConnections(): number;
}

/** Accepts each email `delay` milliseconds after it has received it. */
export async function startMailServer({ atEnd }: Pick<Run, 'atEnd'>, delay: number): Promise<MailServer> {
  const received: Received[] = [];
  const counts = { all: 0, open: 0, most: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      counts.all++;
      counts.open++;
      counts.most = Math.max(counts.most, counts.open);
      callback();
    },
    onClose() {
      counts.open--;
    },
    async onData(stream, session, callback) {
      const mail = await text(stream).catch(() => undefined);
      // The sender was killed.
      if (mail === undefined) return;
      await after(delay);
      const messageId = /^message-id:\s*(\S+)/im.exec(mail)?.[1] ?? '';
      received.push({ messageId, recipient: session.envelope.rcptTo[0]?.address ?? '', at: performance.now() });
      callback();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, connections: () => counts.all, mostConnections: () => counts.most };
}
