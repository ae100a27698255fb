import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import { SlowestFirstSequencer } from './tests/support/longest-first.ts';

/**
 * The settings of suites with a database. Their tests run on the embedded database and PostgreSQL;
 * MES_TEST_DATABASES=embedded leaves PostgreSQL out. To run one file:
 * `npx vitest run --project server tests/server/session/session.test.ts`.
 */
const databaseSettings = {
  globalSetup: ['tests/support/database-setup.ts'],
  // The limits are large, so that they end only tests that hang. On a busy machine, creating the demonstration factory
  // takes minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  // Without isolation each worker loads the server once, not once per file.
  isolate: false,
  // Hashing passwords slowly would take minutes of the run. Only tests can exchange the cost, because no setting
  // changes it.
  alias: [
    {
      find: /^\.\/hash-cost\.ts$/,
      replacement: join(import.meta.dirname, 'tests/support/quick-hash-cost.ts'),
    },
  ],
};

/** Tests of limits in seconds. They run after the others, so that these do not take the processors from the server. */
const TIMED_TEST_FILES = ['tests/server/http/bounded-memory.test.ts'];

/** Contract tests and tests of the server share these workers. */
const serverWorkers = {
  // Five workers suit two processors: many tests wait for a delay, a lease, a process or the database.
  maxWorkers: 5,
  // Projects with different numbers of workers run one after the other.
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    // Later suites and runs take the compiled modules of earlier ones. Vitest compiles a module with
    // `import.meta.glob(` each time; it does not recognise a call with type arguments.
    experimental: { fsModuleCache: true },
    pool: 'forks',
    // A larger room for new objects is collected less often, which saves a tenth of the processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Three workers keep two processors busy, even while one of them waits.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirstSequencer },
    // A run that finds no tests fails.
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/shared/**/*.test.ts', 'tests/client/**/*.test.ts'],
          // The limit is large, so that it ends only tests that hang, even on a busy machine.
          testTimeout: 20_000,
          // These tests share no state. Without isolation each worker loads the declarations once, not once per file.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.tsx'],
          // Loading the modules of a page takes many seconds on a busy machine.
          testTimeout: 60_000,
          // Each worker loads React and the other packages once, not once per file. `fresh-page.ts` resets the rest.
          isolate: false,
          setupFiles: ['tests/support/fresh-page.ts', 'tests/support/load-router.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          ...databaseSettings,
          ...serverWorkers,
          setupFiles: ['tests/support/load-router.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: TIMED_TEST_FILES,
          ...databaseSettings,
          ...serverWorkers,
        },
      },
      {
        test: {
          name: 'timed',
          include: TIMED_TEST_FILES,
          ...databaseSettings,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          ...databaseSettings,
          globalSetup: [...databaseSettings.globalSetup, 'tests/support/client-setup.ts'],
          testTimeout: 180_000,
          // Each worker also runs a server and a browser, but journeys often only wait for a page to change.
          maxWorkers: 3,
        },
      },
    ],
  },
});
