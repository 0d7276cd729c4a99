import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built files of the browser side: hashed names, so kept for ever; compressed when they were built. */
export async function addStatics(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    dotfiles: 'ignore',
  });
}
