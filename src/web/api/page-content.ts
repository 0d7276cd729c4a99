import { useQuery } from '@tanstack/react-query';
import { useBoot } from '../boot.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { activePaymentQuery } from './payments.queries.ts';
import { pricesQuery } from './prices.queries.ts';

/** When the page was made: what it carries is as old as that. */
const startedAt = Date.now();

/** Prices as the server wrote them into the page; the browser asks where they are missing or have grown old. */
export function usePrices() {
  const { prices } = useBoot().data;
  return useQuery({
    ...pricesQuery(),
    ...(prices && { initialData: { success: true as const, data: prices }, initialDataUpdatedAt: startedAt }),
  });
}

/** Specification 4: active unless the record says otherwise, which is read on every change of the language; a failed read is none. */
export function useIsPaymentActive(): boolean {
  const { data, language: written } = useBoot();
  const language = useLanguage();
  const isWritten = language === written && data.isPaymentActive !== undefined;
  const answer = [{ is_active: data.isPaymentActive ? (1 as const) : (0 as const) }];
  const { data: isActive, isError } = useQuery({
    ...activePaymentQuery(language),
    retry: false,
    ...(isWritten && { initialData: Object.assign(answer, { success: true as const }), initialDataUpdatedAt: 0 }),
  });
  return isError || isActive !== false;
}
