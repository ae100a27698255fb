import type { Topic } from '#shared/kernel/entity.ts';
import type { Changed } from '#shared/kernel/live.ts';
import type { FeedRow } from './feed-row.ts';

/** How long changes of one entity are collected into one message, in milliseconds. */
const BATCH_MS = 250;
/** Maximum number of ids in a message. A message about more rows contains no ids. */
const MAX_IDS = 100;
/** Topics whose messages are never merged, because each row is a separate event. */
const EVENTS: ReadonlySet<Topic> = new Set<Topic>(['andon', 'quality']);
/** Entities whose feed rows are not sent to clients. */
const INTERNAL: ReadonlySet<string> = new Set(['session']);

/** Whether a row is sent to clients. */
const isSentToClients = (row: FeedRow): boolean => !INTERNAL.has(row.entity);

/** Makes the message of one feed row. */
const messageOf = (row: FeedRow): Changed => ({
  topic: row.topic,
  entity: row.entity,
  ids: row.ids,
  pos: row.pos,
  by: row.byName || null,
});

function merge(known: Changed, next: Changed): Changed {
  const ids = known.ids && next.ids ? [...new Set([...known.ids, ...next.ids])] : null;
  return {
    ...next,
    ids: ids && ids.length <= MAX_IDS ? ids : null,
    by: known.by === next.by ? known.by : null,
  };
}

interface Batch {
  message: Changed | null;
  timer: NodeJS.Timeout;
}

/**
 * Converts feed rows to `changed` messages. The first row is sent at once, and the rows that follow
 * are merged.
 */
export class ChangedMessages {
  private readonly send: (factoryId: number, message: Changed) => void;
  private readonly batches = new Map<string, Batch>();

  constructor(send: (factoryId: number, message: Changed) => void) {
    this.send = send;
  }

  onRow(row: FeedRow): void {
    if (!isSentToClients(row)) return;
    const message = messageOf(row);
    if (EVENTS.has(row.topic)) {
      this.send(row.factoryId, message);
      return;
    }
    const key = `${row.factoryId} ${row.topic} ${row.entity}`;
    const known = this.batches.get(key);
    if (known) {
      known.message = known.message ? merge(known.message, message) : message;
      return;
    }
    this.send(row.factoryId, message);
    this.startBatch(key, row.factoryId);
  }

  close(): void {
    for (const { timer } of this.batches.values()) clearTimeout(timer);
    this.batches.clear();
  }

  private startBatch(key: string, factoryId: number): void {
    const timer = setTimeout(() => {
      const message = this.batches.get(key)?.message;
      this.batches.delete(key);
      if (!message) return;
      this.send(factoryId, message);
      this.startBatch(key, factoryId);
    }, BATCH_MS);
    this.batches.set(key, { message: null, timer });
  }
}
