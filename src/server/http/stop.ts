import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import { mailText } from '../texts.ts';
import { PAGE_CSP } from './headers.ts';
import { languageOf } from './language.ts';
import type { Load } from './load.ts';

const PATH = '/stop/:token';

interface StopSettings {
  /** Stops the emails that the token belongs to; does nothing for an unknown one. */
  stop: (token: string) => Promise<void>;
  load: Load;
  rateLimit: object;
}

/**
 * The link that stops notices by email, without a login (RFC 8058). Only the POST stops, since programs open the links of an email; a mail
 * program sends it with a form in the body, which is not read. Every token is answered in the same way.
 */
export function addStop(app: FastifyInstance, { stop, load, rateLimit }: StopSettings): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null, undefined));
    scope.get(PATH, { config: { rateLimit: false } }, (request, reply) =>
      send(request, reply, (language) => [
        ...[heading(mailText(language, 'stop.title')), paragraph(mailText(language, 'stop.text'))],
        `<form method="post"><button style="${BUTTON}">${mailText(language, 'stop.button')}</button></form>`,
      ]),
    );
    scope.post<{ Params: { token: string } }>(
      PATH,
      { config: { endpoint: { unexpectedError: 'noticesApi.500' }, rateLimit } },
      async (request, reply) => {
        await load.run(() => stop(request.params.token));
        return send(request, reply, (language) => [heading(mailText(language, 'stop.done')), paragraph(mailText(language, 'stop.again'))]);
      },
    );
  });
}

const BUTTON = 'padding:12px 20px;border:0;border-radius:5px;background:#0f6b6b;color:#fff;font:inherit;cursor:pointer';
const heading = (text: string): string => `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${text}</h1>`;
const paragraph = (text: string): string => `<p style="margin:0 0 20px">${text}</p>`;

/** A page that needs no scripts and no files of the application. */
function send(request: FastifyRequest, reply: FastifyReply, body: (language: Language) => string[]): FastifyReply {
  const language = languageOf(request);
  const title = mailText(language, 'stop.title');
  const html = [
    `<!doctype html><html lang="${HTML_LANGUAGE[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="robots" content="noindex"><title>${title} · Carnet</title></head>`,
    '<body style="margin:0;padding:48px 20px;background:#f3ede0;color:#1c2226;font:17px/1.6 Arial,Helvetica,sans-serif">',
    '<main style="max-width:480px;margin:0 auto;padding:28px 24px;background:#fffefa;border:1px solid #dcd3c0;border-radius:8px">',
    ...body(language),
    '</main></body></html>',
  ];
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': PAGE_CSP })
    .send(html.join('\n'));
}
