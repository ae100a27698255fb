import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EntityDeclaration, ChangeTopic } from '#shared/kernel/entity.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { entities } from '#shared/entities/index.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { runTransaction, type Actor } from '../db/transaction.ts';
import { computeRowsDigest } from '../live/rows-digest.ts';
import type { PolledSource, Poller, PollerDependencies } from '../live/polling.ts';
import { releaseAndPruneLeases, takeLeases, type Lease } from '../db/leases/take-leases.ts';
import { runWithLogName } from '../log.ts';

interface PollResult {
  answeredAtMs: number;
  digest: string;
  rows: ReportRow[] | null;
}

const DEFAULT_POLL_INTERVAL_MS = 1000;
/** The duration of a lease: this number of poll intervals, but at least MIN_LEASE_MS milliseconds. */
const LEASE_POLL_INTERVALS = 4;
const MIN_LEASE_MS = 4000;
/**
 * How long the rows of a source may differ from those of the polling node, in milliseconds. After this time
 * the source is refreshed, because the change has not arrived through the feed.
 */
const STALE_AFTER_MS = 2500;
/** The maximum number of sources that one tick polls at the same time. */
const MAX_CONCURRENT_POLLS = 4;
/** The maximum number of polls without an answer, including those that earlier ticks started. */
const MAX_UNANSWERED_POLLS = 16;

const makeActor = ({ factoryId }: PolledSource['factory']): Actor => ({
  factoryId,
  accountId: null,
  name: '',
  ip: '',
});

const findTopic = (entity: string): ChangeTopic =>
  (entities as Record<string, EntityDeclaration>)[entity]?.topic ?? 'setting';

/**
 * Polls the sources of an upstream MES, and writes changes to the change feed of this database. Only the node
 * that holds the lease of a source polls it, for the screens of all nodes.
 */
export class UpstreamPoller<S extends PolledSource = PolledSource> implements Poller<S> {
  private readonly db: Db;
  private readonly intervalMs: number;
  private readonly onError: (error: unknown, message: string) => void;
  private readonly nodeId = randomUUID();
  private readonly resultsByKey = new Map<string, PollResult>();
  private readonly confirmedTimesByKey = new Map<string, number>();
  private readonly differenceStartsByKey = new Map<string, number>();
  private readonly busyKeys = new Set<string>();
  /** The number of the tick that last polled a source, by its key. */
  private readonly lastTicksByKey = new Map<string, number>();
  private tickNumber = 0;
  private readonly knownFactoryIds = new Set<number>();
  private dependencies: PollerDependencies<S> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private currentTick: Promise<void> = Promise.resolve();
  private hasTickFailed = false;
  private hasUpstreamFailed = false;
  private isClosed = false;

  constructor(db: Db, intervalMs: number | undefined, onError: (error: unknown, message: string) => void) {
    this.db = db;
    this.intervalMs = intervalMs ?? DEFAULT_POLL_INTERVAL_MS;
    this.onError = onError;
  }

  start(dependencies: PollerDependencies<S>): void {
    this.dependencies = dependencies;
    this.scheduleNextTick();
  }

  /**
   * Returns the time when the upstream last answered, to this node or to the polling node, with the rows that the
   * source on this node has. It is in ISO 8601, or '' if the upstream never did.
   */
  getLastConfirmedTime(key: string): string {
    const at = this.confirmedTimesByKey.get(key);
    return at === undefined ? '' : new Date(at).toISOString();
  }

  /**
   * Returns the changed rows of the last poll, so that the source does not request them again; null if there
   * are none. It returns the same rows only once.
   */
  takeChangedRows(key: string): Promise<{ rows: ReportRow[] }> | null {
    const result = this.resultsByKey.get(key);
    const rows = result?.rows;
    if (!result || !rows) return null;
    result.rows = null;
    return Promise.resolve({ rows });
  }

  /**
   * Announces a session that ended through this node, so that the other nodes close its sockets.
   */
  announceSessionEnd(factory: PolledSource['factory'], tokenHash: string): void {
    const writeAnnouncement = async (): Promise<void> => {
      await this.ensureFactory(factory);
      await runTransaction(this.db, makeActor(factory), async (tx) => {
        tx.announce('setting', 'session', null, { tokenHashes: [tokenHash] });
      });
    };
    writeAnnouncement().catch((error: unknown) =>
      this.onError(error, 'The other nodes were not told that a session ended'),
    );
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentTick;
    await releaseAndPruneLeases(this.db, this.nodeId).catch((error: unknown) =>
      this.onError(error, 'The leases stay until they run out'),
    );
  }

  private scheduleNextTick(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      this.currentTick = this.runTick().then(
        () => {
          this.hasTickFailed = false;
        },
        (error: unknown) => {
          if (!this.hasTickFailed) this.onError(error, 'The upstream cannot be polled; trying on');
          this.hasTickFailed = true;
        },
      );
      void this.currentTick.then(() => this.scheduleNextTick());
    }, this.intervalMs);
  }

  private async runTick(): Promise<void> {
    const dependencies = this.dependencies!;
    const allSources = dependencies.getSources();
    this.forgetRemovedSources(new Set(allSources.map((source) => source.key)));
    const watchedSources = new Map(
      allSources
        .filter((source) => source.watchers.size > 0 && source.getDigest() !== null)
        .map((source) => [source.key, source]),
    );
    if (watchedSources.size === 0) return;
    const now = getDatabaseTime(this.db).getTime();
    const requests = [...watchedSources.keys()].map((key) => {
      const result = this.resultsByKey.get(key);
      return { key, answerAgeMs: result ? now - result.answeredAtMs : null, digest: result?.digest ?? null };
    });
    const leases = await takeLeases(
      this.db,
      this.nodeId,
      requests,
      Math.max(MIN_LEASE_MS, this.intervalMs * LEASE_POLL_INTERVALS),
    );
    const leasedSources: S[] = [];
    for (const lease of leases) {
      const source = watchedSources.get(lease.key)!;
      if (lease.node === this.nodeId) leasedSources.push(source);
      else this.resultsByKey.delete(lease.key);
      if (lease.answerAgeMs !== null)
        this.confirmRows(source, lease.digest, getDatabaseTime(this.db).getTime() - lease.answerAgeMs);
      this.refreshIfStale(source, lease);
    }
    await this.pollAll(leasedSources.filter((source) => !this.busyKeys.has(source.key)));
  }

  /**
   * Polls sources, and returns after one interval at the latest. The polls of slow sources continue. Each tick begins
   * with the sources that were polled longest ago, so the sources whose turn did not come are among the first of the
   * next tick.
   */
  private async pollAll(sources: readonly S[]): Promise<void> {
    this.tickNumber += 1;
    const getLastTick = ({ key }: S): number => this.lastTicksByKey.get(key) ?? 0;
    const remainingSources = sources.toSorted((a, b) => getLastTick(a) - getLastTick(b));
    const pollRemainingSources = async (): Promise<void> => {
      for (let source = remainingSources.shift(); source; source = remainingSources.shift()) {
        const { key } = source;
        this.busyKeys.add(key);
        this.lastTicksByKey.set(key, this.tickNumber);
        await runWithLogName(`poll ${key}`, () => this.pollSource(source)).catch((error: unknown) =>
          this.onError(error, `${key} was not polled`),
        );
        this.busyKeys.delete(key);
      }
    };
    const pollCount = Math.min(MAX_CONCURRENT_POLLS, MAX_UNANSWERED_POLLS - this.busyKeys.size);
    const allPolls = Promise.all(Array.from({ length: pollCount }, pollRemainingSources));
    await Promise.race([allPolls, new Promise((resume) => setTimeout(resume, this.intervalMs).unref())]);
    remainingSources.length = 0;
  }

  private async pollSource(source: S): Promise<void> {
    const startedAt = getDatabaseTime(this.db).getTime();
    const answer = await this.dependencies!.queryRows(source);
    if (this.isClosed) return;
    if (!('rows' in answer)) {
      if (!this.hasUpstreamFailed) this.onError(answer.code, 'The upstream does not answer; trying on');
      this.hasUpstreamFailed = true;
      return;
    }
    if (this.hasUpstreamFailed) {
      this.hasUpstreamFailed = false;
      this.onError(null, 'The upstream answers again');
    }
    const digest = computeRowsDigest(source.report.rowKey, answer.rows);
    this.confirmRows(source, digest, startedAt);
    const before = this.resultsByKey.get(source.key)?.digest ?? source.getDigest();
    if (digest === before) {
      this.resultsByKey.set(source.key, { answeredAtMs: startedAt, digest, rows: null });
      return;
    }
    this.resultsByKey.set(source.key, { answeredAtMs: startedAt, digest, rows: answer.rows });
    try {
      await this.announceChange(source);
    } catch (error) {
      // The change was not announced, so the next poll must detect it again.
      this.resultsByKey.delete(source.key);
      // A restored database may lack the factory.
      this.knownFactoryIds.delete(source.factory.factoryId);
      throw error;
    }
  }

  /**
   * Records the time at which the upstream had the rows with this digest. It does nothing if the rows of the
   * source on this node have another digest.
   */
  private confirmRows(source: S, digest: string | null, at: number): void {
    if (digest === null || digest !== source.getDigest()) return;
    this.confirmedTimesByKey.set(source.key, Math.max(at, this.confirmedTimesByKey.get(source.key) ?? 0));
  }

  /**
   * Announces in the feed that the rows of a source have changed. The nodes then refresh the source, and the
   * screens that show its entities reload.
   */
  private async announceChange(source: S): Promise<void> {
    await this.ensureFactory(source.factory);
    await runTransaction(this.db, makeActor(source.factory), async (tx) => {
      for (const entity of source.report.watches)
        tx.announce(findTopic(entity), entity, null, { source: source.key });
    });
  }

  /** Inserts the row of an upstream factory, because feed positions belong to a factory row. */
  private async ensureFactory(factory: PolledSource['factory']): Promise<void> {
    const { factoryId: id, factoryCode, factoryName, zone } = factory;
    if (this.knownFactoryIds.has(id)) return;
    await sql`insert into factory (id, code, name, zone) values (${id}, ${factoryCode}, ${factoryName}, ${zone})
      on conflict do nothing`.execute(this.db);
    // If another factory of this database already uses the code, the row gets a longer code.
    await sql`insert into factory (id, code, name, zone) values (${id}, ${`${factoryCode}@${id}`}, ${factoryName}, ${zone})
      on conflict do nothing`.execute(this.db);
    await sql`select setval('id_sequence', greatest((select last_value from id_sequence), ${id}::bigint))`.execute(
      this.db,
    );
    this.knownFactoryIds.add(id);
  }

  /** Refreshes a source whose rows have differed from the rows of the polling node for some time. */
  private refreshIfStale(source: S, lease: Lease): void {
    const shownDigest = source.getDigest();
    if (lease.digest === null || lease.digest === shownDigest) {
      this.differenceStartsByKey.delete(source.key);
      return;
    }
    const differenceStart = this.differenceStartsByKey.get(source.key);
    if (differenceStart === undefined) this.differenceStartsByKey.set(source.key, Date.now());
    else if (Date.now() - differenceStart >= STALE_AFTER_MS) {
      this.differenceStartsByKey.delete(source.key);
      this.dependencies!.onStaleSource(source.key);
    }
  }

  private forgetRemovedSources(keys: ReadonlySet<string>): void {
    const maps = [
      this.resultsByKey,
      this.confirmedTimesByKey,
      this.differenceStartsByKey,
      this.lastTicksByKey,
    ];
    for (const map of maps) {
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
    }
  }
}
