import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkTelegram, type NoticeSettings, unlinkTelegram } from '#contract/notices.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './notices.module.css';

/** Links the account to a chat with the bot. The settings are fetched again when the reader comes back from Telegram. */
export function TelegramLink({ state }: { state: NonNullable<NoticeSettings['telegram']> }) {
  const { t } = useTranslation('notices');
  const id = useId();
  const client = useQueryClient();
  const [url, setUrl] = useState<string>();
  const { isSending, failure, submit } = useSubmit();
  const isLinked = state === 'linked';

  const link = () =>
    submit(async () => {
      const result = await call(linkTelegram);
      if (result.success) setUrl(result.data.url);
      return result;
    });
  const unlink = () =>
    submit(async () => {
      const result = await call(unlinkTelegram);
      setUrl(undefined);
      if (result.success) await client.invalidateQueries({ queryKey: keys.notices });
      return result;
    });

  return (
    <section className={styles.calendar} aria-labelledby={id}>
      <h2 id={id}>{t('telegram.title')}</h2>
      {state === 'blocked' && <Notice tone="info">{t('telegram.blocked')}</Notice>}
      <p className={styles.lead}>{t(isLinked ? 'telegram.linked' : 'telegram.lead')}</p>
      <FailureNotice failure={failure} />
      {!isLinked && url && <p>{t('telegram.openHelp')}</p>}
      <div className="form-buttons">
        {isLinked ? (
          <Button look="quiet" isBusy={isSending} busyText={t('telegram.unlinking')} onClick={() => void unlink()}>
            {t('telegram.unlink')}
          </Button>
        ) : (
          <>
            {url && (
              <ButtonLink look="quiet" to={url} target="_blank" rel="noreferrer">
                {t('telegram.open')}
              </ButtonLink>
            )}
            <Button
              look={url ? 'plain' : 'quiet'}
              isBusy={isSending}
              busyText={url === undefined && t('telegram.linking')}
              onClick={() => void link()}
            >
              {t(url ? 'telegram.again' : 'telegram.link')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
