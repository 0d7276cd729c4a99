import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { getPayment, type PaymentDetails } from '#contract/payments.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import table from '../../lists/table.module.css';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import settings from '../../ui/settings.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PaymentForm } from './payment-form.tsx';

/** Loads all languages at once, so that switching between them keeps unsaved input. */
const allDetails = async (signal: AbortSignal) => {
  const answers = await Promise.all(LANGUAGES.map((lang) => unwrap(call(getPayment, { query: { lang }, signal }))));
  return Object.fromEntries(LANGUAGES.map((lang, index) => [lang, answers[index]?.data[0]])) as Record<
    Language,
    PaymentDetails | undefined
  >;
};

/** Bank details in each language, and whether orders are accepted. */
export function PaymentDetailsTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const [shown, setShown] = useState<Language>(useLanguage());
  const [unsaved, setUnsaved] = useState<Partial<Record<Language, boolean>>>({});
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'payments'],
    queryFn: ({ signal }) => allDetails(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const report = useCallback((lang: Language, isDirty: boolean) => setUnsaved((current) => ({ ...current, [lang]: isDirty })), []);
  const isDirty = LANGUAGES.some((lang) => unsaved[lang]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  return (
    <section aria-busy={isPending || undefined}>
      <div className={table.head}>
        <h1>{t('payment.title')}</h1>
        <p className={table.lead}>{t('payment.lead')}</p>
      </div>
      <div className={settings.tabs}>
        <SegmentedControl
          label={t('language')}
          options={LANGUAGES.map((value) => ({
            value,
            label: t(`languages.${value}`),
            mark: unsaved[value] ? t('unsaved') : undefined,
          }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      {!data && (isFetching || !error) && <Skeleton height={460} />}
      {!data && error && !isFetching && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data &&
        LANGUAGES.map((lang) => (
          <Sheet key={lang} className={settings.narrow} hidden={lang !== shown}>
            <PaymentForm lang={lang} details={data[lang]} onDirty={report} />
          </Sheet>
        ))}
    </section>
  );
}
