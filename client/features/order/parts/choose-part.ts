import type { CurrentProcesses } from '#shared/answers/order-progress.ts';

/**
 * Chooses the part that the order's page shows first: a part with running work, otherwise a part with
 * waiting pieces, otherwise the first root part.
 * @returns the id of the part; null if the order has no parts
 */
export function choosePartToShow(
  current: CurrentProcesses | null,
  parts: readonly { id: number; parentId: number | null }[],
): number | null {
  return (
    current?.processes[0]?.partId ?? parts.find((part) => part.parentId === null)?.id ?? parts[0]?.id ?? null
  );
}
