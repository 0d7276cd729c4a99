import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './costs.module.css';
import { isRange, PERIODS, type PeriodName, rangeValue, type ShownPeriod, yearDays } from './period.ts';

interface PeriodChoiceProps {
  period: ShownPeriod;
  today: string;
  /** The year of the first record; null while it is unknown, and without records. */
  firstYear: number | null;
  /** Called with the value of `period` in the URL; undefined for the default. */
  onChange: (value: string | undefined) => void;
}

/** A single record of long ago must not fill the screen; still earlier years are typed. */
const OLDER_YEARS_MAX = 20;

/** Chooses the period: ready-made ones at once, a range with its own form. */
export function PeriodChoice({ period, today, firstYear, onChange }: PeriodChoiceProps) {
  const { t } = useTranslation('statistics');
  function choose(name: PeriodName) {
    if (name === 'range') onChange(rangeValue(period.from ?? '', period.to ?? today));
    else onChange(name === 'months' ? undefined : name);
  }
  const thisYear = Number(today.slice(0, 4));
  const labels: Record<PeriodName, string> = {
    months: t('period.months'),
    year: String(thisYear),
    lastYear: String(thisYear - 1),
    all: t('period.all'),
    range: t('period.range'),
  };
  const olderCount = Math.min(OLDER_YEARS_MAX, Math.max(0, thisYear - 1 - (firstYear ?? thisYear)));
  const olderYears = Array.from({ length: olderCount }, (_, index) => thisYear - 2 - index);
  return (
    <div className={styles.period}>
      <SegmentedControl
        label={t('period.label')}
        options={PERIODS.map((value) => ({ value, label: labels[value] }))}
        value={period.name}
        onChange={choose}
      />
      {period.name === 'range' && olderYears.length > 0 && <OlderYears years={olderYears} period={period} onChange={onChange} />}
      {period.name === 'range' && <RangeForm from={period.from ?? ''} to={period.to ?? ''} onChange={onChange} />}
    </div>
  );
}

interface OlderYearsProps extends Pick<PeriodChoiceProps, 'period' | 'onChange'> {
  /** Newest first. */
  years: readonly number[];
}

function OlderYears({ years, period, onChange }: OlderYearsProps) {
  const { t } = useTranslation('statistics');
  const shown = years.find((year) => period.from === yearDays(year).from && period.to === yearDays(year).to);
  function choose(year: string) {
    const { from, to } = yearDays(Number(year));
    onChange(rangeValue(from, to));
  }
  return (
    <SegmentedControl
      label={t('period.older')}
      options={years.map((year) => ({ value: String(year), label: year }))}
      value={shown === undefined ? '' : String(shown)}
      onChange={choose}
    />
  );
}

function RangeForm({ from: givenFrom, to: givenTo, onChange }: { from: string; to: string } & Pick<PeriodChoiceProps, 'onChange'>) {
  const { t } = useTranslation('statistics');
  const [from, setFrom] = useState(givenFrom);
  const [to, setTo] = useState(givenTo);
  // A link has changed the range.
  const [given, setGiven] = useState({ from: givenFrom, to: givenTo });
  if (given.from !== givenFrom || given.to !== givenTo) {
    setGiven({ from: givenFrom, to: givenTo });
    setFrom(givenFrom);
    setTo(givenTo);
  }
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const [isRejected, setRejected] = useState(false);
  const isInvalid = !isRange(from, to);
  const wrong = to !== '' && !isRange('', to) && (from === '' || isRange(from, '')) ? 'to' : 'from';
  const error = isRejected && isInvalid && (from !== '' && to !== '' && from > to ? 'validation.date.order' : 'validation.date.format');
  function submit(event: FormEvent) {
    event.preventDefault();
    setRejected(isInvalid);
    if (isInvalid) inputs[wrong].current?.focus();
    else onChange(rangeValue(from, to));
  }
  return (
    <form className={styles.range} onSubmit={submit} noValidate>
      <TextField
        ref={inputs.from}
        type="date"
        label={t('period.from')}
        value={from}
        error={wrong === 'from' && error}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        ref={inputs.to}
        type="date"
        label={t('period.to')}
        value={to}
        error={wrong === 'to' && error}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" look="quiet">
        {t('period.show')}
      </Button>
    </form>
  );
}
