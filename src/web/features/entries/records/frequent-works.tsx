import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/records.ts';
import styles from './record-form.module.css';

const SHOWN = 5;

interface FrequentWorksProps {
  /** Most frequent first. */
  operations: readonly Operation[];
  onChoose: (operationName: string) => void;
}

/** Buttons with the most frequent works of the vehicle, in one row that scrolls. Its height is reserved while they load. */
export function FrequentWorks({ operations, onChoose }: FrequentWorksProps) {
  const { t } = useTranslation('records');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in every browser
    <div role="group" className={styles.frequent} aria-label={t('form.frequent')}>
      {operations
        .filter(({ last }) => last !== null)
        .slice(0, SHOWN)
        .map(({ operationName }) => (
          <button key={operationName} type="button" onClick={() => onChoose(operationName)}>
            {operationName}
          </button>
        ))}
    </div>
  );
}
