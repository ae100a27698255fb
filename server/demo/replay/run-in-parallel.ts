/**
 * Runs an asynchronous function for each item, for several items at the same time.
 * @param maxParallel the maximum number of items at the same time
 * @throws the first error, after the running calls of the function have ended; the function is not called for
 * further items
 */
export async function runInParallel<T>(
  items: readonly T[],
  maxParallel: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const remainingItems = items.values();
  const failures: unknown[] = [];
  const runItems = async () => {
    for (const item of remainingItems) {
      if (failures.length > 0) return;
      try {
        await run(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, runItems));
  if (failures.length > 0) throw failures[0];
}
