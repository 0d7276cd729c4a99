import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { logout } from '#contract/logout.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../api/call.ts';
import { endSession, useSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';
import { clearDrafts } from '../../forms/remove-drafts.ts';
import { loadTexts } from '../../i18n/browser-texts.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { type AccountView, accountPath, accountViewOf, loginPath, paths } from '../../paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { OrderFacts, OrderNotice } from '../orders/order-state.tsx';
import { isPlanView, planStepOf, unavailableReasonOf } from '../orders/plan-step.ts';
import styles from './account.module.css';
import { AccountMenu, focusMenuItem, type MenuItem } from './account-menu.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileFailure, ProfileSkeleton } from './profile-states.tsx';

const AccountForm = lazyPart(async () => {
  const [{ AccountForm: component }] = await Promise.all([import('./account-form.tsx'), loadTexts(['account', 'forms', 'ownData'])]);
  return component;
});
const NoticeSettings = lazyPart(async () => {
  const [{ NoticeSettings: component }] = await Promise.all([import('../notices/notice-settings.tsx'), loadTexts(['account', 'notices'])]);
  return component;
});
const OwnData = lazyPart(async () => {
  const [{ OwnData: component }] = await Promise.all([import('./own-data.tsx'), loadTexts(['ownData'])]);
  return component;
});
const PlanViews = lazyPart(async () => {
  const [{ PlanViews: component }] = await Promise.all([import('../orders/plan-views.tsx'), loadTexts(['account', 'forms'])]);
  return component;
});

/** Both order views share one menu item. */
const itemOf = (view: AccountView): string => (isPlanView(view) ? 'plan' : view);

/** The view in the URL. When it closes, fetches the user again and returns the focus to the item that opened it. */
function useAccountView() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const view = accountViewOf(query);
  const shown = useRef<typeof view>(undefined);
  useEffect(() => {
    if (!view && shown.current) {
      void client.invalidateQueries({ queryKey: userQuery().queryKey });
      focusMenuItem(itemOf(shown.current));
    }
    shown.current = view;
  }, [view, client]);
  return view;
}

/**
 * Redirects to the card with a message if the order's status does not allow the view. `skipCheck` skips the check after this page itself has
 * changed the order.
 */
function useUnavailableView(view: AccountView | undefined, user: User | undefined) {
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [skippedAt, setSkippedAt] = useState<string>();
  const reason = isPlanView(view) && user && skippedAt !== key ? unavailableReasonOf(view, user) : undefined;
  const text = reason && errorText(reason);
  useEffect(() => {
    if (!text) return;
    showToast({ text });
    void navigate(paths.user, { replace: true });
  }, [text, navigate]);
  return { isRejected: reason !== undefined, skipCheck: () => setSkippedAt(key) };
}

function useMenu(view: AccountView | undefined, user: User | undefined, onLogout: () => void): MenuItem[] {
  const { t } = useTranslation(['user', 'orders']);
  const { day } = useFormat();
  const form = (name: AccountView) => ({ name: itemOf(name), to: accountPath(name), isCurrent: view === name });
  const plan = planStepOf(user?.status ?? null);
  const running = user?.tariff_end_date && t('orders:menu.running', { day: day(user.tariff_end_date) });
  return [
    { name: 'card', icon: 'user', label: t('menu.card'), to: paths.user, isCurrent: view === undefined },
    {
      ...form(plan.view),
      isCurrent: isPlanView(view),
      icon: plan.view,
      label: t(`menu.${plan.view}`),
      isDisabled: !user || plan.isDisabled,
      reason: plan.isDisabled ? (plan.view === 'order' ? t('orders:menu.confirmed') : (running ?? undefined)) : undefined,
    },
    { ...form('profile'), icon: 'edit', label: t('menu.profile') },
    { ...form('notices'), icon: 'bell', label: t('menu.notices') },
    { ...form('password'), icon: 'key', label: t('menu.password') },
    { name: 'logout', icon: 'logout', label: t('menu.logout'), startsGroup: true, onClick: onLogout },
    { ...form('delete'), icon: 'trash', label: t('menu.remove'), startsGroup: true, isDanger: true },
  ];
}

export function AccountPage() {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const requested = useAccountView();
  const { data: user, error, isFetching, refetch } = useQuery({ ...userQuery(), enabled: Boolean(session) });
  // The server renders the page without its query: apply the view after hydration.
  const view = session ? requested : undefined;
  const { isRejected, skipCheck } = useUnavailableView(view, user);
  const [isLeaving, setLeaving] = useState(false);
  const items = useMenu(view, user, handleLogout);
  const title = view && items.find(({ isCurrent }) => isCurrent)?.label;
  if (session === null) return <Navigate to={isLeaving ? paths.home : loginPath(paths.user + search)} replace />;

  function leave() {
    clearDrafts();
    setLeaving(true);
    endSession();
  }
  function handleLogout() {
    // The request already carries the token; end the local session without waiting for the response.
    void call(logout);
    leave();
  }
  function handleDone(text: string) {
    showToast({ text });
    void navigate(paths.user, { replace: true });
  }
  function handleDeleted(text: string) {
    leave();
    // After the notices of the account were cleared.
    showToast({ text });
  }
  /** The order was changed or cancelled: update the cached user at once. */
  function handleOrder(text: string, next: User, to?: AccountView) {
    skipCheck();
    client.setQueryData(userQuery().queryKey, (cached) => cached && { ...cached, data: next });
    void client.invalidateQueries({ queryKey: vehiclesQuery().queryKey });
    showToast({ text });
    void navigate(to ? accountPath(to) : paths.user, { replace: true });
  }

  return (
    <div className={styles.layout}>
      {title && <title>{`${title} · Carnet`}</title>}
      {!user || isRejected ? (
        <Sheet className={styles.card}>
          {error && !user && !isFetching ? <ProfileFailure error={error} onAgain={() => void refetch()} /> : <ProfileSkeleton />}
        </Sheet>
      ) : (
        <Suspense fallback={<Waiting />}>
          {!view && (
            <div>
              <Sheet className={styles.card}>
                <ProfileCard user={user} orderFacts={<OrderFacts user={user} />} orderNotice={<OrderNotice user={user} />} />
              </Sheet>
              <Suspense>
                <OwnData />
              </Suspense>
            </div>
          )}
          {isPlanView(view) && <PlanViews key={view} view={view} user={user} onOrder={handleOrder} />}
          {view === 'notices' && <NoticeSettings onDone={handleDone} />}
          {view && view !== 'notices' && !isPlanView(view) && (
            <AccountForm key={view} view={view} user={user} onDone={handleDone} onDeleted={handleDeleted} />
          )}
        </Suspense>
      )}
      <AccountMenu items={items} />
    </div>
  );
}

const Waiting = () => (
  <Sheet className={styles.card}>
    <ProfileSkeleton />
  </Sheet>
);
