/** The benchmarks by name. `npm run bench` runs all of them, `npm run bench lists` only one. */
const BENCHES: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  reports: async () => (await import('./reports.ts')).reports,
  lists: async () => (await import('./lists.ts')).measureLists,
  sizes: async () => (await import('./sizes.ts')).sizes,
  push: async () => (await import('./push.ts')).push,
  scroll: async () => (await import('./scroll.ts')).scroll,
  transfer: async () => (await import('./transfer.ts')).transfer,
  paint: async () => (await import('./paint.ts')).paint,
};

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in BENCHES));
  if (unknown.length > 0)
    throw new Error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  for (const [name, load] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
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
