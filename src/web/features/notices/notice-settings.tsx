import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeNotices, type NoticeSettings as Settings } from '#contract/notices.ts';
import { currentName } from '#contract/time-zone.ts';
import { FormHead } from '../../account/form-head.tsx';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useLeaveGuard } from '../../forms/leave-guard.tsx';
import { scrollToTop, submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/fields.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CalendarLink } from './calendar-link.tsx';
import styles from './notices.module.css';
import { noticesQuery } from './notices.queries.ts';
import { TelegramLink } from './telegram-link.tsx';

/** `onDone` is called after saving, with the confirmation to show. */
export function NoticeSettings({ onDone }: { onDone: (text: string) => void }) {
  const { t } = useTranslation('notices');
  const { data, error, isFetching, refetch } = useQuery(noticesQuery());
  return (
    <Sheet className={styles.card}>
      <FormHead title={t('title')}>{t('lead')}</FormHead>
      {data ? (
        <>
          <SettingsForm settings={data} onDone={onDone} />
          {data.telegram && <TelegramLink state={data.telegram} />}
          <CalendarLink hasCalendar={data.hasCalendar} />
        </>
      ) : error && !isFetching ? (
        <LoadFailure error={error} fallback="noticesApi.500" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Sheet>
  );
}

/** The zones that the browser knows, and the stored one. */
function zonesWith(stored: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone').map(currentName);
  return [...new Set([...known, stored])].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

function SettingsForm({ settings, onDone }: { settings: Settings; onDone: (text: string) => void }) {
  const { t } = useTranslation('notices');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { mail, isPaused, timeZone } = settings;
  const { form, isSending, failure, submit } = useSubmitForm({
    name: 'notices',
    initialValues: { mail, isPaused, timeZone },
    onFailure: scrollToTop,
  });
  const { dialog, allowLeaving } = useLeaveGuard(form.isDirty());

  const change = (values: Pick<Settings, 'mail' | 'isPaused' | 'timeZone'>) =>
    submit(async () => {
      // Another tab may have changed the others.
      const body = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== settings[field as keyof Settings]));
      const result = await call(changeNotices, { body });
      if (result.success) {
        allowLeaving();
        void client.invalidateQueries({ queryKey: keys.soon });
        onDone(errorText('noticesApi.update.success', result.message));
      }
      return result;
    });

  return (
    <form className={`form ${styles.form}`} noValidate onSubmit={submitHandler(form, change)}>
      <FailureNotice failure={failure} />
      <CheckField label={t('mail')} {...form.getInputProps('mail', { type: 'checkbox' })} />
      <CheckField label={t('isPaused')} {...form.getInputProps('isPaused', { type: 'checkbox' })} />
      <SelectField
        label={t('timeZone')}
        help={t('timeZoneHelp')}
        choices={zonesWith(settings.timeZone)}
        {...form.getInputProps('timeZone')}
      />
      <div className="form-buttons">
        <Button type="submit" isBusy={isSending} busyText={t('saving')}>
          {t('save')}
        </Button>
        <ButtonLink look="plain" to={paths.user}>
          {t('cancel')}
        </ButtonLink>
      </div>
      {dialog}
    </form>
  );
}
