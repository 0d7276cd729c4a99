/**
 * `npm run bench -- NAME [option …]`: runs a benchmark and prints its results as a table. Without a name it runs `records`, which fails if
 * Carnet has become slower than the last release.
 */
import { adminPanel } from './admin-panel.ts';
import { history } from './history.ts';
import { pages } from './pages.ts';
import { photos } from './photos.ts';
import { records } from './records.ts';
import { rows } from './rows.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';

const BENCHES: Record<string, { what: string; run: (options: string[]) => Promise<void> }> = {
  records: {
    what: 'lists and creates of records, compared with a bare server and the last release; options: sqlite, postgres, keep',
    run: records,
  },
  'admin-panel': { what: 'the lists of the admin panel with 100,000 orders and users; options: sqlite, postgres', run: adminPanel },
  photos: { what: 'photos and lists at the same time, from the database and from an object store; options: sqlite, postgres', run: photos },
  rows: { what: 'the list among 50 times the records (10 million; makes 2 GB in .cache/bench once)', run: rows },
  statistics: { what: 'statistics of 10,000 records and 20,000 entries of all kinds; options: sqlite, postgres', run: statistics },
  history: { what: 'a history of 5,000 records in the browser: longest tasks, and memory', run: history },
  pages: { what: 'public pages by Lighthouse on a phone, median of five; options: paths, else all four', run: pages },
  start: { what: 'time to the first page, and memory; of the built server', run: start },
};

const [name = 'records', ...options] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench) await bench.run(options);
else {
  console.log('npm run bench -- NAME');
  for (const [key, { what }] of Object.entries(BENCHES)) console.log(`  ${key.padEnd(12)} ${what}`);
  process.exitCode = name === 'list' ? 0 : 1;
}
