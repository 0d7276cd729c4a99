import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { getPayment, type PaymentDetails } from '#contract/payments.ts';
import { getSeller, type Seller } from '#contract/seller.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import settings from '../../admin/settings.module.css';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { PaymentForm } from './payment-form.tsx';
import { SellerForm } from './seller-form.tsx';
import { usePaymentForm } from './use-payment-form.ts';

/** Loads all languages at once, so that switching between them keeps unsaved input. */
const allDetails = async (signal: AbortSignal) => {
  const [seller, ...answers] = await Promise.all([
    unwrap(call(getSeller, { signal })),
    ...LANGUAGES.map((lang) => unwrap(call(getPayment, { query: { lang }, signal }))),
  ]);
  const details = Object.fromEntries(LANGUAGES.map((lang, index) => [lang, answers[index]?.data[0]])) as Details;
  return { details, seller: seller.data as Seller };
};

type Details = Record<Language, PaymentDetails | undefined>;

interface PaymentDetailsTabProps {
  onDirty: (isDirty: boolean) => void;
  /** Shows the details as users see them. */
  Preview: ComponentType<{ payment: PaymentDetails }>;
}

/** Bank details in each language, whether orders are accepted, and who sells. */
export function PaymentDetailsTab({ onDirty, Preview }: PaymentDetailsTabProps) {
  const { t } = useTranslation('adminSettings');
  const [shown, setShown] = useState<Language>(useLanguage());
  const [unsaved, setUnsaved] = useState<Partial<Record<Language, boolean>>>({});
  const query = useQuery({
    queryKey: keys.adminPayments,
    queryFn: ({ signal }) => allDetails(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const report = useCallback((lang: Language, isDirty: boolean) => setUnsaved((current) => ({ ...current, [lang]: isDirty })), []);
  const [isSellerUnsaved, setSellerUnsaved] = useState(false);
  const isDirty = isSellerUnsaved || LANGUAGES.some((lang) => unsaved[lang]);
  useReported(isDirty, onDirty);
  return (
    <AdminTab
      title={t('payment.title')}
      lead={t('payment.lead')}
      toolbar={
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
      }
      query={query}
      skeleton={{ height: 460 }}
    >
      {({ details, seller }) => (
        <>
          <PaymentForms details={details} shown={shown} onDirty={report} Preview={Preview} />
          <SellerForm seller={seller} onDirty={setSellerUnsaved} />
        </>
      )}
    </AdminTab>
  );
}

interface PaymentFormsProps extends Pick<PaymentDetailsTabProps, 'Preview'> {
  details: Details;
  shown: Language;
  onDirty: (lang: Language, isDirty: boolean) => void;
}

function PaymentForms({ details, shown, onDirty, Preview }: PaymentFormsProps) {
  const { t } = useTranslation('adminSettings');
  const ua = usePaymentForm('ua', details.ua, onDirty);
  const ru = usePaymentForm('ru', details.ru, onDirty);
  const en = usePaymentForm('en', details.en, onDirty);
  const states = { ua, ru, en };

  function copy(from: Language): void {
    for (const lang of LANGUAGES) if (lang !== from) states[lang].copyFrom(states[from]);
    showToast({ text: t('payment.copied') });
  }
  return LANGUAGES.map((lang) => {
    const isShared = LANGUAGES.every((other) => states[other].hasSameAs(states[lang]));
    return (
      <Sheet key={lang} className={settings.narrow} hidden={lang !== shown}>
        <PaymentForm state={states[lang]} Preview={Preview} onCopy={isShared ? undefined : () => copy(lang)} />
      </Sheet>
    );
  });
}
