import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_SOURCES, type ImportSource } from '#contract/imports.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './import.module.css';
import { useSourceName } from './use-source-name.ts';

/** The programs whose files are known, and where the chosen one saves its file. */
export function ProgramTips() {
  const { t } = useTranslation('imports');
  const nameOf = useSourceName();
  const [chosen, choose] = useState<ImportSource>();
  return (
    <div className={styles.tips}>
      <h3>{t('tips.title')}</h3>
      <ul>
        {IMPORT_SOURCES.map((source) => (
          <li key={source}>
            <button type="button" aria-pressed={source === chosen} onClick={() => choose(source)}>
              {nameOf(source)}
            </button>
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        <Notice tone="info">{t(chosen ? `tips.${chosen}` : 'tips.ask')}</Notice>
      </div>
    </div>
  );
}
