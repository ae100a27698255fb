import { buildSourceKey, type Frame } from '#shared/kernel/live.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { SourceFactory } from '../call/backend.ts';
import type { SourceAnswer } from './query-source.ts';
import type { FeedRow } from './feed-row.ts';
import { findNextRefreshTime } from './next-tick.ts';
import { Source } from './source.ts';

/** How long a source without watchers is kept if the MES is embedded, in milliseconds. */
export const MAX_EMBEDDED_SOURCE_IDLE_MS = 60_000;
/**
 * How long a source without watchers is kept if the MES is upstream, in milliseconds. A screen that joins
 * while the upstream MES cannot be reached gets the last known rows.
 */
export const MAX_UPSTREAM_SOURCE_IDLE_MS = 24 * 3_600_000;
/** Maximum number of sources of a factory on this node. */
const MAX_SOURCES_PER_FACTORY = 500;

interface SourceRegistryDependencies {
  getRunId: () => string;
  getPosition: (factoryId: number) => number;
  getLastVerifiedTime: (key: string) => string;
  queryRows: (source: Source) => Promise<SourceAnswer>;
  publishFrame: (source: Source, frame: Frame) => void;
  /**
   * Whether the clock causes computations. With an upstream MES it does not, because the poll
   * causes them.
   */
  isClockDriven: boolean;
  /** Reads the time zone of a factory, which may have changed; null if there is no such factory. */
  readZone: (factoryId: number) => Promise<string | null>;
  onError: (error: unknown, message: string) => void;
  /** How long a source without watchers is kept, in milliseconds. */
  maxIdleMs: number;
  getNowMs: () => number;
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
  { path, kanbanParameter }: ReportDescriptor,
  params: Record<string, string>,
): string => {
  // The rows of a kanban do not depend on the viewer.
  const suffix = kanbanParameter === undefined ? getAccountKeySuffix(user) : '';
  return buildSourceKey(user.factoryId, path, params) + suffix;
};

/** Returns the key of the source that a feed row of the poll names; null for other feed rows. */
function getNamedSourceKey(row: FeedRow): string | null {
  const data = row.data as { source?: unknown } | null;
  return typeof data?.source === 'string' ? data.source : null;
}

/** The sources on this node. */
export class SourceRegistry {
  private readonly dependencies: SourceRegistryDependencies;
  private readonly sourcesByKey = new Map<string, Source>();
  private readonly dueTimesByKey = new Map<string, number>();
  /** The time zones that were read after a change. The sessions of sockets may still have the time zone before it. */
  private readonly zonesByFactoryId = new Map<number, string>();
  private readonly factoryIdsToReadZone = new Set<number>();
  private isReadingZones = false;

  constructor(dependencies: SourceRegistryDependencies) {
    this.dependencies = dependencies;
  }

  /**
   * Finds or creates the source of a report with parameters.
   * @returns null if the factory has too many watched or recorded sources
   */
  open(user: CurrentUser, report: ReportDescriptor, params: Record<string, string>): Source | null {
    return this.findOrAddSource(makeSourceKey(user, report, params), user, report, params);
  }

  /**
   * Finds or creates a source as the employees of a factory see it.
   * @returns null if the factory has too many watched or recorded sources
   */
  openForRecording(
    factory: SourceFactory,
    report: ReportDescriptor,
    params: Record<string, string>,
  ): Source | null {
    return this.findOrAddSource(
      buildSourceKey(factory.factoryId, report.path, params),
      factory,
      report,
      params,
    );
  }

  private findOrAddSource(
    key: string,
    factory: SourceFactory,
    report: ReportDescriptor,
    params: Record<string, string>,
  ): Source | null {
    const existing = this.sourcesByKey.get(key);
    if (existing) return existing;
    const factorySources = [...this.sourcesByKey.values()].filter(
      (candidate) => candidate.factory.factoryId === factory.factoryId,
    );
    if (factorySources.length >= MAX_SOURCES_PER_FACTORY && !this.dropLongestIdleSource(factorySources))
      return null;
    const { factoryId, factoryCode, factoryName, zone } = factory;
    const source = new Source(
      { key, factory: { factoryId, factoryCode, factoryName, zone }, report, params },
      {
        getRunId: this.dependencies.getRunId,
        getPosition: () => this.dependencies.getPosition(factoryId),
        getLastVerifiedTime: () => this.dependencies.getLastVerifiedTime(key),
        queryRows: this.dependencies.queryRows,
        publishFrame: this.dependencies.publishFrame,
        getNowMs: this.dependencies.getNowMs,
      },
    );
    this.sourcesByKey.set(key, source);
    this.setDueTime(source);
    return source;
  }

  /** Sets the next time at which the clock recomputes a source, if it does. */
  private setDueTime({ key, report, factory }: Source): void {
    if (!this.dependencies.isClockDriven || !report.clock) return;
    const zone = this.zonesByFactoryId.get(factory.factoryId) ?? factory.zone;
    this.dueTimesByKey.set(key, findNextRefreshTime(report.clock, zone, this.dependencies.getNowMs()));
  }

  /**
   * Drops the source that has had no watcher for the longest time. @returns whether there was such a source
   */
  private dropLongestIdleSource(sources: readonly Source[]): boolean {
    const idleSources = sources
      .filter((source) => !source.isUsed)
      .toSorted((left, right) => left.idleSince - right.idleSince);
    if (idleSources[0]) this.dropSource(idleSources[0]);
    return idleSources.length > 0;
  }

  private dropSource(source: Source): void {
    source.close();
    this.sourcesByKey.delete(source.key);
    this.dueTimesByKey.delete(source.key);
  }

  get(key: string): Source | undefined {
    return this.sourcesByKey.get(key);
  }

  listSources(): Source[] {
    return [...this.sourcesByKey.values()];
  }

  /**
   * Recomputes the source that is named in a feed row of the poll. For any other feed row, it recomputes the
   * sources of its factory that depend on its entity. If this entity is `factory`, it recomputes all sources
   * of the factory, because the time zone may be different.
   */
  onRow(row: FeedRow): void {
    if (row.entity === 'factory') this.factoryIdsToReadZone.add(row.factoryId);
    const sourceKey = getNamedSourceKey(row);
    if (sourceKey !== null) {
      this.sourcesByKey.get(sourceKey)?.invalidate();
      return;
    }
    for (const source of this.sourcesByKey.values()) {
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
    const sourcesToReset = this.listSources().filter(
      (source) => factoryId === null || source.factory.factoryId === factoryId,
    );
    for (const source of sourcesToReset) {
      source.reset();
      this.factoryIdsToReadZone.add(source.factory.factoryId);
    }
    for (const id of this.zonesByFactoryId.keys())
      if (factoryId === null || id === factoryId) this.factoryIdsToReadZone.add(id);
    return sourcesToReset;
  }

  /**
   * Recomputes the sources whose rows may have changed with the time of day, and deletes sources that were
   * neither watched nor recorded for `maxIdleMs`. Also reads the time zones that may have changed.
   */
  recomputeOrDeleteSources(): void {
    if (this.dependencies.isClockDriven && !this.isReadingZones) void this.readZones();
    const now = this.dependencies.getNowMs();
    for (const [key, source] of this.sourcesByKey) {
      if (!source.isUsed && now - source.idleSince >= this.dependencies.maxIdleMs) {
        this.dropSource(source);
        continue;
      }
      const dueTime = this.dueTimesByKey.get(key);
      if (dueTime === undefined || now < dueTime) continue;
      source.invalidate();
      this.setDueTime(source);
    }
  }

  /** Reads the time zones that may have changed, and sets the next midnight of the sources. Tries again after a failure. */
  private async readZones(): Promise<void> {
    this.isReadingZones = true;
    for (const factoryId of [...this.factoryIdsToReadZone]) {
      this.factoryIdsToReadZone.delete(factoryId);
      try {
        const zone = await this.dependencies.readZone(factoryId);
        if (zone !== null) this.zonesByFactoryId.set(factoryId, zone);
      } catch (error) {
        this.factoryIdsToReadZone.add(factoryId);
        this.dependencies.onError(error, `The time zone of factory ${factoryId} could not be read`);
        continue;
      }
      for (const source of this.sourcesByKey.values())
        if (source.factory.factoryId === factoryId && source.report.clock === 'day') this.setDueTime(source);
    }
    this.isReadingZones = false;
  }

  close(): void {
    for (const source of this.sourcesByKey.values()) source.close();
    this.sourcesByKey.clear();
  }
}
