// `npm run check:sources` checks format, lint and types. It runs as many checks at once as there are processors.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each of the usual four checkers checks the shared types anew; one takes half their processor time and memory. */
const TSC = ['typescript/bin/tsc', '--checkers', '1'];

/** The commands of the checks, the slowest first. */
const CHECKS = [
  [...TSC, '-p', '.'],
  [...TSC, '-p', 'client'],
  [...TSC, '-p', 'server'],
  ['oxlint/bin/oxlint', '--deny-warnings'],
  [...TSC, '-p', 'shared'],
  ['oxfmt/bin/oxfmt', '--check', '.'],
];

/** Runs a check and prints its whole output at once. */
const runCheck = ([program, ...args]) =>
  new Promise((done) => {
    const startMs = Date.now();
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => {
      const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
      console.log(
        `${code === 0 ? '✓' : '✗'} ${program.split('/').pop()} ${args.join(' ')} (${seconds} s)\n${output}`,
      );
      done(code === 0);
    });
  });

const pendingChecks = [...CHECKS];
let allChecksPassed = true;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let check = pendingChecks.shift(); check; check = pendingChecks.shift()) {
      if (!(await runCheck(check))) allChecksPassed = false;
    }
  }),
);
process.exitCode = allChecksPassed ? 0 : 1;
