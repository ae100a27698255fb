import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { RESULTS_FILE_VARIABLE, type Failure, type SuiteResults } from './suite-results.ts';

type Task = TestCase | TestSuite | TestModule;

const makeFailure = (file: string, name: string, errors: readonly SerializedError[]): Failure => ({
  file,
  name,
  message: stripVTControlCharacters(
    errors.map(({ message, diff }) => [message, diff].filter(Boolean).join('\n')).join('\n'),
  ),
});

function listFailures(module: TestModule): Failure[] {
  const file = module.relativeModuleId;
  const failures: Failure[] = [];
  const addFailure = (task: Task, errors: readonly SerializedError[] = []): void => {
    const name = task.type === 'module' ? 'the file' : task.fullName;
    failures.push(makeFailure(file, name, errors));
  };
  for (const task of [module, ...module.children.allSuites()]) {
    const errors = task.errors();
    if (errors.length > 0) addFailure(task, errors);
  }
  for (const test of module.children.allTests('failed')) addFailure(test, test.result().errors);
  // A file can fail without an error of its own.
  if (module.state() === 'failed' && failures.length === 0) addFailure(module);
  return failures;
}

/** Writes the results of a run into the file that RESULTS_FILE_VARIABLE names. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const countTests = (state: 'passed' | 'skipped') =>
      modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
    const results: SuiteResults = {
      passed: countTests('passed'),
      skipped: countTests('skipped'),
      failures: [
        ...modules.flatMap(listFailures),
        ...unhandledErrors.map((error) =>
          makeFailure('', 'an error outside of the tests', [{ message: error.stack ?? error.message }]),
        ),
      ],
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: module.relativeModuleId, ms: collectDuration + setupDuration + duration };
      }),
    };
    writeFileSync(process.env[RESULTS_FILE_VARIABLE]!, JSON.stringify(results));
  }
}
