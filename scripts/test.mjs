/** `npm test [-- path or option …]`: sets up what the tests need, runs them all, and ends with "N passed, N failed". */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensurePackages, main, runTool, say } from './bootstrap.mjs';
import { ensureTools } from './tools.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts */

/** @param {string} file @param {number} code @param {(report: any) => Counts} read @returns {Counts} */
function counted(file, code, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
  // A runner that exits with an error or ran no test counts as one failure.
  const hasRun = counts.passed + counts.failed > 0;
  if ((code !== 0 || !hasRun) && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** `npm run locks` runs the mutation test of the locks. @param {string[]} filters */
const projects = (filters) => (filters.includes('tests/locks') ? [] : ['--project=!locks']);

/** The failed tests of Vitest with their messages, which the output of the browser tests follows. @param {any} report */
const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message ? [`${name}\n${message}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`);
  });

/** @param {string[]} filters @param {string} folder @param {NodeJS.ProcessEnv} env */
async function runVitest(filters, folder, env) {
  const file = join(folder, 'vitest.json');
  const code = await runTool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...projects(filters), ...filters],
    { env },
  );
  return counted(file, code, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failuresOf(report),
  }));
}

/** @param {string[]} filters @param {string} folder @param {NodeJS.ProcessEnv} env */
async function runPlaywright(filters, folder, env) {
  const file = join(folder, 'playwright.json');
  const code = await runTool('playwright', ['test', '--reporter=list,json', ...filters], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return counted(file, code, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }));
}

/** Runners that the filters after `npm test --` select; both without filters. @param {string[]} filters */
function runners(filters) {
  if (filters.length === 0) return [runVitest, runPlaywright];
  return filters.some((filter) => filter.includes('e2e')) ? [runPlaywright] : [runVitest];
}

await main(async () => {
  const filters = process.argv.slice(2);
  await ensurePackages();
  const tools = ensureTools();
  ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'carnet-tests-'));
  // The tests start many processes and threads that load the same modules.
  const env = { ...process.env, ...tools, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  try {
    for (const runner of runners(filters)) {
      say(runner === runVitest ? 'tests of contract, server and browser parts …' : 'tests in the browser …');
      const counts = await runner(filters, folder, env);
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
      failures.push(...(counts.failures ?? []));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const failure of failures) console.log(`\nfailed: ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
  return total.failed === 0 ? 0 : 1;
});
