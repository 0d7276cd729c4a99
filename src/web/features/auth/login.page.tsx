import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { returnPath } from '../../paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { DocumentView } from './document-view.tsx';
import styles from './door.module.css';
import { type DoorTab, doorOf, doorSearch } from './door-address.ts';
import { DoorTabs, panelId, tabId } from './door-tabs.tsx';
import { type Credentials, enter } from './enter.ts';
import { LoginPanel } from './login-panel.tsx';
import { Registration } from './registration.tsx';
import { type Welcome, WelcomeSheet } from './welcome-sheet.tsx';

/** Login and registration. Both panels stay mounted, so that nothing typed is lost between tabs and views. */
export function LoginPage() {
  const session = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [welcome, setWelcome] = useState<Welcome>();

  async function handleRegistered(name: string, credentials: Credentials) {
    setWelcome({ name, state: 'entering' });
    const failed = await enter(client, credentials);
    setWelcome({ name, state: failed ? 'outside' : 'inside' });
    setEmail(credentials.email);
  }

  function goToLogin(address: string) {
    setEmail(address);
    setWelcome(undefined);
    void navigate({ search: doorSearch(search, 'login') }, { preventScrollReset: true });
  }

  if (welcome) return <WelcomeSheet {...welcome} onLogin={() => goToLogin(email)} />;
  if (session) return <Navigate to={returnPath(search)} replace />;
  // The server writes the page without its query: the address is heeded as soon as the page is alive.
  const isAlive = session === null;
  const { tab, view } = doorOf(isAlive ? search : '');
  return (
    <>
      {view && <DocumentView key={view} name={view} />}
      <section className={styles.door} hidden={view !== undefined}>
        <DoorTabs tab={tab} />
        <Panel of="login" shown={tab}>
          <LoginPanel email={email} isAlive={isAlive} />
        </Panel>
        <Panel of="registration" shown={tab}>
          {isAlive && <Registration onLogin={goToLogin} onRegistered={handleRegistered} />}
        </Panel>
      </section>
    </>
  );
}

function Panel({ of, shown, children }: { of: DoorTab; shown: DoorTab; children: ReactNode }) {
  return (
    <Sheet id={panelId(of)} role="tabpanel" aria-labelledby={tabId(of)} hidden={of !== shown} hasTab={of === 'login'}>
      {children}
    </Sheet>
  );
}
