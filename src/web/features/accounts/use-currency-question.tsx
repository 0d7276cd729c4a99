import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sumOfAmounts } from '#contract/money.ts';
import type { Currency, CurrencyChange } from '#contract/tariffs.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';

interface PendingChange {
  to: Currency;
  /** The total of all entries in currency units; undefined if it could not be loaded. */
  total: number | undefined;
}

/** Asks what a new currency of a book with amounts does to those that are there: they keep theirs, or get the new sign. */
export function useCurrencyQuestion(from: Currency, onAnswered: (change: CurrencyChange) => void) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [pending, setPending] = useState<PendingChange>();

  /** Returns false if no answer is needed. */
  async function ask(to: Currency): Promise<boolean> {
    if (to === from) return false;
    const book = await call(listVehicles);
    const total = book.success ? sumOfAmounts(book.data.map(({ spentTotal }) => spentTotal)) : undefined;
    if (book.success && book.hidden === 0 && !book.archived && total === 0) return false;
    setPending({ to, total });
    return true;
  }
  const close = () => setPending(undefined);
  function answer(change: CurrencyChange) {
    close();
    onAnswered(change);
  }

  const nameOf = (currency: Currency): string => t(`profile.currencies.${currency}`);
  const to = pending?.to ?? from;
  const isKnown = pending?.total !== undefined;
  const sums = { before: format.money(pending?.total ?? 0, from), after: format.money(pending?.total ?? 0, to) };
  const question: ReactNode = (
    <Dialog
      isOpen={pending !== undefined}
      title={t('profile.currencyChange.title', { from: nameOf(from), to: nameOf(to) })}
      onClose={close}
    >
      <p>{isKnown ? t('profile.currencyChange.sum', sums) : t('profile.currencyChange.text')}</p>
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={close} autoFocus>
          {t('profile.currencyChange.keep')}
        </Button>
        <Button look="quiet" onClick={() => answer('relabel')}>
          {t('profile.currencyChange.relabel')}
        </Button>
        <Button onClick={() => answer('fromNow')}>{t('profile.currencyChange.fromNow')}</Button>
      </div>
    </Dialog>
  );
  return { ask, question };
}
