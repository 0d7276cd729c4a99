import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#contract/languages.ts';
import { acceptedLanguage } from '../texts.ts';

/** ?lang=, else Accept-Language, else ua (product decisions, part 2). */
export function languageOf(request: FastifyRequest): Language {
  const { lang } = (request.query ?? {}) as { lang?: unknown };
  if (isLanguage(lang)) return lang;
  const header = request.headers['accept-language'];
  return isLanguage(header) ? header : (acceptedLanguage(header) ?? DEFAULT_LANGUAGE);
}
