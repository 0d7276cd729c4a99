import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getVehicleReport, type ReportPrices } from '#contract/reports.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { userQuery } from '../../api/user.queries.ts';
import { nameIn, saveFile } from './save-file.ts';

/** Downloads the report of a vehicle, one at a time. `start` resolves to true when the file is saved. */
export function useReport(vehicleId: number) {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(prices: ReportPrices): Promise<boolean> {
    if (running.current) return false;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setFailure(undefined);
    const result = await call(getVehicleReport, { params: { vehicleId }, query: { prices }, signal: controller.signal });
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
