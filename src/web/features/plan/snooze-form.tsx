import { useTranslation } from 'react-i18next';
import { SNOOZE_MAX, SNOOZE_OVERDUE_MAX } from '#contract/limits.ts';
import { type PlanLine, snoozePlanLine } from '#contract/plan.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { submitHandler } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { localDay } from '../../local-day.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './plan-form.module.css';

interface SnoozeFormProps {
  vehicle: Vehicle;
  line: PlanLine;
  onSnoozed: (line: PlanLine) => void;
  onClose: () => void;
}

const WEEK = 7;
const MONTH = 30;
const inDays = (days: number): string => {
  const now = new Date();
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

/** Until when a line is left out of what is urgent: a week, a month or a day. */
export function SnoozeForm({ vehicle, line, onSnoozed, onClose }: SnoozeFormProps) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const most = line.kind === 'deadline' && line.state === 'overdue' ? SNOOZE_OVERDUE_MAX : SNOOZE_MAX;
  const { form, isSending, failure, submit } = useSubmitForm({
    name: `snooze-${line.id}`,
    initialValues: { until: inDays(WEEK) },
    validate: ({ until }) => (until === '' ? { until: 'validation.date.required' } : {}),
  });
  const snooze = (until: string) =>
    submit(async () => {
      const result = await call(snoozePlanLine, { params: { vehicleId: vehicle.id, lineId: line.id }, body: { until } });
      if (!result.success) return result;
      onSnoozed(result.data);
      onClose();
      return undefined;
    });
  return (
    <form
      className={styles.form}
      aria-label={t('snoozeForm.title', { name: line.title })}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onSubmit={submitHandler(form, ({ until }) => void snooze(until))}
    >
      <FailureNotice failure={failure} />
      <p className={styles.help}>{t('snoozeForm.text')}</p>
      <div className={styles.buttons}>
        <Button look="quiet" isPaused={isSending} onClick={() => void snooze(inDays(WEEK))} autoFocus>
          {t('snoozeForm.week', { day: day(inDays(WEEK)) })}
        </Button>
        {most > MONTH && (
          <Button look="quiet" isPaused={isSending} onClick={() => void snooze(inDays(MONTH))}>
            {t('snoozeForm.month', { day: day(inDays(MONTH)) })}
          </Button>
        )}
      </div>
      <TextField
        {...form.getInputProps('until')}
        type="date"
        min={inDays(1)}
        max={inDays(most)}
        label={t('snoozeForm.until')}
        help={t('snoozeForm.help', { day: day(inDays(most)) })}
      />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isSending} busyText={t('snoozeForm.busy')}>
          {t('snoozeForm.submit')}
        </Button>
        <Button look="plain" onClick={onClose} isPaused={isSending}>
          {t('snoozeForm.cancel')}
        </Button>
      </div>
    </form>
  );
}
