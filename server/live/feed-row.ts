import type { ChangeTopic } from '#shared/kernel/entity.ts';

/** One row of the change feed. It announces rows of an entity that a committed transaction has changed. */
export interface FeedRow {
  factoryId: number;
  /** The position in the feed of the factory: 1, 2, 3 … without gaps. */
  pos: number;
  topic: ChangeTopic;
  entity: string;
  /** The ids of the changed rows; null if there were too many, or if the change does not name its rows. */
  ids: number[] | null;
  byName: string | null;
  /** Data for the nodes. It is never sent to clients. */
  data: unknown;
}
