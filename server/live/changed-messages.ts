import type { ChangeTopic } from '#shared/kernel/entity.ts';
import type { ChangeMessage } from '#shared/kernel/live.ts';
import type { FeedRow } from './feed-row.ts';

/** How long changes of one entity are collected into one message, in milliseconds. */
const MERGE_INTERVAL_MS = 250;
/** Maximum number of ids in a message. A message about more rows contains no ids. */
const MAX_IDS_PER_MESSAGE = 100;
/** Topics whose messages are never merged, because each row is a separate event. */
const EVENT_TOPICS: ReadonlySet<ChangeTopic> = new Set<ChangeTopic>(['andon', 'quality']);
/** Entities whose feed rows are not sent to clients. */
const INTERNAL_ENTITIES: ReadonlySet<string> = new Set(['session']);

const isSentToClients = (row: FeedRow): boolean => !INTERNAL_ENTITIES.has(row.entity);

const makeMessage = (row: FeedRow): ChangeMessage => ({
  topic: row.topic,
  entity: row.entity,
  ids: row.ids,
  pos: row.pos,
  by: row.byName || null,
});

function mergeMessages(previous: ChangeMessage, next: ChangeMessage): ChangeMessage {
  const ids = previous.ids && next.ids ? [...new Set([...previous.ids, ...next.ids])] : null;
  return {
    ...next,
    ids: ids && ids.length <= MAX_IDS_PER_MESSAGE ? ids : null,
    by: previous.by === next.by ? previous.by : null,
  };
}

interface PendingMessage {
  message: ChangeMessage | null;
  timer: NodeJS.Timeout;
}

/**
 * Converts feed rows to `changed` messages. The first row of an entity is sent at once, and the rows that
 * follow within `MERGE_INTERVAL_MS` are merged into one message. Rows with a topic in `EVENT_TOPICS` are sent one by
 * one.
 */
export class ChangeMessageMerger {
  private readonly send: (factoryId: number, message: ChangeMessage) => void;
  private readonly batchesByKey = new Map<string, PendingMessage>();

  constructor(send: (factoryId: number, message: ChangeMessage) => void) {
    this.send = send;
  }

  onRow(row: FeedRow): void {
    if (!isSentToClients(row)) return;
    const message = makeMessage(row);
    if (EVENT_TOPICS.has(row.topic)) {
      this.send(row.factoryId, message);
      return;
    }
    const key = `${row.factoryId} ${row.topic} ${row.entity}`;
    const batch = this.batchesByKey.get(key);
    if (batch) {
      batch.message = batch.message ? mergeMessages(batch.message, message) : message;
      return;
    }
    this.send(row.factoryId, message);
    this.startBatch(key, row.factoryId);
  }

  close(): void {
    for (const { timer } of this.batchesByKey.values()) clearTimeout(timer);
    this.batchesByKey.clear();
  }

  private startBatch(key: string, factoryId: number): void {
    const timer = setTimeout(() => {
      const message = this.batchesByKey.get(key)?.message;
      this.batchesByKey.delete(key);
      if (!message) return;
      this.send(factoryId, message);
      this.startBatch(key, factoryId);
    }, MERGE_INTERVAL_MS);
    this.batchesByKey.set(key, { message: null, timer });
  }
}
