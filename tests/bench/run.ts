/**
 * The benchmarks by name. `npm run bench` runs all of them except BENCHMARKS_ON_REQUEST.
 * `npm run bench lists` runs only the benchmark `lists`.
 */
const BENCHMARKS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  reports: async () => (await import('./reports.ts')).measureReports,
  batches: async () => (await import('./batches.ts')).measureBatches,
  lists: async () => (await import('./lists.ts')).measureLists,
  order: async () => (await import('./order-page.ts')).measureOrderPage,
  kept: async () => (await import('./kept-reports.ts')).measureKeptReports,
  sizes: async () => (await import('./sizes.ts')).printScriptSizes,
  push: async () => (await import('./push.ts')).measurePush,
  watch: async () => (await import('./watch.ts')).measureWatch,
  scroll: async () => (await import('./scroll.ts')).measureScroll,
  transfer: async () => (await import('./transfer.ts')).measureTransfer,
  paint: async () => (await import('./paint.ts')).measurePaint,
  playback: async () => (await import('./playback.ts')).measurePlayback,
  planning: async () => (await import('./planning.ts')).measurePlanning,
  'planning-database': async () => (await import('./planning-database.ts')).measurePlanningDatabase,
  plans: async () => (await import('./plans.ts')).measureQueryPlans,
  recall: async () => (await import('./recall.ts')).measureRecall,
  quality: async () => (await import('./quality.ts')).measureQuality,
  'planning-instances': async () => (await import('./planning-instances.ts')).measurePlanningInstances,
  gantt: async () => (await import('./gantt.ts')).measureGantt,
  soak: async () => (await import('./soak.ts')).measureSoak,
};
/**
 * The benchmarks that run only if they are named, because they take very long or read files that are not part
 * of this project.
 */
const BENCHMARKS_ON_REQUEST: ReadonlySet<string> = new Set(['soak', 'planning-instances']);

async function main(names: readonly string[]): Promise<void> {
  const unknownNames = names.filter((name) => !(name in BENCHMARKS));
  if (unknownNames.length > 0)
    throw new Error(
      `There is no bench ${unknownNames.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`,
    );
  for (const [name, load] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 ? !names.includes(name) : BENCHMARKS_ON_REQUEST.has(name)) continue;
    console.log(`\n── ${name}`);
    const run = await load();
    await run();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
