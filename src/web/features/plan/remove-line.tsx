import { useTranslation } from 'react-i18next';
import { type PlanLine, removePlanLine } from '#contract/plan.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';

interface RemoveLineProps {
  vehicleId: number;
  /** The line to delete; the dialog is closed without one. */
  line: PlanLine | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a line is deleted with its completions. */
export function RemoveLine({ vehicleId, line, onClose, onRemoved }: RemoveLineProps) {
  const { t } = useTranslation('plan');
  const { isSending, failure, submit } = useSubmit();
  if (!line) return null;
  const name = line.title;
  const remove = () =>
    submit(async () => {
      const result = await call(removePlanLine, { params: { vehicleId, lineId: line.id } });
      if (!result.success && result.code !== 'planApi.404') return result;
      onClose();
      onRemoved();
      showToast({ text: t('toast.removed', { name }) });
      return undefined;
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('removeDialog.title', { name })}
      confirmText={t('removeDialog.confirm')}
      busyText={t('removeDialog.busy')}
      cancelText={t('removeDialog.cancel')}
      isBusy={isSending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <FailureNotice failure={failure} />
      <p>{t('removeDialog.text')}</p>
    </ConfirmDialog>
  );
}
