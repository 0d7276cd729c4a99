import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getVehicleReport, getVehiclesReport, type ReportPrices } from '#contract/reports.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { userQuery } from '../../api/user.queries.ts';
import { nameIn, saveFile } from '../../save-file.ts';

/** A report on one vehicle has no limit of records, and family includes it. */
function request(vehicleIds: readonly number[], prices: ReportPrices, signal: AbortSignal) {
  const [vehicleId, ...others] = vehicleIds;
  if (vehicleId !== undefined && others.length === 0) return call(getVehicleReport, { params: { vehicleId }, query: { prices }, signal });
  return call(getVehiclesReport, { query: { ids: vehicleIds.join(','), prices }, signal });
}

/** Downloads the report of one or several vehicles, one report at a time. `start` resolves to true when the file is saved. */
export function useReport() {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(vehicleIds: readonly number[], prices: ReportPrices): Promise<boolean> {
    if (running.current) return false;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setFailure(undefined);
    const result = await request(vehicleIds, prices, controller.signal);
    running.current = undefined;
    setRunning(false);
    if (result.success) {
      saveFile(nameIn(result.name), result.bytes, getVehicleReport.file);
      return true;
    }
    if (result.code === 'client.aborted') return false;
    setFailure(result);
    // The tariff has ended since the page was loaded.
    if (result.code === 'reportsApi.tariff') void client.invalidateQueries({ queryKey: userQuery().queryKey });
    return false;
  }

  const cancel = () => running.current?.abort();
  return { isRunning, failure, start, cancel, forgetFailure: () => setFailure(undefined) };
}
