/**
 * Runs an asynchronous function for each item, with limited concurrency.
 * @throws the first error, after the running calls have ended; no further call is started
 */
export async function runInParallel<T>(
  things: readonly T[],
  atOnce: number,
  run: (thing: T) => Promise<void>,
): Promise<void> {
  const left = things.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const thing of left) {
      if (failures.length > 0) return;
      try {
        await run(thing);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
