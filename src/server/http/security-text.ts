import type { FastifyInstance } from 'fastify';
import { HTML_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import { DAY, SECOND } from '#contract/time.ts';
import type { Clock } from '../ports/clock.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const VALID_FOR = 180 * DAY;

interface SecurityTextSettings {
  contactEmail: string | undefined;
  origin: () => string;
  clock: Clock;
}

/** Serves security.txt (RFC 9116): where to report a vulnerability. */
export function addSecurityText(app: FastifyInstance, { contactEmail, origin, clock }: SecurityTextSettings): void {
  app.get(PATH, { config: { rateLimit: false } }, (_, reply) => {
    const expires = new Date(Math.floor((clock.now() + VALID_FOR) / DAY) * DAY).toISOString();
    const lines = [
      `Contact: ${contactEmail ? `mailto:${encodeURI(contactEmail)}` : `${origin()}/contact`}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${LANGUAGES.map((language) => HTML_LANGUAGE[language]).join(', ')}`,
      `Canonical: ${origin()}${PATH}`,
    ];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${DAY / SECOND}` })
      .send(`${lines.join('\n')}\n`);
  });
}
