import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readingUnitOf } from '#contract/records.ts';
import type { Currency } from '#contract/tariffs.ts';
import { putValue, removeValue, type ValueKind, type VehicleValue } from '#contract/values.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/keys.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { typedNumber } from '../../../i18n/typed-number.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast.ts';
import { valuesQuery } from './values.queries.ts';
import styles from './vehicle-values.module.css';

const ValueForm = lazyPart(async () => (await import('./value-form.tsx')).ValueForm);

/** What is likely to be added: the price of a sale, once the vehicle is in the archive. */
function nextKind({ archivedAt }: Vehicle, values: readonly VehicleValue[]): ValueKind {
  const has = (kind: ValueKind) => values.some((value) => value.kind === kind);
  if (archivedAt !== null && !has('sale')) return 'sale';
  return has('purchase') ? 'valuation' : 'purchase';
}

/** What the vehicle was bought for, worth and sold for; the statistics compute its depreciation from it. */
export function VehicleValues({ vehicle, currency }: { vehicle: Vehicle; currency: Currency }) {
  const { t } = useTranslation('values');
  const format = useFormat();
  const language = useLanguage();
  const errorText = useErrorText();
  const client = useQueryClient();
  const titleId = useId();
  const { data: values, error, refetch } = useQuery(valuesQuery(vehicle.id));
  const [isAdding, setAdding] = useState(false);
  const params = (day: string) => ({ vehicleId: vehicle.id, day });

  async function reload() {
    const stale = [valuesQuery(vehicle.id).queryKey, keys.statistics];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  }
  async function restore({ day, kind, amount, currency: own }: VehicleValue) {
    const body = { kind, currency: own, amount: typedNumber(amount, language, { decimals: 2 }) };
    const result = await call(putValue, { params: params(day), body });
    if (!result.success) showToast({ text: errorText(result.code, result.message), isFailure: true });
    await reload();
  }
  async function remove(value: VehicleValue) {
    const result = await call(removeValue, { params: params(value.day) });
    if (result.success) showToast({ text: t('removed'), action: { label: t('undo'), run: () => void restore(value) } });
    else showToast({ text: errorText(result.code, result.message), isFailure: true });
    await reload();
  }

  if (!values)
    return error ? <LoadFailure error={error} fallback="valuesApi.500" onRetry={() => void refetch()} /> : <Skeleton height={96} />;
  return (
    <section className={styles.values} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <p className={styles.hint}>{t(`hint.${readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit)}`)}</p>
      {values.length > 0 && (
        <ul className={styles.list}>
          {values.map((value) => (
            <li key={value.day}>
              <span>
                {t(`kind.${value.kind}`)} <small>{format.day(value.day)}</small>
              </span>
              <span className={styles.amount}>{format.money(value.amount, value.currency)}</span>
              <IconButton
                icon="trash"
                isDanger
                label={t('remove', { kind: t(`kind.${value.kind}`), day: format.day(value.day) })}
                onClick={() => void remove(value)}
              />
            </li>
          ))}
        </ul>
      )}
      {!isAdding && (
        <Button look="quiet" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      )}
      {isAdding && (
        <Suspense fallback={<Skeleton height={120} />}>
          <ValueForm
            vehicleId={vehicle.id}
            currency={currency}
            values={values}
            kind={nextKind(vehicle, values)}
            onSaved={() => {
              setAdding(false);
              void reload();
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
