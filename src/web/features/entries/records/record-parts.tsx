import { isolated } from '../../../i18n/isolated.ts';
import { CELL } from '../../../ui/table-roles.ts';
import type { Entry } from '../entry.ts';
import type { CardProps, CellsProps } from '../kind-parts.ts';
import styles from '../list/entry-list.module.css';

export const nameOf = ({ operationName }: Entry): string => operationName;

export const detailsOf = ({ partName, partCode }: Entry): string[] => [partName, partCode].filter((text) => text !== '-').map(isolated);

export function RecordCells({ entry, texts }: CellsProps) {
  return (
    <>
      <td {...CELL} className={styles.day}>
        {texts.day}
      </td>
      <td {...CELL} className={styles.reading}>
        {texts.reading}
      </td>
      <td {...CELL}>{entry.operationName}</td>
      <td {...CELL}>
        {entry.partName}
        {entry.partCode !== '-' && <small>{entry.partCode}</small>}
      </td>
      <td {...CELL} className={styles.amount}>
        {texts.amount}
      </td>
    </>
  );
}

/** Operation and price, date and reading with the buttons, and the part. */
export function RecordCard({ entry, texts, actions }: CardProps) {
  const part = detailsOf(entry).join(' · ');
  return (
    <>
      <b>{entry.operationName}</b>
      <span className={styles.amount}>{texts.amount}</span>
      <span>
        {/* The year of a bicycle is usually that of the date. */}
        {!texts.day.endsWith(texts.reading) && <span className={styles.reading}>{texts.reading}</span>} <small>{texts.day}</small>
      </span>
      {actions}
      {part && <small className={styles.part}>{part}</small>}
    </>
  );
}
