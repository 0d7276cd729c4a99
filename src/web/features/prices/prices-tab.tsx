import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updatePrices, updatePricesInput } from '#contract/prices.admin.ts';
import { getPrices, type Price } from '#contract/prices.ts';
import { TARIFFS, type Tariff } from '#contract/tariffs.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import settings from '../../admin/settings.module.css';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { pricesQuery } from '../../api/prices.queries.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { applySaved, fieldErrors, schemaResolver, submitHandler } from '../../forms/schema-form.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { currencySign, formatMoney } from '../../i18n/format.ts';
import { typedNumber } from '../../i18n/typed-number.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';

type Values = Record<Tariff, string>;

/** The prices of the three tariffs, in US dollars per month. */
export function PricesTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const query = useQuery({
    queryKey: keys.adminPrices,
    queryFn: ({ signal }) => unwrap(call(getPrices, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <AdminTab title={t('prices.title')} lead={t('prices.lead')} query={query} skeleton={{ height: 300 }}>
      {({ data }) => <PricesForm prices={data} onDirty={onDirty} />}
    </AdminTab>
  );
}

/** Maps errors of the sent list to the form fields: `1.price` becomes the second sent tariff. */
const atFields = (errors: ReturnType<typeof fieldErrors>, sent: readonly Tariff[]) =>
  Object.fromEntries(Object.entries(errors).map(([path, code]) => [sent[Number.parseInt(path, 10)] ?? path, code]));
const listOf = (values: Values, tariffs: readonly Tariff[]) => tariffs.map((tariff) => ({ tariff, price: values[tariff] }));

/** A price that becomes this many times as high, or low, may be a typing error. */
const UNUSUAL = 10;

interface UnusualPrice {
  tariff: Tariff;
  before: number;
  after: number;
}

/** Prices that become 0, ten times as high or a tenth. */
const unusualOf = (prices: readonly Price[], changed: readonly Price[]): UnusualPrice[] =>
  changed
    .map(({ tariff, price: after }) => ({ tariff, after, before: prices.find((one) => one.tariff === tariff)?.price ?? 0 }))
    .filter(({ before, after }) => before > 0 && (after >= before * UNUSUAL || after * UNUSUAL <= before));

function PricesForm({ prices, onDirty }: { prices: readonly Price[]; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation(['adminSettings', 'tariffs']);
  const errorText = useErrorText();
  const language = useLanguage();
  const client = useQueryClient();
  const typedOf = (list: readonly Price[]) =>
    Object.fromEntries(list.map(({ tariff, price }) => [tariff, typedNumber(price, language, { decimals: 2 })])) as Values;
  const { form, isSending, failure, submit } = useSubmitForm<Values>({
    name: 'prices',
    initialValues: typedOf(prices),
    validate: (values) => atFields(schemaResolver(updatePricesInput)(listOf(values, TARIFFS)), TARIFFS),
    keepsInput: true,
    isAdmin: true,
  });
  useReported(form.isDirty(), onDirty);
  const [question, setQuestion] = useState<{ values: Values; unusual: readonly UnusualPrice[] }>();

  function save(values: Values, isSure = false) {
    // Send only the prices changed here, so that another administrator's change is not overwritten.
    const changed = TARIFFS.filter((tariff) => form.isDirty(tariff));
    if (changed.length === 0) return showToast({ text: errorText('pricesApi.update.422', '') });
    const body = listOf(values, changed).map((one) => ({ ...one, seen: prices.find(({ tariff }) => tariff === one.tariff)?.price }));
    const unusual = unusualOf(prices, updatePricesInput.parse(body));
    if (unusual.length > 0 && !isSure) return setQuestion({ values, unusual });
    setQuestion(undefined);
    return submit(
      async () => {
        const result = await call(updatePrices, { body });
        if (result.success) {
          applySaved(form, values, { ...values, ...typedOf(result.data) });
          client.setQueryData(keys.adminPrices, result);
          void client.invalidateQueries({ queryKey: pricesQuery().queryKey });
          showToast({ text: errorText('pricesApi.update.success', result.message) });
        } else if (result.status === 409) await client.invalidateQueries({ queryKey: keys.adminPrices });
        return result;
      },
      ({ errors }) => atFields(fieldErrors(errors), changed),
    );
  }

  return (
    <Sheet className={settings.narrow}>
      <form className="form" noValidate onSubmit={submitHandler(form, (values) => save(values))}>
        <FailureNotice failure={failure} />
        {TARIFFS.map((tariff) => (
          <TextField
            key={tariff}
            label={t('prices.label', { tariff: t(`tariffs:names.${tariff}`), sign: currencySign('USD', language) })}
            help={t(`prices.help.${tariff}`)}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps(tariff)}
          />
        ))}
        <div className="form-buttons">
          <Button type="submit" isBusy={isSending} busyText={t('saving')}>
            {t('prices.save')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={question !== undefined}
        title={t('prices.unusual.title')}
        confirmText={t('prices.save')}
        cancelText={t('prices.unusual.back')}
        onConfirm={() => question && void save(question.values, true)}
        onClose={() => setQuestion(undefined)}
      >
        {question?.unusual.map(({ tariff, before, after }) => (
          <p key={tariff}>
            {t('prices.unusual.change', {
              tariff: t(`tariffs:names.${tariff}`),
              before: formatMoney(before, 'USD', language),
              after: formatMoney(after, 'USD', language),
            })}
          </p>
        ))}
      </ConfirmDialog>
    </Sheet>
  );
}
