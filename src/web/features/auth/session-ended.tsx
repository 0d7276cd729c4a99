import { lazy, Suspense } from 'react';
import { useIsSuspended } from '../../api/session.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';

const LoginDialog = lazy(async () => {
  const [{ LoginDialog: dialog }] = await Promise.all([import('./login-dialog.tsx'), loadTexts(['auth', 'errors', 'forms'])]);
  return { default: dialog };
});

/** The login dialog over the page, once the server has rejected the token. It is loaded only then. */
export function SessionEnded() {
  if (!useIsSuspended()) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog />
    </Suspense>
  );
}
