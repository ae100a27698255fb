/**
 * Runs an asynchronous function for each item. A limited number of them run at the same time.
 * @param atOnce the maximum number of functions that run at the same time
 * @throws the first error, after the running functions have ended; no further function is started
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
