import type { Query, QueryClient } from '@tanstack/react-query';
import type { Changed } from '#shared/kernel/live.ts';

/** An answer is not read again within this time of the last, in milliseconds, whatever happens on the floor. */
const PACE_MS = 1000;
/** After a loss of connection, screens read anew spread over this time. */
const SPREAD_MS = 2000;

const nextFrame: (run: () => void) => void =
  typeof requestAnimationFrame === 'function'
    ? (run) => requestAnimationFrame(run)
    : (run) => setTimeout(run, 16);

/**
 * Screens are told: makes the answers stale that an entity's change touches. Keys are those of `queryKeys`;
 * a query may name further entities in `meta: { watches }`. A report that names none is taken to watch all.
 */
export class LiveChanged {
  private readonly client: QueryClient;
  private readonly entities = new Set<string>();
  private readonly waiting = new Set<string>();
  private framed = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Gathers the changes of one animation frame; those of a hidden page until it is looked at. */
  take(changed: Changed): void {
    this.entities.add(changed.entity);
    if (this.framed) return;
    this.framed = true;
    nextFrame(() => {
      this.framed = false;
      const entities = new Set(this.entities);
      this.entities.clear();
      this.mark((query) => isTouched(query, entities));
    });
  }

  /** Messages were missed: everything is read anew, not by all screens in one moment. */
  takeAll(): void {
    setTimeout(() => this.mark(() => true), Math.random() * SPREAD_MS);
  }

  /**
   * What is being read, or was a moment ago, is read again afterwards: breaking off what is under way
   * would let a busy floor keep an answer from ever arriving.
   */
  private mark(isMeant: (query: Query) => boolean): void {
    const now: Query[] = [];
    for (const query of this.client.getQueryCache().findAll({ predicate: isMeant })) {
      const { fetchStatus, dataUpdatedAt } = query.state;
      if (query.isActive() && (fetchStatus === 'fetching' || Date.now() - dataUpdatedAt < paceOf(query))) {
        this.waiting.add(query.queryHash);
      } else {
        this.waiting.delete(query.queryHash);
        now.push(query);
      }
    }
    if (now.length > 0) {
      const meant = new Set(now);
      void this.client.invalidateQueries(
        { predicate: (query) => meant.has(query) },
        { cancelRefetch: false },
      );
    }
    if (this.waiting.size > 0) {
      this.timer ??= setTimeout(() => {
        this.timer = null;
        const waiting = new Set(this.waiting);
        this.waiting.clear();
        this.mark((query) => waiting.has(query.queryHash));
      }, PACE_MS / 4);
    }
  }
}

/** What costs the server more says how often it may be read: `meta: { pace }`, in milliseconds. */
const paceOf = (query: Query): number => {
  const pace: unknown = query.meta?.['pace'];
  return typeof pace === 'number' ? pace : PACE_MS;
};

function isTouched(query: Query, entities: ReadonlySet<string>): boolean {
  const [kind, name] = query.queryKey;
  const watches: unknown = query.meta?.['watches'];
  if (kind === 'entity' && typeof name === 'string' && entities.has(name)) return true;
  if (Array.isArray(watches)) return watches.some((watched) => entities.has(String(watched)));
  return kind === 'report';
}
