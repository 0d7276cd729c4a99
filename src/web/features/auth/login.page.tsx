import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { PaidTariff } from '#contract/tariffs.ts';
import { useSession } from '../../api/session.ts';
import { useBoot } from '../../boot.ts';
import { paths, planOf, returnPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AuthTab, authSearch, authStateOf, DOCUMENTS, isDocument, isServerView } from './auth-address.ts';
import styles from './auth-page.module.css';
import { AuthTabs, panelId, tabId } from './auth-tabs.tsx';
import { DocumentView } from './document-view.tsx';
import { type Credentials, enter } from './enter.ts';
import { LoginPanel } from './login-panel.tsx';
import type { Welcome } from './welcome-sheet.tsx';

const Registration = lazyPart(async () => (await import('./registration.tsx')).Registration);
const ResetPassword = lazyPart(async () => (await import('./reset-password.tsx')).ResetPassword);
const WelcomeSheet = lazyPart(async () => (await import('./welcome-sheet.tsx')).WelcomeSheet);

/** Preloads the registration before its tab is clicked. Errors are ignored: opening the tab loads it again and reports them. */
function fetchRegistration(): void {
  Promise.all([import('./registration.tsx'), import('./welcome-sheet.tsx')]).catch(() => undefined);
}

/** Login and registration. A panel stays mounted once opened, so that its input survives a change of tab or view. */
export function LoginPage() {
  const session = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  /** The address to log in with; a new `count` remounts the login form. */
  const [entry, setEntry] = useState({ email: '', count: 0 });
  const [forgotten, setForgotten] = useState('');
  const [welcome, setWelcome] = useState<Welcome>();

  async function handleRegistered(name: string, credentials: Credentials) {
    const { email: address } = credentials;
    setWelcome({ name, email: address, state: 'entering' });
    const failed = await enter(client, credentials);
    setWelcome({ name, email: address, state: failed ? 'outside' : 'inside' });
  }

  async function goToLogin(address: string) {
    setWelcome(undefined);
    // Switch the tab first, then set the address: a hidden form cannot be focused.
    await navigate({ search: authSearch(search, 'login') }, { preventScrollReset: true, flushSync: true });
    setEntry(({ count }) => ({ email: address, count: count + 1 }));
  }

  function handleForgotten(address: string) {
    setForgotten(address);
    void navigate({ search: authSearch(search, 'login', 'reset') }, { state: { isInside: true } });
  }

  const isHydrated = session === null;
  const requested = authStateOf(search);
  const { tab, view } = isHydrated || isServerView(requested) ? requested : authStateOf('');
  const [hasEntered, setEntered] = useState(false);
  if (isHydrated && !hasEntered) setEntered(true);
  const isClosed = useBoot().data.isRegistrationClosed === true;
  const [hasRegistration, setRegistration] = useState(false);
  if (isHydrated && tab === 'registration' && !hasRegistration) setRegistration(true);

  if (welcome)
    return (
      <Suspense>
        <WelcomeSheet name={welcome.name} state={welcome.state} plan={wantedPlan(search)} onLogin={() => void goToLogin(welcome.email)} />
      </Suspense>
    );
  // After a login without `from` open the vehicles; a user who was already logged in is redirected to the account.
  if (session && !isDocument(view)) return <Navigate to={returnPath(search) ?? (hasEntered ? paths.service : paths.user)} replace />;
  return (
    <>
      {isDocument(view) && <DocumentView key={view} name={view} />}
      {view === 'reset' && (
        <Suspense fallback={<Skeleton height={120} count={2} />}>
          <ResetPassword email={forgotten} onDone={(address) => void goToLogin(address)} />
        </Suspense>
      )}
      <section className={styles.page} hidden={view !== undefined}>
        <AuthTabs tab={tab} onNear={fetchRegistration} />
        <noscript>
          <NoScript />
        </noscript>
        <Panel of="login" shown={tab}>
          <LoginPanel key={entry.count} email={entry.email} onForgotten={handleForgotten} />
        </Panel>
        <Panel of="registration" shown={tab}>
          {isClosed ? (
            tab === 'registration' && <RegistrationClosed />
          ) : hasRegistration ? (
            <Suspense fallback={<RegistrationPlaceholder />}>
              <Registration onLogin={(address) => void goToLogin(address)} onRegistered={handleRegistered} />
            </Suspense>
          ) : (
            tab === 'registration' && <RegistrationPlaceholder />
          )}
        </Panel>
      </section>
    </>
  );
}

function RegistrationClosed() {
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('closed.title')}</h1>
      <p className={styles.lead}>{t('closed.lead')}</p>
      <ButtonLink isWide look="quiet" to={paths.contact}>
        {t('closed.contact')}
      </ButtonLink>
    </>
  );
}

/** The registration until its form is loaded; the server renders it too. */
function RegistrationPlaceholder() {
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('registration.title')}</h1>
      <p className={styles.lead}>{t('registration.lead')}</p>
      <div className={styles.loading}>
        <Skeleton height={120} />
      </div>
    </>
  );
}

/** The plan chosen before the registration, taken from the return address. */
function wantedPlan(search: string): PaidTariff | undefined {
  const [, query] = returnPath(search)?.split('?') ?? [];
  return planOf(new URLSearchParams(query));
}

/** Login and registration require scripts; the documents do not. */
function NoScript() {
  const { t } = useTranslation('auth');
  return (
    <p className={styles.noScript}>
      {t('noScript')}{' '}
      {DOCUMENTS.map((name) => (
        <Link key={name} to={{ search: authSearch('', 'registration', name) }}>
          {t(`document.${name}`)}
        </Link>
      ))}
    </p>
  );
}

function Panel({ of, shown, children }: { of: AuthTab; shown: AuthTab; children: ReactNode }) {
  return (
    <Sheet id={panelId(of)} role="tabpanel" aria-labelledby={tabId(of)} hidden={of !== shown} hasTab={of === 'login'}>
      {children}
    </Sheet>
  );
}
