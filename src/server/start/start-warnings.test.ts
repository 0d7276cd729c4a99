import { expect, test } from 'vitest';
import { DEFAULT_MAIL_FROM } from '../settings/settings.ts';
import { startWarnings } from './start-warnings.ts';

const SMTP = 'smtp://mail.example.com';
const mailFrom = 'Carnet <carnet@example.com>';

test.each(['https://carnet.example.com', 'https://localhost', 'http://carnet.example.com', 'http://203.0.113.5:3000', 'http://172.32.0.1'])(
  'warns about %s without a mail server or a contact address',
  (publicUrl) => {
    const contactEmail = 'owner@example.com';
    const set = { publicUrl, mailFrom, smtpUrl: SMTP, contactEmail, trustProxy: 'loopback' };
    const isHttps = publicUrl.startsWith('https:');
    const withoutTls = isHttps ? [] : [expect.stringContaining('PUBLIC_URL is http')];
    expect(startWarnings({ ...set, smtpUrl: undefined })).toEqual([expect.stringContaining('SMTP_URL'), ...withoutTls]);
    expect(startWarnings(set)).toEqual(withoutTls);
    expect(startWarnings({ ...set, contactEmail: undefined })).toEqual([...withoutTls, expect.stringContaining('CONTACT_EMAIL')]);
    expect(startWarnings({ ...set, trustProxy: false })).toEqual(isHttps ? [expect.stringContaining('TRUST_PROXY')] : withoutTls);
  },
);

test.each([
  undefined,
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://192.168.1.20',
  'http://172.16.0.1',
  'http://[::1]:3000',
  'http://nas',
  'http://carnet.local',
])('does not warn about %s without a mail server', (publicUrl) => {
  expect(startWarnings({ publicUrl, mailFrom, smtpUrl: undefined, contactEmail: undefined, trustProxy: false })).toEqual([]);
});

test.each(['https://carnet.example.com', 'http://localhost:3000', undefined])(
  'warns about emails without a sender with %s',
  (publicUrl) => {
    const contactEmail = 'owner@example.com';
    const set = { mailFrom: DEFAULT_MAIL_FROM, contactEmail, trustProxy: 'loopback' };
    expect(startWarnings({ ...set, publicUrl, smtpUrl: SMTP })).toEqual([expect.stringContaining('MAIL_FROM')]);
    expect(startWarnings({ ...set, publicUrl: undefined, smtpUrl: undefined })).toEqual([]);
  },
);
