import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HOUR } from '#contract/time.ts';
import { AppError } from '../app-error.ts';
import { readFor } from '../db/turns.ts';
import { hashOf } from '../ports/tokens.ts';
import type { Load } from './load.ts';
import { isNotModified } from './validators.ts';

/** Requests of one link; a program of a calendar asks a few times a day. */
const PER_HOUR = 60;

interface CalendarSettings {
  /** The file behind a link; undefined if there is none. */
  read: (secret: string) => Promise<string | undefined>;
  load: Load;
}

type CalendarRequest = FastifyRequest<{ Params: { file: string } }>;

/**
 * The calendar of an account, for calendar programs, which have no login: whoever knows the link reads it. The link stands in no log, as
 * the log of requests has the pattern of the route. One network address may read many calendars, as the servers of a calendar do.
 */
export function addCalendar(app: FastifyInstance, { read, load }: CalendarSettings): void {
  const keyGenerator = (request: FastifyRequest): string => `calendar ${hashOf((request as CalendarRequest).params.file)}`;
  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    { config: { endpoint: { unexpectedError: 'calendarApi.500' }, rateLimit: { max: PER_HOUR, timeWindow: HOUR, keyGenerator } } },
    async (request, reply) => {
      const [, secret] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? [];
      const file = secret && (await load.run(() => readFor(request, () => read(secret))));
      if (!file) throw new AppError('api.404');
      const etag = `"${hashOf(file)}"`;
      // Kept by the program alone, which asks each time whether it has changed.
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      if (isNotModified(request, etag)) return reply.code(304).send();
      return reply
        .headers({ 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': 'inline; filename="carnet.ics"' })
        .send(file);
    },
  );
}
