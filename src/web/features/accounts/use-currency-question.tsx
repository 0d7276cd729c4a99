import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sumOfAmounts } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface PendingChange {
  to: Currency;
  /** The total of all records in currency units; undefined if it could not be loaded. */
  total: number | undefined;
}

/** Asks before the currency of a book with prices changes: shows the total, and that amounts are not converted. */
export function useCurrencyQuestion(from: Currency, onConfirmed: () => void) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [pending, setPending] = useState<PendingChange>();

  /** Returns false if no confirmation is needed. */
  async function ask(to: Currency): Promise<boolean> {
    if (to === from) return false;
    const book = await call(listVehicles);
    const total = book.success ? sumOfAmounts(book.data.map(({ spentTotal }) => spentTotal)) : undefined;
    if (book.success && book.hidden === 0 && total === 0) return false;
    setPending({ to, total });
    return true;
  }
  function confirm() {
    setPending(undefined);
    onConfirmed();
  }

  const nameOf = (currency: Currency): string => t(`profile.currencies.${currency}`);
  const to = pending?.to ?? from;
  const isKnown = pending?.total !== undefined;
  const sums = { before: format.money(pending?.total ?? 0, from), after: format.money(pending?.total ?? 0, to) };
  const question: ReactNode = (
    <ConfirmDialog
      isOpen={pending !== undefined}
      title={t('profile.currencyChange.title', { from: nameOf(from), to: nameOf(to) })}
      confirmText={t('profile.currencyChange.confirm')}
      confirmLook="filled"
      cancelText={t('profile.currencyChange.keep')}
      onConfirm={confirm}
      onClose={() => setPending(undefined)}
    >
      <p>{isKnown ? t('profile.currencyChange.sum', sums) : t('profile.currencyChange.text')}</p>
    </ConfirmDialog>
  );
  return { ask, question };
}
