import type { ReactNode } from 'react';
import { isolated } from '../../../i18n/isolated.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CELL } from '../../../ui/table-roles.ts';
import type { RowProps } from './entry-actions.tsx';
import cells from './entry-cells.module.css';
import styles from './entry-list.module.css';

type CellsProps = Pick<RowProps, 'entry' | 'textsOf'>;

function Title({ icon, title, aside }: Pick<ReturnType<RowProps['textsOf']>, 'icon' | 'title' | 'aside'>) {
  return (
    <>
      {icon && (
        <>
          <Icon className={cells.icon} name={icon} size="small" />{' '}
        </>
      )}
      {title}
      {aside && (
        <>
          {' '}
          <span className={cells.aside}>{aside}</span>
        </>
      )}
    </>
  );
}

/** The cells of an entry in the table, without the buttons. */
export function EntryCells({ entry, textsOf }: CellsProps) {
  const { day, reading, amount, icon, title, aside, detail, more } = textsOf(entry);
  return (
    <>
      <td {...CELL} className={styles.day}>
        {day}
      </td>
      <td {...CELL} className={styles.reading}>
        {reading}
      </td>
      <td {...CELL}>
        <Title icon={icon} title={title} aside={aside} />
      </td>
      <td {...CELL}>
        {detail}
        {more && <small>{more}</small>}
      </td>
      <td {...CELL} className={styles.amount}>
        {amount}
      </td>
    </>
  );
}

interface CardProps extends CellsProps {
  /** The buttons, between the figures and the details. */
  actions: ReactNode;
}

/** The same as a card: title and amount, date and reading with the buttons, and the details. */
export function EntryCardParts({ entry, textsOf, actions }: CardProps) {
  const { day, reading, amount, icon, title, aside, detail, more } = textsOf(entry);
  const details = [detail, more ?? ''].filter((text) => text !== '' && text !== '-').map(isolated);
  return (
    <>
      <b>
        <Title icon={icon} title={title} aside={aside} />
      </b>
      <span className={styles.amount}>{amount}</span>
      <span>
        {/* The year of a bicycle is usually that of the date. */}
        {!day.endsWith(reading) && <span className={styles.reading}>{reading}</span>} <small>{day}</small>
      </span>
      {actions}
      {details.length > 0 && <small className={styles.part}>{details.join(' · ')}</small>}
    </>
  );
}
