import { createContext, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { saveFile } from '../../save-file.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { type CsvTable, fileNameOf } from './csv-table.ts';

interface CsvScope {
  /** What the figures are about, and their period: the beginning and the end of the file names. */
  name: string;
  period: string;
}

/** Set where tables can be downloaded: for business. */
export const CsvScopeContext = createContext<CsvScope | undefined>(undefined);

/** Downloads a table as CSV; shown only inside a scope. The library is loaded by the first press. */
export function CsvButton({ tableOf, title }: { tableOf: () => CsvTable; title: string }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const scope = use(CsvScopeContext);
  const [isBusy, setBusy] = useState(false);
  if (!scope) return null;
  const { name, period } = scope;

  async function download() {
    setBusy(true);
    try {
      const { csvOf } = await import('./csv-file.ts');
      saveFile(fileNameOf([name, title, period]), new TextEncoder().encode(csvOf(tableOf(), language)), 'text/csv;charset=utf-8');
    } catch (error) {
      console.warn('csv failed:', error instanceof Error ? error.message : error);
      showToast({ text: t('csv.failed'), isFailure: true });
    }
    setBusy(false);
  }

  return (
    <Button look="quiet" size="small" isBusy={isBusy} aria-label={t('csv.label', { title })} onClick={() => void download()}>
      {t('csv.button')}
    </Button>
  );
}
