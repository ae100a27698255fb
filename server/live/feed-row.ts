import type { Topic } from '#shared/kernel/entity.ts';

/** One line of the change feed: what a committed transaction announced. */
export interface FeedRow {
  factoryId: number;
  /** The commit's place in its factory: 1, 2, 3 … without holes. */
  pos: number;
  topic: Topic;
  entity: string;
  /** null where there were too many to name. */
  ids: number[] | null;
  byName: string | null;
  /** For the nodes only: never sent to a client. */
  data: unknown;
}
