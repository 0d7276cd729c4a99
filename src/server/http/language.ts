import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import { acceptedLanguage } from '../texts.ts';

/** Returns the language of ?lang= or of Accept-Language; undefined if the request names no supported language. */
export function requestedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = (request.query ?? {}) as { lang?: unknown };
  if (isLanguage(lang)) return lang;
  const header = request.headers['accept-language'];
  return isLanguage(header) ? header : acceptedLanguage(header);
}

/** Returns the requested language, or `ua`. */
export const languageOf = (request: FastifyRequest): Language => requestedLanguage(request) ?? DEFAULT_LANGUAGE;
