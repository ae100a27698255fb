import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangeMessage } from '#shared/kernel/live.ts';
import { clearChangedLists } from '../wire/reference-lists.ts';

/** The default for the minimum time between two reads of a query in use, in milliseconds. */
const MIN_READ_INTERVAL_MS = 1000;
/** After a lost connection or a reset, each screen refetches at a random moment within this time. */
const REFETCH_SPREAD_MS = 2000;

const runInNextFrame: (run: () => void) => void =
  typeof requestAnimationFrame === 'function'
    ? (run) => requestAnimationFrame(run)
    : (run) => setTimeout(run, 16);

/**
 * Refetches the queries that a changed entity affects. It recognises these queries by the keys of
 * `queryKeys`. A query can name more entities in `meta: { watches }`. A report query without `watches`
 * depends on all entities.
 */
export class QueryInvalidator {
  private readonly client: QueryClient;
  private readonly changedEntities = new Set<string>();
  private readonly waitingQueryHashes = new Set<string>();
  private isFrameRequested = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Collects the changes until the next animation frame, then invalidates the affected queries. */
  invalidate(message: ChangeMessage): void {
    this.changedEntities.add(message.entity);
    if (this.isFrameRequested) return;
    this.isFrameRequested = true;
    runInNextFrame(() => {
      this.isFrameRequested = false;
      const changedEntities = new Set(this.changedEntities);
      this.changedEntities.clear();
      clearChangedLists(changedEntities);
      this.invalidateMatching((query) => isAffected(query, changedEntities));
    });
  }

  /**
   * Marks all queries as outdated and refetches those in use, after a random delay so that not all
   * screens refetch at once.
   */
  invalidateAll(): void {
    setTimeout(() => this.invalidateMatching(() => true), Math.random() * REFETCH_SPREAD_MS);
  }

  /**
   * Marks the matching queries as outdated, and refetches those in use. A query in use that is running
   * or was just read is refetched later: if each change cancelled a running query, frequent changes
   * would keep the query from ever finishing.
   */
  private invalidateMatching(matches: (query: Query) => boolean): void {
    const dueQueries: Query[] = [];
    for (const query of this.client.getQueryCache().findAll({ predicate: matches })) {
      const { fetchStatus, dataUpdatedAt } = query.state;
      if (
        query.isActive() &&
        (fetchStatus === 'fetching' || Date.now() - dataUpdatedAt < getMinReadInterval(query))
      ) {
        this.waitingQueryHashes.add(query.queryHash);
      } else {
        this.waitingQueryHashes.delete(query.queryHash);
        dueQueries.push(query);
      }
    }
    if (dueQueries.length > 0) {
      const dueQuerySet = new Set(dueQueries);
      void this.client.invalidateQueries(
        { predicate: (query) => dueQuerySet.has(query) },
        { cancelRefetch: false },
      );
    }
    if (this.waitingQueryHashes.size > 0) {
      this.timer ??= setTimeout(() => {
        this.timer = null;
        const waitingQueryHashes = new Set(this.waitingQueryHashes);
        this.waitingQueryHashes.clear();
        this.invalidateMatching((query) => waitingQueryHashes.has(query.queryHash));
      }, MIN_READ_INTERVAL_MS / 4);
    }
  }
}

/** Returns a query's minimum time between two reads, in milliseconds. Expensive queries set `meta.pace`. */
const getMinReadInterval = (query: Query): number => {
  const intervalMs: unknown = query.meta?.['pace'];
  return typeof intervalMs === 'number' ? intervalMs : MIN_READ_INTERVAL_MS;
};

function isAffected(query: Query, entities: ReadonlySet<string>): boolean {
  const [kind, name] = query.queryKey;
  const watches: unknown = query.meta?.['watches'];
  if (kind === 'entity' && typeof name === 'string' && entities.has(name)) return true;
  if (Array.isArray(watches)) return watches.some((watched) => entities.has(String(watched)));
  return kind === 'report';
}
