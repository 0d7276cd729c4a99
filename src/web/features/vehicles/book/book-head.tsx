import { useTranslation } from 'react-i18next';
import { sumOfAmounts } from '#contract/money.ts';
import type { Currency } from '#contract/tariffs.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { useSums } from '../../../i18n/use-sums.ts';
import { sumOfOthers } from '../../../other-currencies.ts';
import { newVehiclePath, paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { LeftOut } from '../../../ui/left-out.tsx';
import { VehicleSearchField } from './vehicle-search-field.tsx';
import styles from './vehicles.module.css';

type Search = Parameters<typeof VehicleSearchField>[0];

interface TotalsProps {
  vehicles: readonly Vehicle[];
  hidden: number;
  archived: number;
  year: number;
  currency: Currency;
}

function Totals({ vehicles, hidden, archived, year, currency }: TotalsProps) {
  const { t } = useTranslation('vehicles');
  const sums = useSums();
  return (
    <div className={styles.totals}>
      <Facts>
        <Fact label={t('totals.year', { year })}>
          {sums.sum(
            sumOfAmounts(vehicles.map(({ spentYear }) => spentYear)),
            currency,
            sumOfOthers(vehicles.map(({ otherCurrenciesYear: otherCurrencies }) => ({ otherCurrencies }))),
          )}
        </Fact>
        <Fact label={t('totals.all')}>
          {sums.sum(sumOfAmounts(vehicles.map(({ spentTotal }) => spentTotal)), currency, sumOfOthers(vehicles))}
        </Fact>
      </Facts>
      <LeftOut hidden={hidden} archived={archived} className={styles.leftOut} />
    </div>
  );
}

interface BookHeadProps {
  vehicles?: readonly Vehicle[];
  /** Numbers of vehicles that the totals leave out. */
  hidden?: number;
  archived?: number;
  /** The year of the yearly costs. */
  year?: number;
  currency?: Currency;
  search?: Search;
  isLoading?: boolean;
}

/** The title with the add button; if there are vehicles, also the search and the totals. */
export function BookHead({ vehicles, hidden = 0, archived = 0, year, currency, search, isLoading }: BookHeadProps) {
  const { t } = useTranslation(['vehicles', 'service']);
  return (
    <>
      <div className={styles.head}>
        <h1>{t('service:title')}</h1>
        {isLoading && <span className={styles.buttonPlace} />}
        {vehicles && (
          <div className={styles.actions}>
            <ButtonLink look="quiet" to={paths.statistics}>
              {t('costs')}
            </ButtonLink>
            <ButtonLink to={newVehiclePath} icon="plus" id="vehicle-add">
              {t('add')}
            </ButtonLink>
          </div>
        )}
      </div>
      {vehicles && year !== undefined && currency && search && (
        <div className={styles.toolbar}>
          <VehicleSearchField {...search} />
          <Totals {...{ vehicles, hidden, archived, year, currency }} />
        </div>
      )}
    </>
  );
}
