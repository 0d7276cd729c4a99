import { Fragment, type Key, type ReactNode } from 'react';
import styles from './table.module.css';

interface Column<Row> {
  title: string;
  /** Of the head and the cells. */
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}

interface RowListProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Whether the columns do not fit, so that each row is a card. */
  isNarrow: boolean;
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  /** Of the rows and the cards. */
  className?: string | undefined;
  /** Their attribute `data-look`. */
  lookOf?: (row: Row) => string;
  /** Shown below the row of a table, from the second column on. A card contains it. */
  remarks?: (row: Row) => ReactNode;
}

/** The rows of an admin list, as a table or as cards. */
export function RowList<Row>({ title, rows, keyOf, isNarrow, columns, card, className, lookOf, remarks }: RowListProps<Row>) {
  if (isNarrow)
    return (
      <ul className={styles.cards} aria-label={title}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={className} data-look={lookOf?.(row)}>
            {card(row)}
          </li>
        ))}
      </ul>
    );
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={column.className}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const below = remarks?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <tr className={className} data-look={lookOf?.(row)}>
                {columns.map((column) => (
                  <td key={column.title} className={column.className}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
              {below && (
                <tr className={className} data-look={lookOf?.(row)} data-remarks>
                  <td />
                  <td colSpan={columns.length - 1}>{below}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
