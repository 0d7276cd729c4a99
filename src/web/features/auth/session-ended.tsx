import { type ComponentType, lazy, Suspense } from 'react';
import { useIsSuspended } from '../../api/session.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { sessionEndedPath } from '../../paths.ts';

async function loadDialog(): Promise<{ default: ComponentType }> {
  const [{ LoginDialog }] = await Promise.all([import('./login-dialog.tsx'), loadTexts(['auth', 'errors', 'forms'])]);
  return { default: LoginDialog };
}

/** If the dialog fails to load, open the login page instead; unsaved input is kept as drafts. */
function openLoginPage(): { default: ComponentType } {
  location.assign(sessionEndedPath(location.pathname + location.search));
  return { default: () => null };
}

const LoginDialog = lazy(() => loadDialog().catch(openLoginPage));

/** The login dialog over the page after the server has rejected the token; loaded only then. */
export function SessionEnded() {
  if (!useIsSuspended()) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog />
    </Suspense>
  );
}
