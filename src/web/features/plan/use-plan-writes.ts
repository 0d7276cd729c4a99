import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PlanLine, removeCompletion, skipOccurrence, snoozePlanLine } from '#contract/plan.ts';
import { newAttemptKey } from '../../api/attempt-key.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { afterPlanWrite, planQuery } from '../../api/plan.queries.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { showToast } from '../../ui/toast.ts';

/** Changes of a plan that need no form, and what follows a change. */
export function usePlanWrites(vehicleId: number, distance: (value: number) => string) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { queryKey } = planQuery(vehicleId);

  const reload = (): Promise<void> => afterPlanWrite(client, vehicleId);
  /** Shows the changed line at once, in its place; the next answer orders the lines. */
  function put(line: PlanLine): void {
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (lines) => lines?.map((other) => (other.id === line.id ? line : other)));
    void reload();
  }
  function fail(line: PlanLine, { code, message }: CallFailure): void {
    showToast({ text: t('toast.failed', { name: line.title, reason: errorText(code, message) }), isFailure: true });
    void reload();
  }
  const take = (line: PlanLine, result: { success: true; data: PlanLine } | CallFailure): void =>
    result.success ? put(result.data) : fail(line, result);

  async function undo(line: PlanLine, completionId: number): Promise<void> {
    take(line, await call(removeCompletion, { params: { vehicleId, lineId: line.id, completionId } }));
  }
  const undoIn = (line: PlanLine, completionId: number) => ({ label: t('toast.undo'), run: () => void undo(line, completionId) });

  return {
    reload,
    put,
    undo,
    onDone({ data: line, completionId }: { data: PlanLine; completionId: number }): void {
      put(line);
      const next = line.byDate ? day(line.byDate) : line.dueReading !== null && distance(line.dueReading);
      const text = next ? t('toast.done', { name: line.title, next }) : t('toast.doneOnce', { name: line.title });
      showToast({ text, action: undoIn(line, completionId) });
    },
    async skip(line: PlanLine): Promise<void> {
      const result = await call(skipOccurrence, { params: { vehicleId, lineId: line.id }, idempotencyKey: newAttemptKey() });
      take(line, result);
      if (result.success) showToast({ text: t('toast.skipped', { name: line.title }), action: undoIn(line, result.completionId) });
    },
    async unsnooze(line: PlanLine): Promise<void> {
      take(line, await call(snoozePlanLine, { params: { vehicleId, lineId: line.id }, body: { until: null } }));
    },
  };
}
