// `npm test` runs this file. It runs the suites of support/run-all.ts that its arguments name; without arguments it
// runs all suites.
try {
  const { register } = await import('tsx/esm/api');
  register();
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The packages are not installed yet. Run: npm ci');
  process.exit(1);
}
const { runSuites } = await import('./support/run-all.ts');
process.exitCode = await runSuites(process.argv.slice(2));
