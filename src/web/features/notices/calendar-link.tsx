import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeCalendar, removeCalendar } from '#contract/notices.ts';
import { call } from '../../api/call.ts';
import { copyText } from '../../copy-text.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './notices.module.css';

/** What may be done with a link that exists; both break the calendars that use it. */
type Change = 'renew' | 'remove';

/** The link by which a calendar program shows the plans. It is shown once, right after it was made. */
export function CalendarLink({ hasCalendar }: { hasCalendar: boolean }) {
  const { t } = useTranslation('notices');
  const id = useId();
  const [link, setLink] = useState<{ exists: boolean; url?: string }>({ exists: hasCalendar });
  const [asked, setAsked] = useState<Change>();
  const { isSending, failure, submit } = useSubmit();

  const make = () =>
    submit(async () => {
      const result = await call(makeCalendar);
      setAsked(undefined);
      if (result.success) setLink({ exists: true, url: result.data.url });
      return result;
    });
  const remove = () =>
    submit(async () => {
      const result = await call(removeCalendar);
      setAsked(undefined);
      if (result.success) setLink({ exists: false });
      return result;
    });

  return (
    <section className={styles.calendar} aria-labelledby={id}>
      <h2 id={id}>{t('calendar.title')}</h2>
      <p className={styles.lead}>{t('calendar.lead')}</p>
      <FailureNotice failure={failure} />
      {link.url ? <NewLink url={link.url} /> : link.exists && <p>{t('calendar.exists')}</p>}
      <div className="form-buttons">
        {link.exists ? (
          <>
            <Button look="quiet" onClick={() => setAsked('renew')}>
              {t('calendar.renew')}
            </Button>
            <Button look="plain" onClick={() => setAsked('remove')}>
              {t('calendar.remove')}
            </Button>
          </>
        ) : (
          <Button look="quiet" isBusy={isSending} busyText={t('calendar.creating')} onClick={() => void make()}>
            {t('calendar.create')}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          isOpen
          title={t(`calendar.${asked}Dialog.title`)}
          confirmText={t(`calendar.${asked}`)}
          busyText={t(`calendar.${asked}Dialog.busy`)}
          cancelText={t('calendar.cancel')}
          isBusy={isSending}
          onConfirm={() => void (asked === 'renew' ? make() : remove())}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(`calendar.${asked}Dialog.text`)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function NewLink({ url }: { url: string }) {
  const { t } = useTranslation('notices');
  async function copy() {
    const isCopied = await copyText(url);
    showToast({ text: t(isCopied ? 'calendar.copied' : 'calendar.notCopied'), isFailure: !isCopied });
  }
  return (
    <>
      <TextField
        label={t('calendar.link')}
        help={t('calendar.linkHelp')}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        rightSection={<IconButton icon="copy" label={t('calendar.copy')} onClick={() => void copy()} />}
      />
      <p>
        <a href={url.replace(/^https?:/, 'webcal:')}>{t('calendar.open')}</a>
      </p>
    </>
  );
}
