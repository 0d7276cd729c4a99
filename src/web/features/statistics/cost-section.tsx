import { type ReactNode, useId } from 'react';
import styles from './costs.module.css';
import { CsvButton } from './csv-button.tsx';
import type { CsvTable } from './csv-table.ts';

interface CostSectionProps {
  title: string;
  /** The same figures for a spreadsheet. */
  tableOf?: () => CsvTable;
  children: ReactNode;
}

/** A part of the figures with its title. */
export function CostSection({ title, tableOf, children }: CostSectionProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{title}</h3>
        {tableOf && <CsvButton title={title} tableOf={tableOf} />}
      </div>
      {children}
    </section>
  );
}
