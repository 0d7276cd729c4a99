import { type ComponentType, Fragment, type ReactNode, type RefObject, useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import { useNearScreen } from '../../ui/use-near-screen.ts';
import { type RecordsProps, type RowProps, useRowTexts, YearBand, yearAt } from './record-actions.tsx';

/** How a history is rendered: as a table or as cards. */
export interface RecordParts {
  /** Rows of records that follow each other. */
  Group: ComponentType<GroupProps>;
  Year: ComponentType<{ children: ReactNode }>;
  Form: ComponentType<{ children: ReactNode }>;
  Row: ComponentType<RowProps>;
  /** Pixels. */
  rowHeight: number;
}

export interface GroupProps {
  ref: RefObject<never>;
  /** Height in pixels of a group whose rows are not rendered. */
  height: number | undefined;
  children: ReactNode;
}

interface RecordRowsProps extends Omit<RecordsProps, 'more' | 'totalCost'> {
  parts: RecordParts;
}

/** Records that are rendered together. */
const GROUP = 10;
/** A longer history is rendered only near the screen: thousands of rows would block the page. */
const WHOLE_MAX = 100;
/** Height of a year in pixels, in the table and between cards. */
const YEAR_HEIGHT = 36;

/** The rows of a history with the years between them, and a form in place of a record that is edited. */
export function RecordRows(props: RecordRowsProps) {
  const { records } = props;
  const [counts, setCounts] = useState({ now: 0, before: 0 });
  if (counts.now !== records.length) setCounts({ now: records.length, before: counts.now });
  const textsOf = useRowTexts(props.vehicle);
  const firsts = Array.from({ length: Math.ceil(records.length / GROUP) }, (_, index) => index * GROUP);
  return firsts.map((first) => (
    <RecordGroup
      key={first}
      {...props}
      textsOf={textsOf}
      first={first}
      isWhole={props.isPrinting || records.length <= WHOLE_MAX}
      // The first one, and the one with the focus after more records were loaded.
      isNearAtFirst={first === 0 || (first <= counts.before && counts.before < first + GROUP)}
    />
  ));
}

interface RecordGroupProps extends RecordRowsProps {
  textsOf: RowProps['textsOf'];
  /** Index of the first record. */
  first: number;
  isWhole: boolean;
  isNearAtFirst: boolean;
}

function RecordGroup({ textsOf, first, isWhole, isNearAtFirst, parts, ...props }: RecordGroupProps) {
  const { vehicle, records, savedId, markedId, renderForm, onEdit, onRemove } = props;
  const { ref, isNear, height } = useNearScreen(isNearAtFirst);
  const { Group, Year, Form, Row, rowHeight } = parts;
  const own = records.slice(first, first + GROUP);
  const forms = own.map((record) => renderForm?.(record));
  const years = own.map((_, index) => yearAt(props, first + index));
  if (!isWhole && !isNear && !forms.some(Boolean))
    return (
      <Group ref={ref as RefObject<never>} height={height ?? own.length * rowHeight + years.filter(Boolean).length * YEAR_HEIGHT}>
        {null}
      </Group>
    );
  const rowOf = (record: ServiceRecord) => (
    <Row
      record={record}
      textsOf={textsOf}
      isSaved={record.id === savedId}
      isMarked={record.id === markedId}
      onEdit={onEdit}
      onRemove={onRemove}
    />
  );
  return (
    <Group ref={ref as RefObject<never>} height={undefined}>
      {own.map((record, index) => {
        const year = years[index];
        return (
          <Fragment key={record.id}>
            {year && (
              <Year>
                <YearBand year={year} currency={vehicle.currency} />
              </Year>
            )}
            {forms[index] ? <Form>{forms[index]}</Form> : rowOf(record)}
          </Fragment>
        );
      })}
    </Group>
  );
}
