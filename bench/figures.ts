/** The figures of the last release, kept in figures.json, and the comparison of a measurement with them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percent } from './measure.ts';

/**
 * Speed relative to the bare server, by name such as `sqlite list`: requests per second of lists, and requests per second of
 * CPU time of creates. The number of creates in a second depends on how long the disk needs for a commit, because Carnet commits
 * several at once.
 */
export type Figures = Record<string, number>;

interface Kept {
  release: string;
  figures: Figures;
}

const FILE = join(import.meta.dirname, 'figures.json');
const PACKAGE = join(import.meta.dirname, '..', 'package.json');
/** A smaller loss is within the noise of a measurement. */
const LARGEST_LOSS = 0.15;

/** Part of the kept figure that is lost: 0.2 if 0.8 of 1 is left; negative if the new figure is higher. */
const lossOf = (kept: number, measured: number): number => 1 - measured / kept;

/** The figures that are more than 15 % below the kept ones; figures that were not measured are left out. */
export const lossesOf = (kept: Figures, measured: Figures): string[] =>
  Object.entries(measured).flatMap(([name, figure]) => {
    const before = kept[name];
    return before !== undefined && lossOf(before, figure) > LARGEST_LOSS ? [name] : [];
  });

/** Prints the measured figures next to the kept ones; sets the exit code to 1 if one of them is more than 15 % lower. */
export function compareWithKept(measured: Figures): void {
  const { release, figures }: Kept = JSON.parse(readFileSync(FILE, 'utf8'));
  const losses = lossesOf(figures, measured);
  console.log(`\nSpeed relative to the bare server (creates: by CPU time), compared with release ${release}`);
  console.table(
    Object.entries(measured).map(([name, figure]) => {
      const before = figures[name];
      return { name, now: percent(figure), kept: before && percent(before), loss: before && percent(lossOf(before, figure)) };
    }),
  );
  if (losses.length === 0) return;
  console.error(`More than ${percent(LARGEST_LOSS)} slower than release ${release}: ${losses.join(', ')}.`);
  process.exitCode = 1;
}

/** Keeps the figures as those of this release; figures that were not measured stay as they are. */
export function keep(measured: Figures): void {
  const { figures }: Kept = JSON.parse(readFileSync(FILE, 'utf8'));
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const rounded = Object.fromEntries(Object.entries(measured).map(([name, figure]) => [name, Number(figure.toFixed(3))]));
  writeFileSync(FILE, `${JSON.stringify({ release: version, figures: { ...figures, ...rounded } }, null, 2)}\n`);
  console.log(`kept in ${FILE}`);
}
