import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '#server/root.ts';
import { PLAN_ONCE_SETTING, POSTGRES_SOCKETS_VARIABLE, startCluster, type Cluster } from './cluster.ts';
import {
  canInstallPackages,
  findChromium,
  findPostgres,
  installPackage,
  OLDEST_POSTGRES_VERSION,
} from './programs.ts';
import {
  addResults,
  formatCounts,
  formatFailures,
  formatSlowestFiles,
  readSuiteResults,
  RESULTS_FILE_VARIABLE,
  type SuiteResults,
} from './suite-results.ts';

interface Suite {
  /** The argument of `npm test --` that runs only this suite. */
  name: string;
  title: string;
  projects: readonly string[];
  /** The kinds of database that the suite runs on; undefined if it needs no database. */
  databases?: string;
  needsBrowser?: boolean;
}

const SUITES: readonly Suite[] = [
  { name: 'unit', title: 'Unit and client', projects: ['unit', 'components'] },
  {
    // One run for both databases loads the server once, and runs tests without a database only once. The few long files
    // of the contract tests run beside the others, because alone they keep one processor busy.
    name: 'server',
    title: 'Contract and server on the embedded database and PostgreSQL',
    projects: ['contract', 'server', 'timed'],
    databases: 'embedded,postgres',
  },
  {
    name: 'journeys',
    title: 'Journeys in a browser',
    projects: ['journeys'],
    // Most journeys run on PostgreSQL, which takes a third of the processor time. Those of a new installation run on
    // the embedded database.
    databases: 'embedded,postgres',
    needsBrowser: true,
  },
];

const printLine = (line: string) => console.log(line);

let runningSuite: ChildProcess | null = null;

/** How long a suite may take to exit after SIGTERM, in milliseconds. */
const EXIT_TIMEOUT_MS = 8000;

/** Stops the running suite. If it has not exited after EXIT_TIMEOUT_MS, it is killed. */
async function stopRunningSuite(): Promise<void> {
  const child = runningSuite;
  if (!child) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([exited, wait(EXIT_TIMEOUT_MS)]);
  child.kill('SIGKILL');
}

const runProgram = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve) => {
    runningSuite = spawn(program, args, { cwd: projectFolder, env, stdio: 'inherit' });
    runningSuite.once('exit', (code) => {
      runningSuite = null;
      resolve(code ?? 1);
    });
  });

async function runSuite(suite: Suite, folder: string, env: NodeJS.ProcessEnv): Promise<SuiteResults> {
  printLine(`\n── ${suite.title}`);
  const resultsFile = join(folder, `${suite.name}.json`);
  const exitCode = await runProgram(
    process.execPath,
    [
      join(projectFolder, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...suite.projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      `--reporter=${join(projectFolder, 'tests/support/results-reporter.ts')}`,
    ],
    {
      ...env,
      ...(suite.databases ? { MES_TEST_DATABASES: suite.databases } : {}),
      [RESULTS_FILE_VARIABLE]: resultsFile,
    },
  );
  const results = readSuiteResults(resultsFile, exitCode);
  printLine(`── ${suite.title}: ${formatCounts(results)}`);
  return results;
}

async function findOrStartPostgres(clusters: Cluster[]): Promise<string | null> {
  if (process.env.MES_TEST_POSTGRES === 'none') {
    printLine('PostgreSQL is switched off (MES_TEST_POSTGRES=none): its tests are skipped.');
    return null;
  }
  if (process.env.MES_TEST_POSTGRES) {
    printLine(`PostgreSQL: ${new URL(process.env.MES_TEST_POSTGRES).host} (MES_TEST_POSTGRES)`);
    return process.env.MES_TEST_POSTGRES;
  }
  let programs = await findPostgres();
  // Installs a database server only on CI, never on a developer's machine.
  if (!programs && process.env.CI && canInstallPackages()) {
    installPackage('postgresql', printLine);
    programs = await findPostgres();
  }
  if (!programs) {
    printLine(
      `PostgreSQL's server programs (version ${OLDEST_POSTGRES_VERSION} or newer) were not found: the tests on PostgreSQL are skipped.`,
    );
    printLine(
      '  Install them (Debian: apt-get install postgresql), or set MES_TEST_POSTGRES to the URL of a server for tests.',
    );
    return null;
  }
  const cluster = await startCluster(programs.folder, PLAN_ONCE_SETTING);
  clusters.push(cluster);
  printLine(`PostgreSQL ${programs.major}: a throw-away cluster with the programs in ${programs.folder}`);
  return cluster.url;
}

async function findOrInstallBrowser(): Promise<string | null> {
  let chromiumPath = await findChromium();
  if (!chromiumPath && !process.env.CHROMIUM_PATH && canInstallPackages()) {
    // Older releases of Debian have no package of the headless shell.
    if (!installPackage('chromium-headless-shell', printLine)) installPackage('chromium', printLine);
    chromiumPath = await findChromium();
  }
  if (chromiumPath) printLine(`Chromium: ${chromiumPath}`);
  else {
    printLine('No Chromium was found: the journeys in a browser are skipped.');
    printLine(
      '  Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
    );
  }
  return chromiumPath;
}

/** The folder that Linux keeps in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** How much memory and how much room in MEMORY_FOLDER must be free for the temporary files, in bytes. */
const MIN_FREE_MEMORY_BYTES = 6 * 1024 ** 3;

/**
 * Returns the folder for temporary files: the folder in memory if enough memory is free, otherwise
 * the usual one. Each test file copies a database, which takes half a second on a busy disk.
 */
function chooseTemporaryFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) >= MIN_FREE_MEMORY_BYTES) return MEMORY_FOLDER;
  } catch {
    // The folder does not exist or is not writable.
  }
  return tmpdir();
}

/**
 * Runs the named suites, or all suites if no names are given. Prints the counts of each suite, the slowest files, what
 * failed, and the total on the last line.
 * @returns the exit code
 */
export async function runSuites(names: readonly string[]): Promise<number> {
  const unknownName = names.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknownName !== undefined) {
    printLine(
      `There is no suite "${unknownName}". The suites: ${SUITES.map((suite) => suite.name).join(', ')}`,
    );
    return 1;
  }
  const suites = SUITES.filter((suite) => names.length === 0 || names.includes(suite.name));
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'mes-tests-'));
  // If this runs as root, PostgreSQL runs as another user, who must reach its data in `folder`.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const clusters: Cluster[] = [];
  const cleanUp = () => {
    for (const cluster of clusters) cluster.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    // Vitest kills its workers, so they cannot delete the bundles that they made.
    rmSync(join(projectFolder, 'dist/test-servers'), { recursive: true, force: true });
  };
  const shutdown: { promise?: Promise<void> } = {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (shutdown.promise) process.exit(130);
      shutdown.promise = stopRunningSuite().then(() => {
        cleanUp();
        process.exit(130);
      });
    });
  }
  if (process.env.MES_TEST_LONG !== 'on')
    printLine('What takes minutes by itself is skipped; MES_TEST_LONG=on runs it too.');
  const startMs = Date.now();
  const runs: { suite: Suite; results: SuiteResults; seconds: number }[] = [];
  try {
    const postgresUrl = suites.some((suite) => suite.databases !== undefined)
      ? await findOrStartPostgres(clusters)
      : null;
    const browserPath = suites.some((suite) => suite.needsBrowser) ? await findOrInstallBrowser() : null;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      MES_TEST_POSTGRES: postgresUrl ?? 'none',
      [POSTGRES_SOCKETS_VARIABLE]: clusters[0]?.socketFolder ?? process.env[POSTGRES_SOCKETS_VARIABLE],
      CHROMIUM_PATH: browserPath ?? 'none',
      // Tests and browsers create their temporary files in this folder, so that deleting it deletes these files too.
      TMPDIR: folder,
      MES_TEST_TEMPLATES: folder,
    };
    for (const suite of suites) {
      const suiteStartMs = Date.now();
      const results = await runSuite(suite, folder, env);
      await shutdown.promise;
      runs.push({ suite, results, seconds: Math.round((Date.now() - suiteStartMs) / 1000) });
    }
  } finally {
    cleanUp();
  }
  // A CI may keep only the end of the output, so the end names what failed.
  printLine('');
  for (const { suite, results, seconds } of runs)
    printLine(`${suite.title}: ${formatCounts(results)} (${seconds} s)`);
  const total = addResults(runs.map(({ results }) => results));
  printLine('The slowest files:');
  for (const line of formatSlowestFiles(total)) printLine(line);
  for (const { suite, results } of runs)
    for (const line of formatFailures(suite.title, results)) printLine(line);
  printLine(`in ${Math.round((Date.now() - startMs) / 1000)} s`);
  printLine(formatCounts(total));
  return total.failures.length > 0 || total.passed === 0 ? 1 : 0;
}
