import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { withoutServerParts } from './vite.config.ts';

/** Far longer than a test takes on a busy machine: the limit catches tests that hang. */
const shared = { environment: 'node', testTimeout: 180_000, hookTimeout: 180_000, sequence: { shuffle: true } } as const;

/** Files of these projects share the modules of their worker, which takes a fifth less time, for components half. Tests that replace a module are apart. */
const together = { ...shared, isolate: false } as const;
const MOCKED = '**/*.mocked.test.{ts,tsx}';

const components = { environment: 'jsdom', setupFiles: 'tests/support/component-setup.ts' } as const;

export default defineConfig({
  test: {
    // One more than the cores: server tests often wait for a database or another process.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      { test: { ...together, name: 'contract', include: ['src/contract/**/*.test.ts'] } },
      {
        test: {
          ...together,
          name: 'server',
          include: ['src/server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, MOCKED],
        },
      },
      { test: { ...shared, name: 'mocked', include: [`src/server/${MOCKED}`, `tests/server/${MOCKED}`] } },
      { plugins: [withoutServerParts], test: { ...together, name: 'web', include: ['src/web/**/*.test.ts'] } },
      {
        plugins: [withoutServerParts],
        test: {
          ...together,
          ...components,
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, MOCKED],
        },
      },
      { plugins: [withoutServerParts], test: { ...shared, ...components, name: 'mocked components', include: [`src/web/${MOCKED}`] } },
      // Runs with `npm run locks`, not with `npm test`.
      { test: { ...shared, name: 'locks', include: ['tests/locks/**/*.test.ts'] } },
      { test: { ...shared, name: 'repository', include: ['tests/repository/**/*.test.ts'] } },
    ],
  },
});
