import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Enough for two slow cores and a password hash per registration; a hang still ends soon. */
const shared = { environment: 'node', testTimeout: 20_000, hookTimeout: 30_000, sequence: { shuffle: true } } as const;

export default defineConfig({
  test: {
    // One more than there are cores: server tests often wait for a database or another process.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      { test: { ...shared, name: 'contract', include: ['src/contract/**/*.test.ts'] } },
      { test: { ...shared, name: 'server', include: ['src/server/**/*.test.ts', 'tests/server/**/*.test.ts'] } },
      { test: { ...shared, name: 'web', include: ['src/web/**/*.test.{ts,tsx}'] } },
      // Not part of `npm test`: `npm run locks`.
      { test: { ...shared, name: 'locks', include: ['tests/locks/**/*.test.ts'] } },
      { test: { ...shared, name: 'house', include: ['tests/house/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
