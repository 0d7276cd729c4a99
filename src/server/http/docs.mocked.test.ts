import { expect, onTestFinished, test, vi } from 'vitest';
import { addDocs } from './docs.ts';
import { newServer } from './server.ts';

const library = vi.hoisted(() => ({ isBroken: true }));
vi.mock('@fastify/swagger-ui', () => ({
  default: async () => {
    if (library.isBroken) throw new Error('the library could not be loaded');
  },
}));

test('retries loading the API documentation after its library failed, and the server can be closed', async () => {
  const settings = { logLevel: 'silent', trustProxy: false, isHttps: false } as const;
  const app = await newServer(settings);
  onTestFinished(() => app.close());
  addDocs(app, settings);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const visit = async () => (await fetch(`http://127.0.0.1:${port}/api/docs/nothing`)).status;
  expect(await visit()).toBe(500);
  library.isBroken = false;
  expect(await visit()).toBe(404);
});
