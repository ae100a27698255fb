import { readFileSync } from 'node:fs';

/** The environment variable with the path of the file into which `ResultsReporter` writes `SuiteResults`. */
export const RESULTS_FILE_VARIABLE = 'MES_TEST_RESULTS';

/**
 * Something that failed: a test, the hooks of a suite, a file that could not be loaded, or an error outside of tests.
 */
export interface Failure {
  /** The path of the test file from the project folder; empty if the failure belongs to no file. */
  file: string;
  /** The titles of the suites and of the test. They name the database of the test. */
  name: string;
  message: string;
}

/** The results of one suite of `npm test`. */
export interface SuiteResults {
  passed: number;
  skipped: number;
  failures: Failure[];
  /** How long each test file took to load and to run, in milliseconds. */
  files: { file: string; ms: number }[];
}

/**
 * Reads the results of a suite.
 * @param exitCode the exit code of the suite. A suite that exits with an error or runs no tests has failed.
 */
export function readSuiteResults(path: string, exitCode: number): SuiteResults {
  let results: SuiteResults = { passed: 0, skipped: 0, failures: [], files: [] };
  let message = `The suite ran no tests (exit code ${exitCode}).`;
  try {
    results = JSON.parse(readFileSync(path, 'utf8')) as SuiteResults;
    if (exitCode !== 0) message = `The suite ended with exit code ${exitCode}, but no test failed.`;
  } catch {
    message = `The suite left no results (exit code ${exitCode}).`;
  }
  if (results.failures.length === 0 && (exitCode !== 0 || results.passed + results.skipped === 0))
    results.failures.push({ file: '', name: 'the suite', message });
  return results;
}

/** Adds the results of several suites. */
export const addResults = (results: readonly SuiteResults[]): SuiteResults => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: results.flatMap(({ failures }) => failures),
  files: results.flatMap(({ files }) => files),
});

export const formatCounts = ({ passed, skipped, failures }: SuiteResults): string =>
  `${passed} passed, ${failures.length} failed, ${skipped} skipped`;

/** How many lines of an error message are shown. */
const MAX_MESSAGE_LINES = 12;
/** How much of a line is shown. */
const MAX_LINE_LENGTH = 300;

/** Lists what failed in a suite, each with the first lines of its error message. */
export const formatFailures = (suiteTitle: string, { failures }: SuiteResults): string[] =>
  failures.flatMap(({ file, name, message }) => [
    `✗ ${[suiteTitle, file, name].filter(Boolean).join(' › ')}`,
    ...message
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, MAX_MESSAGE_LINES)
      .map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`),
  ]);

const SHOWN_FILE_COUNT = 10;

/** Lists the files that took longest, with their duration. */
export const formatSlowestFiles = ({ files }: SuiteResults): string[] =>
  files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN_FILE_COUNT)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(0).padStart(5)} s  ${file}`);
