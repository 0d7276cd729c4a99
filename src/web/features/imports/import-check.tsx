import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirmImport, type ImportPreview, removeImport } from '#contract/imports.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './import.module.css';
import { ImportVehicles } from './import-vehicles.tsx';
import { afterImport, importsQuery, keepImport } from './imports.queries.ts';
import { RefusedRows } from './refused-rows.tsx';
import { StepTitle } from './step-title.tsx';
import { useRenewImports } from './use-renew-imports.ts';
import { useSourceName } from './use-source-name.ts';

const TALLY = ['fresh', 'known', 'refused', 'leftOut'] as const;
const KINDS = ['work', 'fill', 'cost', 'reading', 'plan'] as const;

interface ImportCheckProps {
  preview: ImportPreview;
  onDone: (id: number) => void;
  onOther: () => void;
  /** The user wants to change what the columns of a table are. */
  onAsk: () => void;
}

/** What a file would add; nothing is added before the confirmation. */
export function ImportCheck({ preview, onDone, onOther, onAsk }: ImportCheckProps) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const { isSending, failure, submit } = useSubmit();
  const renew = useRenewImports();
  const isEmpty =
    preview.fresh === 0 && !preview.vehicles.some(({ target, reason, missing }) => target === 'new' && !reason && missing.length === 0);

  const confirm = () =>
    submit(async () => {
      const result = await call(confirmImport, { params: { importId: preview.id } });
      if (!result.success) return renew(result);
      keepImport(client, result.data);
      onDone(preview.id);
      await afterImport(client);
      return result;
    });
  const discard = () =>
    submit(async () => {
      const result = await call(removeImport, { params: { importId: preview.id } });
      if (!result.success) return renew(result);
      await client.invalidateQueries({ queryKey: importsQuery().queryKey });
      return result;
    });

  return (
    <Sheet isBare data-step>
      <CheckHead preview={preview} onOther={onOther} onAsk={onAsk} />
      <ImportVehicles preview={preview} />
      <RefusedRows preview={preview} />
      <div className={styles.part}>
        <FailureNotice failure={failure} />
        <p className={styles.help}>{t('check.undo')}</p>
        <div className={styles.actions}>
          <Button isBusy={isSending} busyText={t('check.busy')} disabled={isEmpty} onClick={() => void confirm()}>
            {isEmpty ? t('check.nothing') : preview.fresh === 0 ? t('check.confirmVehicles') : t('check.confirm', { count: preview.fresh })}
          </Button>
          <Button look="quiet" onClick={() => void discard()}>
            {t('check.discard')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

function CheckHead({ preview, onOther, onAsk }: Omit<ImportCheckProps, 'onDone'>) {
  const { t } = useTranslation('imports');
  const { day, number } = useFormat();
  const sourceName = useSourceName();
  const { from, to, vehicles, fresh, known, leftOut, refusedCount, counts } = preview;
  const days = from !== null && to !== null ? [`${day(from)}–${day(to)}`] : [];
  const tally = { fresh, known, refused: refusedCount, leftOut };
  return (
    <div className={styles.part}>
      <div className={styles.line}>
        <div>
          <StepTitle>{sourceName(preview.source)}</StepTitle>
          <p className={styles.help}>{[preview.fileName, t('check.vehicles', { count: vehicles.length }), ...days].join(' · ')}</p>
        </div>
        {preview.table && (
          <Button look="quiet" onClick={onAsk}>
            {preview.table.columns.length > 0 ? t('check.columns') : t('check.questions')}
          </Button>
        )}
        <Button look="quiet" onClick={onOther}>
          {t('check.other')}
        </Button>
      </div>
      <ul className={styles.tally}>
        {TALLY.filter((name) => name === 'fresh' || tally[name] > 0).map((name) => (
          <li key={name}>
            <b>{number(tally[name])}</b> <span>{t(`tally.${name}`, { count: tally[name] })}</span>
          </li>
        ))}
      </ul>
      {fresh > 0 && (
        <Facts className={styles.kinds}>
          {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <Fact key={kind} label={t(`kinds.${kind}`)}>
              {number(counts[kind])}
            </Fact>
          ))}
          {counts.fill > 0 && preview.table?.volumeUnit && (
            <Fact label={t('columns.volumeUnit')}>{t(`units.${preview.table.volumeUnit}`)}</Fact>
          )}
        </Facts>
      )}
    </div>
  );
}
