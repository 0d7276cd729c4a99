import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { FailedMailsTab } from './failed-mails-tab.tsx';

const MAIL = { id: 7, recipient: 'maria@example.com', kind: 'reply', created_at: '2026-06-01T10:00:00.000Z', tries: 3, can_send: true };
const CODE = { ...MAIL, id: 8, recipient: 'petro@example.com', kind: 'code', can_send: false };

test('sends an undelivered email again, but not one with an erased code', async () => {
  let failed = [MAIL, CODE].map((mail) => ({ ...mail, failed_at: '2026-06-01T12:00:00.000Z', reason: 'server' }));
  fakeServer({
    'GET /api/admin/mails/failed': () => ({ body: { success: true, data: failed, total: failed.length } }),
    'POST /api/admin/mails/7/send': () => {
      failed = failed.slice(1);
      return { body: { success: true, code: 'mailsApi.send.success', message: '' } };
    },
  });
  const { say, user } = show(<FailedMailsTab />, { language: 'en' });
  const [button, ...others] = await screen.findAllByRole('button', { name: /maria|petro/ });
  expect(others).toEqual([]);
  await user.click(button as HTMLElement);
  expect(await screen.findByText(say('errors:mailsApi.send.success'))).toBeDefined();
  expect(screen.queryByText(MAIL.recipient)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('shows waiting emails by the filter', async () => {
  const waiting = [{ ...MAIL, can_send: false, next_try_at: '2026-06-01T12:00:00.000Z', reason: null }];
  fakeServer({
    'GET /api/admin/mails/failed': () => ({ body: { success: true, data: [], total: 0 } }),
    'GET /api/admin/mails/waiting': () => ({ body: { success: true, data: waiting, total: 1 } }),
  });
  const { say, user, router } = show(<FailedMailsTab />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('adminReports:mails.filters.waiting') }));
  expect(await screen.findByText(MAIL.recipient)).toBeDefined();
  expect(screen.getByText(say('adminReports:mails.firstTry'))).toBeDefined();
  expect(router.state.location.search).toBe('?status=waiting');
});
