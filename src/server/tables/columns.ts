import type { DayOrder, Decimal } from '#contract/tables.ts';
import { dayOrderIn } from './days.ts';
import { decimalIn } from './numbers.ts';

/** Some cells of a column, and what all of them say about its dates and numbers. */
export interface Column {
  title: string;
  /** The first different ones. */
  examples: string[];
  /** Of its dates; null if it has none, or if they say nothing. */
  dayOrder: DayOrder | null;
  /** Of its numbers; null if they say nothing. */
  decimal: Decimal | null;
  /** The first cells that can be read in two ways, if none says how; empty otherwise. */
  openDays: OpenCell[];
  openNumbers: OpenCell[];
  /** Whether a cell is 0. */
  hasZero: boolean;
}

/** A cell that can be read in two ways. */
export interface OpenCell {
  line: number;
  text: string;
}

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;

/** Collects what the cells of a column say. */
function newColumn(title: string) {
  const examples: string[] = [];
  const days = newEvidence<DayOrder>();
  const numbers = newEvidence<Decimal>();
  let hasZero = false;
  return {
    add(line: number, text: string): void {
      if (text === '') return;
      hasZero ||= text === '0';
      const short = text.slice(0, EXAMPLE_LENGTH);
      if (examples.length < EXAMPLES && !examples.includes(short)) examples.push(short);
      const day = dayOrderIn(text);
      if (day) days.add(day, line, short);
      const decimal = day ? undefined : decimalIn(text);
      if (decimal) numbers.add(decimal, line, short);
    },
    result: (): Column => ({
      ...{ title, examples, dayOrder: days.winner(), decimal: numbers.winner() },
      ...{ openDays: days.open(), openNumbers: numbers.open(), hasZero },
    }),
  };
}

function newEvidence<Choice extends string>() {
  const counts = new Map<Choice, number>();
  const open: OpenCell[] = [];
  /** The most frequent one; null if two are equally frequent. */
  const winner = (): Choice | null => {
    const [first, second] = [...counts].sort(([, one], [, two]) => two - one);
    return first && first[1] !== second?.[1] ? first[0] : null;
  };
  return {
    add(choice: Choice | 'open' | 'none', line: number, text: string): void {
      if (choice === 'none') return;
      if (choice !== 'open') counts.set(choice, (counts.get(choice) ?? 0) + 1);
      else if (open.length < EXAMPLES) open.push({ line, text });
    },
    winner,
    open: (): OpenCell[] => (winner() === null ? open : []),
  };
}

/** Collects what the columns of a table say. */
export function newColumns(titles: readonly string[]) {
  const columns = titles.map(newColumn);
  return {
    add(line: number, cells: readonly string[]): void {
      for (const [n, text] of cells.entries()) columns[n]?.add(line, text);
    },
    result: (): Column[] => columns.map((column) => column.result()),
  };
}
