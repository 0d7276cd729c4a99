import { expect, test } from 'vitest';
import { startWarnings } from './start-warnings.ts';

test.each(['https://carnet.example.com', 'https://localhost', 'http://carnet.example.com', 'http://203.0.113.5:3000', 'http://172.32.0.1'])(
  'warns about %s without a mail server',
  (publicUrl) => {
    expect(startWarnings({ publicUrl, smtpUrl: undefined })).toEqual([expect.stringContaining('SMTP_URL')]);
    expect(startWarnings({ publicUrl, smtpUrl: 'smtp://mail.example.com' })).toEqual([]);
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
  expect(startWarnings({ publicUrl, smtpUrl: undefined })).toEqual([]);
});
