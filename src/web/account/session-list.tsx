import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/accounts.ts';
import type { CallFailure } from '../api/call.ts';
import { useSubmit } from '../forms/use-submit.ts';
import { useErrorText } from '../i18n/error-text.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.ts';
import { deviceOf } from './device.ts';
import styles from './session-list.module.css';

const ALL = 'all';

interface SessionListProps {
  /** The result of `useQuery`. */
  query: { data: Session[] | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  onEnd: (sessionId: string) => Promise<{ success: true; message?: string } | CallFailure>;
  onEndOthers: () => Promise<{ success: true; message?: string } | CallFailure>;
}

/** The sessions of a user or an administrator, with buttons to end the others. Uses the namespace `account`. */
export function SessionList({ query, onEnd, onEndOthers }: SessionListProps) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { isSending, submit } = useSubmit();
  const [ending, setEnding] = useState<string>();
  const { data: sessions, error, refetch, isFetching } = query;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];

  const end = (id: string) =>
    submit(async () => {
      setEnding(id);
      const result = await (id === ALL ? onEndOthers() : onEnd(id));
      setEnding(undefined);
      const done = id === ALL ? 'api.sessions.removeOthers.success' : 'api.sessions.remove.success';
      showToast({ text: errorText(result.success ? done : result.code, result.message), isFailure: !result.success });
      // A session that no longer exists (404) also needs a refresh of the list.
      if (!result.success && result.status !== 404) return;
      await refetch();
      heading.current?.focus({ preventScroll: true });
    });

  return (
    <Sheet className={styles.sessions}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {t('sessions.title')}
        </h2>
        <p>{t('sessions.lead')}</p>
      </div>
      {!sessions && (isFetching || !error) && <Skeleton height={60} count={2} />}
      {!sessions && error && !isFetching && <LoadFailure fallback="api.sessions.500" error={error} onRetry={() => void refetch()} />}
      <ul>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending === session.id}
            isIdle={!isSending}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      {sessions && others.length === 0 && <p className={styles.onlySession}>{t('sessions.alone')}</p>}
      {others.length > 1 && (
        <Button
          className={styles.others}
          look="quiet"
          isBusy={ending === ALL}
          busyText={t('sessions.ending')}
          isPaused={isSending}
          onClick={() => void end(ALL)}
        >
          {t('sessions.endOthers')}
        </Button>
      )}
    </Sheet>
  );
}

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  isIdle: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, isIdle, onEnd }: SessionRowProps) {
  const { t } = useTranslation('account');
  const { moment } = useFormat();
  const { browser, system } = deviceOf(session.device);
  const device = browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown'));
  const when = moment(session.lastUsedAt);
  return (
    <li>
      <div>
        <p>{device}</p>
        <small>{t('sessions.used', { when })}</small>
      </div>
      {session.isCurrent ? (
        <span className={styles.current}>{t('sessions.this')}</span>
      ) : (
        <Button
          look="quiet"
          size="small"
          isBusy={isEnding}
          busyText={t('sessions.ending')}
          isPaused={!isIdle}
          aria-label={t('sessions.endOn', { device, when })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
