import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../api/call-error.ts';
import { useOwnTariff } from '../../api/own-tariff.ts';
import { useSession } from '../../api/session.ts';
import { userQuery } from '../../api/user.queries.ts';

/** The statistics, or whether an example takes their place: on basic, even if the tariff ends while the page is open. */
export function useStatistics<Figures, Key extends QueryKey>(query: UseQueryOptions<Figures, Error, Figures, Key>) {
  const client = useQueryClient();
  const isKnown = Boolean(useSession());
  const tariff = useOwnTariff();
  const statistics = useQuery({ ...query, enabled: isKnown && tariff !== 'basic', placeholderData: keepPreviousData });
  const { error } = statistics;
  const isRejected = error instanceof CallError && error.failure.code === 'vehicleStatisticsApi.tariff';
  useEffect(() => {
    if (isRejected) void client.invalidateQueries({ queryKey: userQuery().queryKey });
  }, [isRejected, client]);
  return { statistics, isExample: tariff === 'basic' || isRejected };
}
