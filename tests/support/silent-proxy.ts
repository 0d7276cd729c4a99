import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Stops forwarding on existing and new connections, which all stay open. */
  silence(): void;
  /** Forwards new connections again; silenced ones stay silent. */
  admit(): void;
  close(): Promise<void>;
}

/** A proxy in front of PostgreSQL that behaves like a host that fails or hangs without closing its connections. */
export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isSilent) return void client.resume();
    const database = track(connect(Number(target.port), target.hostname));
    client.pipe(database).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    admit() {
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
