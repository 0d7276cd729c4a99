import { HTML_LANGUAGE, type Language } from '#contract/languages.ts';
import type { MailKind } from '#contract/mails.ts';
import { dayText, type MailTextKey, mailText } from '../../texts.ts';

/** Emails that contain a code. All others except contact messages, replies and emails that an administrator wrote are notices. */
export type CodeMailKind = Extract<MailKind, 'code' | 'reset' | 'adminCode'>;
export type NoticeKind = Exclude<MailKind, CodeMailKind | 'contact' | 'reply' | 'written'>;

/** A message of the contact form. */
export interface ContactContent {
  name: string;
  email: string;
  text: string;
  isPriority: boolean;
}

/** A reply to a contact message, with the message to quote. */
export interface ReplyContent {
  name: string;
  /** The reply. */
  text: string;
  original: string;
  /** When the message was sent, ISO 8601 UTC. */
  sentAt: string;
}

type RowLabel<Key = MailTextKey> = Key extends `rows.${infer Label}` ? Label : never;
/** A row of the table of a notice: translation key of the label, and value. */
export type MailRow = readonly [label: RowLabel, value: string];

/** What is listed under a heading, which can be a link. Its texts are those of the user. */
export interface MailSection {
  title: string;
  link?: string;
  lines: readonly string[];
}

/** Interpolation values for the texts of a notice, the rows of its table, its sections, and the line about the seller at its end. */
export interface NoticeFacts {
  values?: Record<string, string | number>;
  rows?: readonly MailRow[];
  sections?: readonly MailSection[];
  seller?: string | undefined;
}

type MailContent = { language: Language } & ({ kind: CodeMailKind; code: string } | ({ kind: NoticeKind } & NoticeFacts));

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** An address within a text, without the punctuation after it. */
const LINK = /https?:\/\/[^\s<>]*[^\s<>.,;:!?»”)]/g;
/** A full stop directly after an address would become part of it in some email programs: the next sentence gets a line instead. */
const plainParagraph = (text: string): string => text.replace(/(?<=https?:\/\/\S+)\.(?: |$)/g, '\n').trimEnd();

/** Renders an email as plain text and HTML: greeting, introduction, the code or a table of facts, and advice. */
export function renderMail(mail: MailContent, origin: string): RenderedMail {
  const code = 'code' in mail ? mail.code : undefined;
  const { values = {}, rows = [], sections = [], seller }: NoticeFacts = 'code' in mail ? { values: { code: mail.code } } : mail;
  const t = (key: MailTextKey): string => mailText(mail.language, key, { origin, ...values });
  const lines = rows.map(([label, value]) => [t(`rows.${label}`), value] as const);
  const [subject, greeting, intro, footer] = [t(`${mail.kind}.subject`), t(`${mail.kind}.greeting`), t(`${mail.kind}.intro`), t('footer')];
  const paragraphs = 'code' in mail ? [t(`${mail.kind}.validity`), t(`${mail.kind}.ignore`)] : [t(`${mail.kind}.advice`)];
  return {
    subject,
    text: [
      greeting,
      ...[intro, ...plainFacts(code, lines)].map(plainParagraph),
      ...sections.map(plainSection),
      ...paragraphs.map(plainParagraph),
      `-- \n${[footer, ...(seller ? [seller] : [])].join('\n')}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: page(mail.language, subject, [
      `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:600">${escaped(greeting)}</h1>`,
      paragraph(intro),
      ...(code ? [large(code)] : []),
      ...(lines.length > 0 ? [table(lines)] : []),
      ...sections.map(section),
      ...paragraphs.map(paragraph),
      signature(footer, seller),
    ]),
  };
}

/** Renders a contact message for the operator, in the language of its sender, which is the language to answer in. */
export function renderContactMail(language: Language, { name, email, text, isPriority }: ContactContent): RenderedMail {
  const t = (key: MailTextKey): string => mailText(language, key, { name, email });
  const [intro, footer] = [t('contact.intro'), t('footer')];
  const advice = [t('contact.advice'), ...(isPriority ? [t('contact.priorityAdvice')] : [])];
  const subject = t(isPriority ? 'contact.prioritySubject' : 'contact.subject');
  return {
    subject,
    text: [intro, text.replace(/^/gm, '    '), ...advice, `-- \n${footer}`].join('\n\n').concat('\n'),
    html: page(language, subject, [paragraph(intro), quoted(text), ...advice.map(paragraph), signature(footer)]),
  };
}

/** Renders a reply in the language of the message, with the subject of its email to the operator, so that email programs group them. */
export function renderReplyMail(language: Language, { name, text, original, sentAt }: ReplyContent): RenderedMail {
  const t = (key: MailTextKey): string => mailText(language, key, { name, day: dayText(language, sentAt) });
  const [wrote, footer] = [t('reply.wrote'), t('footer')];
  const subject = `Re: ${t('contact.subject')}`;
  return {
    subject,
    text: [text, `${wrote}\n${original.replace(/^/gm, '> ')}`, `-- \n${footer}`].join('\n\n').concat('\n'),
    html: page(language, subject, [multiline(text), paragraph(wrote), quoted(original), signature(footer)]),
  };
}

/** Renders what an administrator wrote to a user, with a signature in the language of the user. */
export function renderWrittenMail(language: Language, { subject, text }: { subject: string; text: string }): RenderedMail {
  const footer = mailText(language, 'footer', {});
  return {
    subject,
    text: [text, `-- \n${footer}`].join('\n\n').concat('\n'),
    html: page(language, subject, [multiline(text), signature(footer)]),
  };
}

const multiline = (text: string): string =>
  `<p style="margin:0 0 24px;font-size:16px;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(text)}</p>`;
const quoted = (text: string): string =>
  `<p style="margin:16px 0;padding:12px 16px;background:#f3ede0;border-radius:5px;font-size:16px;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(text)}</p>`;
type Line = readonly [label: string, value: string];

function plainFacts(code: string | undefined, lines: readonly Line[]): string[] {
  if (code) return [`    ${code}`];
  return lines.length > 0 ? [lines.map(([label, value]) => `${label}: ${value}`).join('\n')] : [];
}

const plainSection = ({ title, link, lines }: MailSection): string =>
  [title, ...lines.map((line) => `- ${line}`), ...(link ? [link] : [])].join('\n');

const ITEM = 'padding:8px 0;border-top:1px solid #dcd3c0;font-size:16px;line-height:1.4;overflow-wrap:anywhere';
const section = ({ title, link, lines }: MailSection): string =>
  [
    `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.4;overflow-wrap:anywhere">${link ? `<a href="${escaped(link)}" style="color:#0f6b6b">${escaped(title)}</a>` : escaped(title)}</h2>`,
    `<ul style="margin:0 0 24px;padding:0;list-style:none">${lines.map((line) => `<li style="${ITEM}">${escaped(line)}</li>`).join('')}</ul>`,
  ].join('\n');

const CELL = 'padding:8px 0;border-top:1px solid #dcd3c0;font-size:16px;line-height:1.4;vertical-align:top';
const row = ([label, value]: Line): string =>
  `<tr><td style="${CELL};padding-right:16px;color:#535b5e">${escaped(label)}</td><td style="${CELL}">${escaped(value)}</td></tr>`;
const table = (lines: readonly Line[]): string =>
  `<table role="presentation" style="width:100%;margin:16px 0 24px;border-collapse:collapse">${lines.map(row).join('')}</table>`;
const large = (code: string): string =>
  `<p style="margin:24px 0;padding:16px;background:#dfece6;border-radius:5px;font-size:32px;line-height:1;letter-spacing:8px;font-weight:600;text-align:center">${escaped(code)}</p>`;
const linked = (text: string): string => escaped(text).replace(LINK, (link) => `<a href="${link}" style="color:#0f6b6b">${link}</a>`);
const paragraph = (text: string): string => `<p style="margin:0 0 12px;font-size:16px;line-height:1.6">${linked(text)}</p>`;

const signature = (text: string, seller?: string): string =>
  `<p style="margin:24px 0 0;padding-top:16px;border-top:3px double #dcd3c0;font-size:13px;color:#535b5e;overflow-wrap:anywhere">${escaped(text)}${seller ? `<br>${escaped(seller)}` : ''}</p>`;

/** The HTML document. Styles are inline, because many email clients ignore style sheets. */
function page(language: Language, title: string, parts: string[]): string {
  return [
    `<!doctype html><html lang="${HTML_LANGUAGE[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>`,
    '<body style="margin:0;padding:24px 12px;background:#f3ede0;color:#1c2226;font-family:Arial,Helvetica,sans-serif">',
    '<div style="max-width:480px;margin:0 auto;padding:28px 24px;background:#fffefa;border:1px solid #dcd3c0;border-radius:8px">',
    ...parts,
    '</div></body></html>',
  ].join('\n');
}
