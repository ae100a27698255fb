import type { Topic } from '#shared/kernel/entity.ts';

/** One row of the change feed: an announcement of a committed transaction. */
export interface FeedRow {
  factoryId: number;
  /** The position within the factory: 1, 2, 3 … without gaps. */
  pos: number;
  topic: Topic;
  entity: string;
  /** null if there were too many ids. */
  ids: number[] | null;
  byName: string | null;
  /** Internal data for the nodes; never sent to clients. */
  data: unknown;
}
