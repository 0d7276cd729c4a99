import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './costs.module.css';
import { isRange, PERIODS, type PeriodName, rangeValue, type ShownPeriod } from './period.ts';

interface PeriodChoiceProps {
  period: ShownPeriod;
  today: string;
  /** Called with the value of `period` in the URL; undefined for the default. */
  onChange: (value: string | undefined) => void;
}

/** Chooses the period: ready-made ones at once, a range with its own form. */
export function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const { t } = useTranslation('statistics');
  function choose(name: PeriodName) {
    if (name === 'range') onChange(rangeValue(period.from ?? '', period.to ?? today));
    else onChange(name === 'months' ? undefined : name);
  }
  return (
    <div className={styles.period}>
      <SegmentedControl
        label={t('period.label')}
        options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
        value={period.name}
        onChange={choose}
      />
      {period.name === 'range' && (
        <RangeForm key={`${period.from} ${period.to}`} from={period.from ?? ''} to={period.to ?? ''} onChange={onChange} />
      )}
    </div>
  );
}

function RangeForm({ from: givenFrom, to: givenTo, onChange }: { from: string; to: string } & Pick<PeriodChoiceProps, 'onChange'>) {
  const { t } = useTranslation('statistics');
  const [from, setFrom] = useState(givenFrom);
  const [to, setTo] = useState(givenTo);
  const [isRejected, setRejected] = useState(false);
  const isInvalid = !isRange(from, to);
  const error = from !== '' && to !== '' && from > to ? 'validation.date.order' : 'validation.date.format';
  function submit(event: FormEvent) {
    event.preventDefault();
    setRejected(isInvalid);
    if (!isInvalid) onChange(rangeValue(from, to));
  }
  return (
    <form className={styles.range} onSubmit={submit} noValidate>
      <TextField
        type="date"
        label={t('period.from')}
        value={from}
        error={isRejected && isInvalid && error}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField type="date" label={t('period.to')} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <Button type="submit" look="quiet">
        {t('period.show')}
      </Button>
    </form>
  );
}
