import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import { LongestFirst } from './tests/support/longest-first.ts';

/**
 * The suites of `npm test`. One alone: `npx vitest run --project server tests/server/log-in.test.ts`.
 * Suites with a database run on the embedded one and on PostgreSQL; MES_TEST_DATABASES=embedded picks one.
 */
const needsDatabase = {
  globalSetup: ['tests/support/database-setup.ts'],
  // Not a claim about time: only what hangs is ended.
  testTimeout: 90_000,
  hookTimeout: 240_000,
  // Whoever reads the whole server reads it once, not again for every file.
  isolate: false,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // Two processors, and a third that works while others wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A test that hangs says where; a suite that is empty is a mistake.
    passWithNoTests: false,
    projects: [
      { test: { name: 'unit', include: ['tests/shared/**/*.test.ts', 'tests/client/**/*.test.ts'] } },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.tsx'],
          // Each test begins with fresh modules, which a busy machine takes seconds to read.
          testTimeout: 20_000,
        },
      },
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...needsDatabase } },
      { test: { name: 'server', include: ['tests/server/**/*.test.ts'], ...needsDatabase } },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          ...needsDatabase,
          globalSetup: [...needsDatabase.globalSetup, 'tests/support/client-setup.ts'],
          testTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
