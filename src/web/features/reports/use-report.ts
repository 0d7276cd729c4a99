import { useQueryClient } from '@tanstack/react-query';
import { getVehicleReport, getVehiclesReport, type ReportPrices } from '#contract/reports.ts';
import { call } from '../../api/call.ts';
import { userQuery } from '../../api/user.queries.ts';
import { useDownload } from '../../forms/use-download.ts';

interface Contents {
  prices: ReportPrices;
  /** Kinds of entries, separated by commas. */
  kinds: string;
}

/** A report on one vehicle has no limit of records, and family includes it. */
function request(vehicleIds: readonly number[], contents: Contents, signal: AbortSignal) {
  const [vehicleId, ...others] = vehicleIds;
  if (vehicleId !== undefined && others.length === 0) return call(getVehicleReport, { params: { vehicleId }, query: contents, signal });
  return call(getVehiclesReport, { query: { ids: vehicleIds.join(','), ...contents }, signal });
}

/** Downloads the report of one or several vehicles. */
export function useReport() {
  const client = useQueryClient();
  const { start, ...download } = useDownload(getVehicleReport.file, {
    onFailure: ({ code }) => {
      // The tariff has ended since the page was loaded.
      if (code === 'reportsApi.tariff') void client.invalidateQueries({ queryKey: userQuery().queryKey });
    },
  });
  return {
    ...download,
    start: (vehicleIds: readonly number[], contents: Contents) => start((signal) => request(vehicleIds, contents, signal)),
  };
}
