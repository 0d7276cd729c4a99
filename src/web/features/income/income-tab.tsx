import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Income, IncomeSum } from '#contract/income.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { DayFilter } from '../../admin/day-filter.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsBelow } from '../../ui/use-is-below.ts';
import { CorrectIncome } from './correct-income.tsx';
import styles from './income.module.css';
import { INCOME_FILTERS, type IncomeChoice, incomeQuery } from './income.queries.ts';
import { IncomeDialog } from './income-dialog.tsx';
import { IncomeExport } from './income-export.tsx';
import { IncomeRows } from './income-rows.tsx';

interface SumsProps {
  sums: readonly IncomeSum[];
  dollars: number;
}

/** What came in and was given back, by currency, and its value by the tariffs. */
function Sums({ sums, dollars }: SumsProps) {
  const { t } = useTranslation('adminIncome');
  const { money } = useFormat();
  const isOnlyDollars = sums.length === 1 && sums[0]?.currency === 'USD' && sums[0].amount === dollars;
  return (
    <div className={styles.sums}>
      {sums.map(({ currency, received, refunded, amount }) => (
        <Facts key={currency}>
          {refunded !== 0 && <Fact label={t('sums.received')}>{money(received, currency)}</Fact>}
          {refunded !== 0 && <Fact label={t('sums.refunded')}>{money(-refunded, currency)}</Fact>}
          <Fact label={t('sums.total')}>{money(amount, currency)}</Fact>
        </Facts>
      ))}
      {sums.length > 0 && !isOnlyDollars && (
        <Facts>
          <Fact label={t('sums.dollars')}>{money(dollars, 'USD')}</Fact>
        </Facts>
      )}
    </div>
  );
}

const StatementView = lazyPart(async () => (await import('./statement-view.tsx')).StatementView);

/** What a dialog is open for: a new payment, or the refund of one. */
type Opened = { refundOf: Income | undefined };

/** Payments, newest first by the day on which the money moved. Filters, search and page are in the URL. */
export function IncomeTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminIncome');
  const address = useListAddress();
  const choice: IncomeChoice = { kind: address.choice('kind', INCOME_FILTERS), from: address.day('from'), to: address.day('to') };
  const { q, page } = address;
  const isNarrow = useIsBelow(992);
  const query = useQuery(incomeQuery({ ...choice, q, page }));
  const [opened, setOpened] = useState<Opened>();
  const [correcting, setCorrecting] = useState<Income>();
  const [isStatement, setStatement] = useState(false);
  const hasDates = choice.from !== '' || choice.to !== '';
  if (isStatement)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <StatementView onClose={() => setStatement(false)} />
      </Suspense>
    );
  return (
    <>
      <AdminList
        title={t('title')}
        lead={query.data?.is_more ? t('partial') : undefined}
        toolbar={
          <>
            <div className={styles.filters}>
              <fieldset aria-label={t('dates')}>
                <DayFilter name="from" label={t('from')} address={address} />
                <DayFilter
                  name="to"
                  label={t('to')}
                  address={address}
                  error={hasDates && choice.to !== '' && choice.from > choice.to ? 'validation.date.order' : undefined}
                />
              </fieldset>
              <div className={styles.actions}>
                {q === '' && <IncomeExport choice={choice} />}
                <Button look="quiet" onClick={() => setStatement(true)}>
                  {t('statement.button')}
                </Button>
                <Button icon="plus" onClick={() => setOpened({ refundOf: undefined })}>
                  {t('add')}
                </Button>
              </div>
            </div>
            {query.data && <Sums {...query.data} />}
          </>
        }
        address={address}
        query={query}
        rows={query.data?.data}
        rowHeight={isNarrow ? 120 : 53}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
        search={{
          label: t('search'),
          placeholder: t('placeholder'),
          filter: {
            name: 'kind',
            label: t('filter'),
            options: INCOME_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) })),
            value: choice.kind,
          },
          others: { names: ['from', 'to'], isSet: hasDates },
          notFound: q ? t('notFound', { q }) : t('noneOf'),
          showAll: t('showAll'),
          found: (values) => t('found', values),
        }}
      >
        {(rows) => (
          <IncomeRows rows={rows} isNarrow={isNarrow} onRefund={(refundOf) => setOpened({ refundOf })} onCorrect={setCorrecting} />
        )}
      </AdminList>
      <IncomeDialog opened={opened} onDirty={onDirty} onClose={() => setOpened(undefined)} />
      <CorrectIncome record={correcting} onDirty={onDirty} onClose={() => setCorrecting(undefined)} />
    </>
  );
}
