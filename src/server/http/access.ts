import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import { AppError } from '../app-error.ts';
import type { AdminCaller, Caller } from '../caller.ts';
import { askedLanguage } from './language.ts';

/**
 * Returns the caller of a token; 401 for an unknown one, 403 for one of the other kind. Passed in by the app. `asked` is the language
 * that the request names, if any: mails to the user follow it.
 */
export type Authenticate = (access: Exclude<Access, 'public'>, token: string, asked?: Language) => Promise<Caller | AdminCaller>;

const MAX_TOKEN = 200;

export function bearerOf(request: FastifyRequest): string {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0 || token.length > MAX_TOKEN) throw new AppError('api.401');
  return token;
}

/** Who calls where nobody needs to be known: a user with a good token, else a visitor. */
export async function findCaller(request: FastifyRequest, authenticate: Authenticate): Promise<Caller | undefined> {
  if (!request.headers.authorization) return undefined;
  try {
    return (await authenticate('user', bearerOf(request), askedLanguage(request))) as Caller;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
