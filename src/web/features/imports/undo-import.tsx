import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ImportPreview, removeImport } from '#contract/imports.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { afterImport } from './imports.queries.ts';
import { useRenewImports } from './use-renew-imports.ts';

/** Takes away what an import has added. */
export function UndoImport({ preview, onUndone }: { preview: ImportPreview; onUndone?: () => void }) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit();
  const renew = useRenewImports();

  const undo = () =>
    submit(async () => {
      const result = await call(removeImport, { params: { importId: preview.id } });
      if (!result.success) return renew(result);
      const { removed, keptCount } = result;
      showToast({ text: keptCount > 0 ? t('undo.kept', { removed, count: keptCount }) : t('undo.done', { count: removed }) });
      await afterImport(client);
      onUndone?.();
      return result;
    });

  return (
    <>
      <FailureNotice failure={failure} />
      <Button look="quiet" isBusy={isSending} busyText={t('undo.busy')} onClick={() => void undo()}>
        {t('undo.button')}
      </Button>
    </>
  );
}
