import { type ComponentType, Fragment, type ReactNode, type RefObject, useState } from 'react';
import { useNearScreen } from '../../../ui/use-near-screen.ts';
import { type RecordsProps, type RowProps, useRowTexts, YearBand, yearAt } from './record-actions.tsx';
import { rowIdOf } from './record-row.ts';

/** How a history is rendered: as a table or as cards. */
export interface RecordParts {
  /** Rows of records that follow each other. */
  Group: ComponentType<GroupProps>;
  Year: ComponentType<{ children: ReactNode }>;
  Form: ComponentType<{ id: string; children: ReactNode }>;
  Row: ComponentType<RowProps>;
  /** Pixels. */
  rowHeight: number;
}

export interface GroupProps {
  ref?: RefObject<never>;
  /** Height in pixels of a group whose rows are not rendered. */
  height?: number | undefined;
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

/**
 * The rows of a history with the years between them, and a form in place of a record that is edited. A form is outside the groups, with the
 * record as its key: records that are added above shift the groups, and a form that is mounted again would lose its errors and the focus.
 */
export function RecordRows(props: RecordRowsProps) {
  const { records, renderForm } = props;
  const [counts, setCounts] = useState({ now: 0, before: 0 });
  if (counts.now !== records.length) setCounts({ now: records.length, before: counts.now });
  const textsOf = useRowTexts(props.vehicle);
  const isWhole = props.isPrinting || records.length <= WHOLE_MAX;
  const forms = records.map((record) => renderForm?.(record));
  const isFirst = (index: number) => index === 0 || forms[index] || forms[index - 1] || index % GROUP === 0;
  const firsts = [...records.keys()].filter(isFirst);
  return firsts.map((first, place) => {
    const end = firsts[place + 1] ?? records.length;
    const [record, previous] = [records[first], forms[first - 1] && records[first - 1]];
    if (record && forms[first])
      return (
        <EditedRecord key={`form ${record.id}`} {...props} index={first} id={rowIdOf(record.id)}>
          {forms[first]}
        </EditedRecord>
      );
    return (
      <RecordGroup
        key={previous ? `after ${previous.id}` : first}
        {...props}
        textsOf={textsOf}
        first={first}
        end={end}
        isWhole={isWhole}
        // The first one, the one below a form, and the one with the focus after more records were loaded.
        isNearAtFirst={first === 0 || previous !== undefined || (first <= counts.before && counts.before < end)}
      />
    );
  });
}

function EditedRecord({ index, id, children, ...props }: RecordRowsProps & { index: number; id: string; children: ReactNode }) {
  const { Group, Year, Form } = props.parts;
  const year = yearAt(props, index);
  return (
    <Group>
      {year && (
        <Year>
          <YearBand year={year} currency={props.vehicle.currency} />
        </Year>
      )}
      <Form id={id}>{children}</Form>
    </Group>
  );
}

interface RecordGroupProps extends RecordRowsProps {
  textsOf: RowProps['textsOf'];
  /** Index of the first record, and that after the last one. */
  first: number;
  end: number;
  isWhole: boolean;
  isNearAtFirst: boolean;
}

function RecordGroup({ textsOf, first, end, isWhole, isNearAtFirst, parts, ...props }: RecordGroupProps) {
  const { vehicle, records, savedId, markedId, onEdit, onRemove } = props;
  const { ref, isNear, height } = useNearScreen(isNearAtFirst);
  const { Group, Year, Row, rowHeight } = parts;
  const shown = records.slice(first, end);
  const years = shown.map((_, index) => yearAt(props, first + index));
  if (!isWhole && !isNear)
    return (
      <Group ref={ref as RefObject<never>} height={height ?? shown.length * rowHeight + years.filter(Boolean).length * YEAR_HEIGHT}>
        {null}
      </Group>
    );
  return (
    <Group ref={ref as RefObject<never>}>
      {shown.map((record, index) => {
        const year = years[index];
        return (
          <Fragment key={record.id}>
            {year && (
              <Year>
                <YearBand year={year} currency={vehicle.currency} />
              </Year>
            )}
            <Row
              record={record}
              textsOf={textsOf}
              isSaved={record.id === savedId}
              isMarked={record.id === markedId}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          </Fragment>
        );
      })}
    </Group>
  );
}
