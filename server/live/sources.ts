import { buildSourceKey, type Frame } from '#shared/kernel/live.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { SourceAnswer } from './query-source.ts';
import type { FeedRow } from './feed-row.ts';
import { findNextRefreshTime } from './next-tick.ts';
import { Source } from './source.ts';

/** How long a source of the embedded MES without watchers is kept, in milliseconds. */
export const MAX_EMBEDDED_SOURCE_IDLE_MS = 60_000;
/**
 * How long a source of an upstream MES without watchers is kept, in milliseconds. A screen that joins while
 * the upstream cannot be reached gets the last known rows.
 */
export const MAX_UPSTREAM_SOURCE_IDLE_MS = 24 * 3_600_000;
/** Maximum number of sources of a factory on this node. */
const MAX_SOURCES_PER_FACTORY = 500;

interface SourceRegistryDependencies {
  run: () => string;
  position: (factoryId: number) => number;
  verifiedAt: (key: string) => string;
  ask: (source: Source) => Promise<SourceAnswer>;
  publish: (source: Source, frame: Frame) => void;
  /**
   * Whether the clock causes computations. With an upstream MES it does not, because the poll
   * causes them.
   */
  clocked: boolean;
  /** How long a source without watchers is kept, in milliseconds. */
  maxIdleMs: number;
  now: () => number;
}

/**
 * Returns the last part of a source's key: the account of a customer or supplier, because each of these
 * accounts sees different rows; empty for other users.
 */
const getAccountKeySuffix = (user: CurrentUser): string =>
  user.kind === 'customer' || user.kind === 'supplier' ? ` ${user.accountId}` : '';

/** Makes the key of the source that shows a report with parameters to a user. */
export const makeSourceKey = (
  user: CurrentUser,
  { path }: ReportDescriptor,
  params: Record<string, string>,
): string => buildSourceKey(user.factoryId, path, params) + getAccountKeySuffix(user);

/** Returns the key of the source that a feed row of the poll names; null for other feed rows. */
function getNamedSourceKey(row: FeedRow): string | null {
  const data = row.data as { source?: unknown } | null;
  return typeof data?.source === 'string' ? data.source : null;
}

/** The sources on this node. */
export class SourceRegistry {
  private readonly dependencies: SourceRegistryDependencies;
  private readonly byKey = new Map<string, Source>();
  private readonly dueTimes = new Map<string, number>();

  constructor(dependencies: SourceRegistryDependencies) {
    this.dependencies = dependencies;
  }

  /**
   * Finds or creates the source of a report with parameters.
   * @returns null if the factory has too many watched sources
   */
  open(user: CurrentUser, report: ReportDescriptor, params: Record<string, string>): Source | null {
    const key = makeSourceKey(user, report, params);
    const known = this.byKey.get(key);
    if (known) return known;
    const others = [...this.byKey.values()].filter((one) => one.factory.factoryId === user.factoryId);
    if (others.length >= MAX_SOURCES_PER_FACTORY && !this.dropLongestIdle(others)) return null;
    const { factoryId, factoryCode, factoryName, zone } = user;
    const source = new Source(
      { key, factory: { factoryId, factoryCode, factoryName, zone }, report, params },
      {
        run: this.dependencies.run,
        position: () => this.dependencies.position(factoryId),
        verifiedAt: () => this.dependencies.verifiedAt(key),
        ask: this.dependencies.ask,
        publish: this.dependencies.publish,
        now: this.dependencies.now,
      },
    );
    this.byKey.set(key, source);
    if (this.dependencies.clocked && report.clock)
      this.dueTimes.set(key, findNextRefreshTime(report.clock, zone, this.dependencies.now()));
    return source;
  }

  /**
   * Drops the source that nobody has watched for the longest time. @returns whether there was such a source
   */
  private dropLongestIdle(sources: readonly Source[]): boolean {
    const idle = sources
      .filter(({ watchers }) => watchers.size === 0)
      .toSorted((one, other) => one.idleSince - other.idleSince);
    if (idle[0]) this.drop(idle[0]);
    return idle.length > 0;
  }

  private drop(source: Source): void {
    source.close();
    this.byKey.delete(source.key);
    this.dueTimes.delete(source.key);
  }

  get(key: string): Source | undefined {
    return this.byKey.get(key);
  }

  all(): Source[] {
    return [...this.byKey.values()];
  }

  /**
   * Recomputes the source that is named in a feed row of the poll. For any other feed row, it recomputes the
   * sources of its factory that depend on its entity. If this entity is `factory`, it recomputes all sources
   * of the factory, because the time zone may be different.
   */
  onRow(row: FeedRow): void {
    const sourceKey = getNamedSourceKey(row);
    if (sourceKey !== null) {
      this.byKey.get(sourceKey)?.invalidate();
      return;
    }
    for (const source of this.byKey.values()) {
      if (
        source.factory.factoryId === row.factoryId &&
        (row.entity === 'factory' || source.report.watches.includes(row.entity))
      )
        source.invalidate();
    }
  }

  /**
   * Resets the sources of a factory.
   * @param factoryId null for all factories
   */
  reset(factoryId: number | null): Source[] {
    const found = this.all().filter((source) => factoryId === null || source.factory.factoryId === factoryId);
    for (const source of found) source.reset();
    return found;
  }

  /**
   * Recomputes the sources whose rows may have changed with the time of day, and deletes sources that nobody
   * has watched for `maxIdleMs`.
   */
  sweep(): void {
    const now = this.dependencies.now();
    for (const [key, source] of this.byKey) {
      if (source.watchers.size === 0 && now - source.idleSince >= this.dependencies.maxIdleMs) {
        this.drop(source);
        continue;
      }
      const dueTime = this.dueTimes.get(key);
      if (dueTime === undefined || now < dueTime || !source.report.clock) continue;
      source.invalidate();
      this.dueTimes.set(key, findNextRefreshTime(source.report.clock, source.factory.zone, now));
    }
  }

  close(): void {
    for (const source of this.byKey.values()) source.close();
    this.byKey.clear();
  }
}
