import { type ComponentType, Fragment, type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { HistoryYear } from '#contract/timeline.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNearScreen } from '../../../ui/use-near-screen.ts';
import { type EntryActions, useVehicleEntries, VehicleEntriesContext } from '../entries-context.ts';
import { currencyOf, type Entry, type EntryKey, entryKey } from '../entry.ts';
import { partsOf } from '../kinds.ts';
import { kindSumsOf, type RowProps, useEntryTexts, YearBand, yearAt } from './entry-actions.tsx';
import { rowId } from './entry-ids.ts';

/** How a history is rendered: as a table or as cards. */
export interface ListParts {
  /** Rows of entries that follow each other. */
  Group: ComponentType<GroupProps>;
  Year: ComponentType<{ children: ReactNode }>;
  Form: ComponentType<{ id: string; children: ReactNode }>;
  Row: ComponentType<RowProps>;
  /** Pixels. */
  rowHeight: number;
}

interface GroupProps {
  ref?: RefObject<never>;
  /** Height in pixels of a group whose rows are not rendered. */
  height?: number | undefined;
  children: ReactNode;
}

/** Props shared by the table and the cards. */
export interface EntryRowsProps {
  entries: readonly Entry[];
  /** Shown as bands between the entries, which are then sorted by date. */
  years?: readonly HistoryYear[] | undefined;
  markedKey: EntryKey | undefined;
  /** undefined if the entries cannot be changed. */
  actions: EntryActions | undefined;
  /** All rows are rendered. */
  isPrinting: boolean;
}

/** Entries that are rendered together. */
const GROUP = 10;
/** A longer history is rendered only near the screen: thousands of rows would block the page. */
const WHOLE_MAX = 100;
/** Height of a year in pixels, in the table and between cards; with sums by kind it has a second line. */
const heightOf = (year: HistoryYear | undefined): number => (year === undefined ? 0 : kindSumsOf(year).length > 0 ? 55 : 36);

/**
 * The rows of a history with the years between them, and a form in place of an entry that is edited. A form is outside the groups, with the
 * entry as its key: entries that are added above shift the groups, and a form that is mounted again would lose its errors and the focus.
 */
export function EntryRows({ parts, ...props }: EntryRowsProps & { parts: ListParts }) {
  const { entries, isPrinting } = props;
  const { editing } = useVehicleEntries();
  const [counts, setCounts] = useState({ now: 0, before: 0 });
  if (counts.now !== entries.length) setCounts({ now: entries.length, before: counts.now });
  const textsOf = useEntryTexts();
  const edited = entries.map((entry) => editing?.editedKeys.includes(entryKey(entry)) ?? false);
  const firsts = [...entries.keys()].filter((index) => edited[index] || edited[index - 1] || index % GROUP === 0);
  return firsts.map((first, place) => {
    const end = firsts[place + 1] ?? entries.length;
    const [entry, previous] = [entries[first], edited[first - 1] ? entries[first - 1] : undefined];
    const shared = { ...props, parts, textsOf, first, end };
    if (entry && edited[first]) return <EditedEntry key={`form ${entryKey(entry)}`} {...shared} entry={entry} />;
    return (
      <EntryGroup
        key={previous ? `after ${entryKey(previous)}` : first}
        {...shared}
        isWhole={isPrinting || entries.length <= WHOLE_MAX}
        // The first one, the one below a form, and the one with the focus after more entries were loaded.
        isNearAtFirst={first === 0 || previous !== undefined || (first <= counts.before && counts.before < end)}
      />
    );
  });
}

interface SharedProps extends EntryRowsProps, Pick<RowProps, 'textsOf'> {
  parts: ListParts;
  /** Index of the first entry, and that after the last one. */
  first: number;
  end: number;
}

/** The form of an entry, and on paper its row. */
function EditedEntry({ entry, ...props }: SharedProps & { entry: Entry }) {
  const { Group, Year, Form, Row } = props.parts;
  const { EditForm } = partsOf(entry);
  // An entry keeps its currency, whatever that of the account is by now.
  const entries = useVehicleEntries();
  const year = yearAt(props.entries, props.years, props.first);
  return (
    <Group>
      {year && (
        <Year>
          <YearBand year={year} />
        </Year>
      )}
      <Form id={rowId(entryKey(entry))}>
        <Suspense fallback={<Skeleton height={240} />}>
          <VehicleEntriesContext value={{ ...entries, currency: currencyOf(entry, entries.currency) }}>
            <EditForm entry={entry} />
          </VehicleEntriesContext>
        </Suspense>
      </Form>
      {props.isPrinting && <Row entry={entry} textsOf={props.textsOf} actions={props.actions} isSaved={false} isMarked={false} isPaper />}
    </Group>
  );
}

interface EntryGroupProps extends SharedProps {
  isWhole: boolean;
  isNearAtFirst: boolean;
}

function EntryGroup({ entries, years, first, end, markedKey, isWhole, isNearAtFirst, parts, textsOf, actions }: EntryGroupProps) {
  const { editing } = useVehicleEntries();
  const { ref, isNear, height } = useNearScreen(isNearAtFirst);
  const { Group, Year, Row, rowHeight } = parts;
  const shown = entries.slice(first, end);
  const bands = shown.map((_, index) => yearAt(entries, years, first + index));
  if (!isWhole && !isNear)
    return (
      <Group
        ref={ref as RefObject<never>}
        height={height ?? shown.length * rowHeight + bands.reduce((sum, year) => sum + heightOf(year), 0)}
      >
        {null}
      </Group>
    );
  return (
    <Group ref={ref as RefObject<never>}>
      {shown.map((entry, index) => {
        const year = bands[index];
        const key = entryKey(entry);
        return (
          <Fragment key={key}>
            {year && (
              <Year>
                <YearBand year={year} />
              </Year>
            )}
            <Row entry={entry} textsOf={textsOf} actions={actions} isSaved={key === editing?.savedKey} isMarked={key === markedKey} />
          </Fragment>
        );
      })}
    </Group>
  );
}
