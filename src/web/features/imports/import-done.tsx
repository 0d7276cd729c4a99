import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#contract/imports.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './import.module.css';
import { RefusedRows } from './refused-rows.tsx';
import { StepTitle } from './step-title.tsx';
import { UndoImport } from './undo-import.tsx';

interface ImportDoneProps {
  preview: ImportPreview;
  onUndone: () => void;
  onOther: () => void;
}

/** What was added, and the way back. */
export function ImportDone({ preview, onUndone, onOther }: ImportDoneProps) {
  const { t } = useTranslation('imports');
  const { moment, number } = useFormat();
  return (
    <Sheet isBare data-step>
      <div className={styles.part}>
        <StepTitle>{t('done.title', { count: preview.fresh })}</StepTitle>
        <Facts>
          {preview.vehicles
            .filter(({ fresh }) => fresh > 0)
            .map(({ index, name, fresh }) => (
              <Fact key={index} label={name}>
                {number(fresh)}
              </Fact>
            ))}
        </Facts>
        <div className={styles.actions}>
          <ButtonLink to={paths.service}>{t('done.open')}</ButtonLink>
          <Button look="quiet" onClick={onOther}>
            {t('check.other')}
          </Button>
        </div>
      </div>
      <RefusedRows preview={preview} />
      <div className={styles.part}>
        <p>{t('done.undo', { until: moment(preview.expiresAt) })}</p>
        <UndoImport preview={preview} onUndone={onUndone} />
        <p className={styles.help}>{t('done.stays')}</p>
      </div>
    </Sheet>
  );
}
