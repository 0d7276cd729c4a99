import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Load } from './load.ts';

/** Handles the raw body and signature of a message. Throws cardApi.signature if the signature is invalid. */
export type ReceiveMessage = (body: Buffer, signature: string, requestId: string) => Promise<void>;

/** POST /api/payments/webhook: messages of the card service. The body is not parsed, because the signature covers its raw bytes. */
export function addWebhook(app: FastifyInstance, receive: ReceiveMessage, load: Load, rateLimit: object): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.post(
      '/api/payments/webhook',
      { config: { endpoint: { unexpectedError: 'cardApi.500' }, rateLimit } },
      async ({ id, headers, body }) => {
        const signature = headers['stripe-signature'];
        if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw new AppError('cardApi.signature');
        await load.run(() => receive(body, signature, id));
        return { success: true };
      },
    );
  });
}
