import { useQuery } from '@tanstack/react-query';
import { useBoot } from '../boot.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { activePaymentQuery } from './payments.queries.ts';
import { pricesQuery } from './prices.queries.ts';

/** Time of the page load, used as the age of the data in the page. */
const pageLoadedAt = Date.now();

/** Prices from the page data; fetched if they are missing or stale. */
export function usePrices() {
  const { prices } = useBoot().data;
  return useQuery({
    ...pricesQuery(),
    ...(prices && { initialData: { success: true as const, data: prices }, initialDataUpdatedAt: pageLoadedAt }),
  });
}

/** Whether payment is on, read for each language. True while loading and after a failed read (docs/product.md, Orders and payments). */
export function useIsPaymentActive(): boolean {
  const { data, language: pageLanguage } = useBoot();
  const language = useLanguage();
  const isPreloaded = language === pageLanguage && data.isPaymentActive !== undefined;
  const answer = { success: true as const, data: [{ is_active: data.isPaymentActive ? (1 as const) : (0 as const) }] };
  const { data: isActive, isError } = useQuery({
    ...activePaymentQuery(language),
    retry: false,
    ...(isPreloaded && { initialData: answer, initialDataUpdatedAt: 0 }),
  });
  return isError || isActive !== false;
}
