import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '#contract/tariffs.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Asked {
  to: Currency;
  /** The sum of all records, in whole units; undefined if it could not be read. */
  total: number | undefined;
}

/** Before the currency of a book with prices is changed: says with their sum that nothing is converted. */
export function useCurrencyQuestion(from: Currency, onConfirmed: () => void) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [asked, setAsked] = useState<Asked>();

  /** False if there is nothing to ask. */
  async function ask(to: Currency): Promise<boolean> {
    if (to === from) return false;
    const book = await call(listVehicles);
    const cents = book.success ? book.data.reduce((sum, { totalCost }) => sum + Math.round(totalCost * 100), 0) : undefined;
    if (book.success && book.hidden === 0 && cents === 0) return false;
    setAsked({ to, total: cents === undefined ? undefined : cents / 100 });
    return true;
  }
  function confirm() {
    setAsked(undefined);
    onConfirmed();
  }

  const nameOf = (currency: Currency): string => t(`profile.currencies.${currency}`);
  const to = asked?.to ?? from;
  const isKnown = asked?.total !== undefined;
  const sums = { before: format.money(asked?.total ?? 0, from), after: format.money(asked?.total ?? 0, to) };
  const question: ReactNode = (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={t('profile.currencyChange.title', { from: nameOf(from), to: nameOf(to) })}
      confirmText={t('profile.currencyChange.confirm')}
      confirmLook="filled"
      keepText={t('profile.currencyChange.keep')}
      onConfirm={confirm}
      onClose={() => setAsked(undefined)}
    >
      <p>{isKnown ? t('profile.currencyChange.sum', sums) : t('profile.currencyChange.text')}</p>
    </ConfirmDialog>
  );
  return { ask, question };
}
