/**
 * Does something with each of many things, a few at a time.
 * @throws what the first that fails throws, once those that run have ended; no other is begun
 */
export async function inParallel<T>(
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
