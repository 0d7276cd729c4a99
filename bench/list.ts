/** `npm run bench -- NAME [option …]`: measurements that end in a table. */
import { records } from './records.ts';

const BENCHES: Record<string, { what: string; run: (options: string[]) => Promise<void> }> = {
  records: { what: 'lists and creates of records beside a bare server; options: sqlite, postgres', run: records },
};

const [name = '', ...options] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench) await bench.run(options);
else {
  console.log('npm run bench -- NAME');
  for (const [known, { what }] of Object.entries(BENCHES)) console.log(`  ${known.padEnd(10)} ${what}`);
  process.exitCode = name === '' ? 0 : 1;
}
