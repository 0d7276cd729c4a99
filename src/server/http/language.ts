import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import { acceptedLanguage } from '../texts.ts';

/** ?lang=, else Accept-Language; undefined when the request names no language of ours. */
export function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = (request.query ?? {}) as { lang?: unknown };
  if (isLanguage(lang)) return lang;
  const header = request.headers['accept-language'];
  return isLanguage(header) ? header : acceptedLanguage(header);
}

/** The language that the request asks for, else ua (product decisions, part 2). */
export const languageOf = (request: FastifyRequest): Language => askedLanguage(request) ?? DEFAULT_LANGUAGE;
