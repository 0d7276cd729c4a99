import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

interface StatementFileProps {
  /** The name of the file that is shown. */
  name: string | undefined;
  isBusy: boolean;
  onChoose: (file: File) => void;
}

/** Chooses the file of a bank. */
export function StatementFile({ name, isBusy, onChoose }: StatementFileProps) {
  const { t } = useTranslation('adminIncome');
  const field = useRef<HTMLInputElement>(null);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = '';
    if (file) onChoose(file);
  }
  return (
    <div>
      <p>{name ?? t('statement.lead')}</p>
      <input ref={field} type="file" accept=".csv,.txt,.tsv,text/csv" aria-label={t('statement.file')} hidden onChange={choose} />
      <Button
        {...(name && { look: 'quiet' as const })}
        isBusy={isBusy}
        busyText={t('statement.reading')}
        onClick={() => field.current?.click()}
      >
        {t(name ? 'statement.another' : 'statement.choose')}
      </Button>
    </div>
  );
}
