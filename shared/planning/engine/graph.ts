/** Edges between tasks in rows: the edges of task `i` are the entries `from[i]` … `from[i + 1] − 1`. */
export interface Edges {
  readonly from: Int32Array;
  readonly task: Int32Array;
  /** The wall-clock minutes that must pass between the two tasks. */
  readonly transfer: Int32Array;
}

/** Puts the neighbours of each task into compressed rows. */
export function makeEdges(neighboursByTask: readonly ReadonlyMap<number, number>[]): Edges {
  const from = new Int32Array(neighboursByTask.length + 1);
  for (const [task, neighbours] of neighboursByTask.entries()) from[task + 1] = from[task]! + neighbours.size;
  const edges = { from, task: new Int32Array(from.at(-1)!), transfer: new Int32Array(from.at(-1)!) };
  let position = 0;
  for (const neighbours of neighboursByTask)
    for (const [task, transfer] of [...neighbours].sort((a, b) => a[0] - b[0])) {
      edges.task[position] = task;
      edges.transfer[position++] = transfer;
    }
  return edges;
}

/** Reverses edges: predecessors become successors. */
export function reverseEdges({ from, task, transfer }: Edges): Edges {
  const count = from.length - 1;
  const reversedFrom = new Int32Array(count + 1);
  for (const neighbour of task) reversedFrom[neighbour + 1]!++;
  for (let index = 0; index < count; index++) reversedFrom[index + 1]! += reversedFrom[index]!;
  const next = reversedFrom.slice(0, count);
  const reversed = {
    from: reversedFrom,
    task: new Int32Array(task.length),
    transfer: new Int32Array(task.length),
  };
  for (let index = 0; index < count; index++)
    for (let edge = from[index]!; edge < from[index + 1]!; edge++) {
      const position = next[task[edge]!]!++;
      reversed.task[position] = index;
      reversed.transfer[position] = transfer[edge]!;
    }
  return reversed;
}

/** Sorts the tasks so that predecessors come first. Tasks on a cycle, and tasks that follow one, are left out. */
export function sortByPrecedence(predecessors: Edges, successors: Edges): Int32Array {
  const count = predecessors.from.length - 1;
  const missingCounts = new Int32Array(count);
  const sorted = new Int32Array(count);
  let sortedCount = 0;
  for (let task = 0; task < count; task++) {
    missingCounts[task] = predecessors.from[task + 1]! - predecessors.from[task]!;
    if (missingCounts[task] === 0) sorted[sortedCount++] = task;
  }
  for (let index = 0; index < sortedCount; index++) {
    const task = sorted[index]!;
    for (let edge = successors.from[task]!; edge < successors.from[task + 1]!; edge++)
      if (--missingCounts[successors.task[edge]!]! === 0) sorted[sortedCount++] = successors.task[edge]!;
  }
  return sorted.subarray(0, sortedCount);
}

/**
 * Finds the tasks on cycles and between two cycles. A task that only follows or only precedes cycles is not found.
 * @returns 1 for the found tasks, else 0
 */
export function findCycles(predecessors: Edges, successors: Edges): Uint8Array {
  const isOnCycle = new Uint8Array(predecessors.from.length - 1).fill(1);
  for (const task of sortByPrecedence(predecessors, successors)) isOnCycle[task] = 0;
  for (const task of sortByPrecedence(successors, predecessors)) isOnCycle[task] = 0;
  return isOnCycle;
}
