import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import { AppError } from '../app-error.ts';
import type { AdminCaller, Caller } from '../caller.ts';
import { requestedLanguage } from './language.ts';

/**
 * Returns the caller who owns a token. Throws 401 for an unknown token, 403 for a token of the other kind. Injected by the app.
 * `language` is the language named in the request, if any; it is stored for emails to the user.
 */
export type Authenticate = (access: Exclude<Access, 'public'>, token: string, language?: Language) => Promise<Caller | AdminCaller>;

const MAX_TOKEN = 200;

export function bearerOf(request: FastifyRequest): string {
  const [scheme, token, ...rest] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0 || token.length > MAX_TOKEN) throw new AppError('api.401');
  return token;
}

/** Returns the caller of a public endpoint, or undefined without a valid user token. */
export async function findCaller(request: FastifyRequest, authenticate: Authenticate): Promise<Caller | undefined> {
  if (!request.headers.authorization) return undefined;
  try {
    return (await authenticate('user', bearerOf(request), requestedLanguage(request))) as Caller;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
