import { sql } from 'kysely';
import type { ScreenCommand } from '#shared/kernel/live.ts';
import type { Db } from '../db/database.ts';
import { runWithTimeLimit } from '../db/time-limit.ts';
import { runTransaction } from '../db/transaction.ts';
import { MessageAllowance } from './allowance.ts';
import type { FeedRow } from './feed-row.ts';
import type { LiveNamespace, LiveSocket } from './live-socket.ts';

/**
 * The interval at which the reports of screens are written and silent screens are marked as dark, in
 * milliseconds.
 */
const WRITE_INTERVAL_MS = 15_000;
/** Timeout of a write, in milliseconds. It ends a write on a connection that was lost without an error. */
const WRITE_TIMEOUT_MS = 10_000;
/** How long the first report of a screen waits for the reports of other screens, in milliseconds. */
const FIRST_WRITE_DELAY_MS = 500;
/** A screen that has not reported for this time counts as dark, in seconds. */
const DARK_AFTER_SECONDS = 60;
/** The maximum number of reports that a screen may send at once, and per second in the long run. */
const MAX_BURST_REPORTS = 10;
const REPORTS_PER_SECOND = 1;
const MAX_BUILD_LENGTH = 40;
const MAX_SIDE_PX = 32_768;
const MAX_LAG_MS = 600_000;

/** The entities whose changes can change what a screen shows. */
const CONTENT_ENTITIES: ReadonlySet<string> = new Set(['wallScreen', 'playlist', 'board', 'factory']);

/** A report of a screen, as it is written to the database. */
interface WrittenReport {
  factory_id: number;
  id: number;
  build: string;
  resolution: string;
  lag: number | null;
}

const isSideLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SIDE_PX;

/** Reads a report; null if it is malformed. */
function readReport(factoryId: number, id: number, raw: unknown): WrittenReport | null {
  const { build, width, height, lagMs } = (raw ?? {}) as Record<string, unknown>;
  if (typeof build !== 'string' || !isSideLength(width) || !isSideLength(height)) return null;
  const isLagKnown = typeof lagMs === 'number' && Number.isFinite(lagMs) && lagMs >= 0;
  return {
    factory_id: factoryId,
    id,
    build: build.replaceAll(/[^\w.-]/g, '').slice(0, MAX_BUILD_LENGTH),
    resolution: `${width} × ${height}`,
    lag: isLagKnown ? Math.round(Math.min(lagMs, MAX_LAG_MS)) : null,
  };
}

/**
 * The paired screens that are connected to this node. Their reports are collected, and written with one statement per
 * WRITE_INTERVAL_MS. Commands from the feed are passed on to the screens.
 */
export class PairedScreens {
  private readonly namespace: LiveNamespace;
  private readonly db: Db;
  private readonly checkSession: (token: string) => void;
  private readonly onError: (error: unknown, message: string) => void;
  private readonly reportsByScreenId = new Map<number, WrittenReport>();
  private readonly reportedScreenIds = new Set<number>();
  private readonly writeTimer: NodeJS.Timeout;
  private firstWriteTimer: NodeJS.Timeout | null = null;
  private lastWrite: Promise<void> = Promise.resolve();
  private isFailing = false;

  /**
   * @param checkSession loads the user of a token again
   * @param writeIntervalMs how often reports are written, in milliseconds
   */
  constructor(
    namespace: LiveNamespace,
    db: Db,
    checkSession: (token: string) => void,
    onError: (error: unknown, message: string) => void,
    writeIntervalMs = WRITE_INTERVAL_MS,
  ) {
    this.namespace = namespace;
    this.db = db;
    this.checkSession = checkSession;
    this.onError = onError;
    this.writeTimer = setInterval(() => this.queueWrite(), writeIntervalMs);
  }

  /** Accepts the reports of a socket if it belongs to a paired screen. */
  addHandlers(socket: LiveSocket): void {
    const { factoryId, screen } = socket.data.user;
    if (!screen) return;
    socket.data.shownContent = screen.shown;
    const allowance = new MessageAllowance(MAX_BURST_REPORTS, REPORTS_PER_SECOND);
    socket.on('present', (raw: unknown, answer: unknown) => {
      const report = allowance.takeOne() ? readReport(factoryId, screen.id, raw) : null;
      if (!report) return;
      this.reportsByScreenId.set(screen.id, report);
      if (typeof answer === 'function')
        (answer as (shown: string) => void)(socket.data.user.screen?.shown ?? '');
      if (this.reportedScreenIds.has(screen.id)) return;
      this.reportedScreenIds.add(screen.id);
      this.firstWriteTimer ??= setTimeout(() => this.queueWrite(), FIRST_WRITE_DELAY_MS);
    });
    socket.on('disconnect', () => this.reportedScreenIds.delete(screen.id));
  }

  /**
   * Tells a screen to reload its content if the content has changed. It must be called after the user of the
   * socket was reloaded.
   */
  announceChangedContent(socket: LiveSocket): void {
    const { screen } = socket.data.user;
    if (!screen || socket.data.shownContent === screen.shown) return;
    socket.data.shownContent = screen.shown;
    socket.emit('screen', { command: 'show' });
  }

  /** Sends the command of a feed row to the screens, or checks the screens whose content may have changed. */
  onRow(row: FeedRow): void {
    if (!CONTENT_ENTITIES.has(row.entity)) return;
    const command = (row.data as { command?: ScreenCommand['command'] | 'none' } | null)?.command;
    if (command === 'none') return;
    for (const socket of this.namespace.sockets.values()) {
      const { user, token } = socket.data;
      if (!user.screen || user.factoryId !== row.factoryId) continue;
      const isAffected = row.entity !== 'wallScreen' || row.ids === null || row.ids.includes(user.screen.id);
      if (!isAffected) continue;
      if (command) socket.emit('screen', row.data as ScreenCommand);
      else this.checkSession(token);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.writeTimer);
    if (this.firstWriteTimer) clearTimeout(this.firstWriteTimer);
    await this.lastWrite;
  }

  private queueWrite(): void {
    if (this.firstWriteTimer) clearTimeout(this.firstWriteTimer);
    this.firstWriteTimer = null;
    this.lastWrite = this.lastWrite
      .then(() => runWithTimeLimit(WRITE_TIMEOUT_MS, () => this.writeScreenStates()))
      .then(
        () => {
          this.isFailing = false;
        },
        (error: unknown) => {
          if (!this.isFailing) this.onError(error, 'The reports of screens cannot be written now');
          this.isFailing = true;
        },
      );
  }

  /** Writes the collected reports, marks silent screens as dark, and announces the screens whose state has changed. */
  private async writeScreenStates(): Promise<void> {
    const reports = [...this.reportsByScreenId.values()];
    this.reportsByScreenId.clear();
    const changedIdsByFactory = new Map<number, number[]>();
    const addChangedScreens = (rows: readonly { factoryId: number; id: number }[]) => {
      for (const { factoryId, id } of rows)
        changedIdsByFactory.set(factoryId, [...(changedIdsByFactory.get(factoryId) ?? []), id]);
    };
    if (reports.length > 0)
      try {
        addChangedScreens(await this.writeReports(reports));
      } catch (error) {
        // The next write includes these reports, except those of screens that have reported again.
        for (const report of reports)
          if (!this.reportsByScreenId.has(report.id)) this.reportsByScreenId.set(report.id, report);
        throw error;
      }
    addChangedScreens(await this.markDarkScreens());
    for (const [factoryId, ids] of changedIdsByFactory) {
      const actor = { factoryId, accountId: null, name: '', ip: '' };
      await runTransaction(this.db, actor, async (tx) => {
        tx.announce('board', 'wallScreen', ids, { command: 'none' });
      });
    }
  }

  private async writeReports(reports: readonly WrittenReport[]) {
    const { rows } = await sql<{ factoryId: number; id: number }>`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
          as g (factory_id bigint, id bigint, build text, resolution text, lag integer)
      ), before as (
        select s.factory_id, s.id, s.state, s.build, s.resolution
        from wall_screen s join given g on g.factory_id = s.factory_id and g.id = s.id
        where s.state <> 'notPaired' and s.deleted_at is null
        order by s.factory_id, s.id for update of s
      ), written as (
        update wall_screen s set state = 'online', seen_at = now(), build = g.build, resolution = g.resolution,
          lag = coalesce(g.lag, s.lag)
        from before b join given g on g.factory_id = b.factory_id and g.id = b.id
        where s.factory_id = b.factory_id and s.id = b.id
      )
      select b.factory_id, b.id from before b join given g on g.factory_id = b.factory_id and g.id = b.id
      where b.state <> 'online' or b.build is distinct from g.build or b.resolution is distinct from g.resolution`.execute(
      this.db,
    );
    return rows;
  }

  private async markDarkScreens() {
    const { rows } = await sql<{ factoryId: number; id: number }>`update wall_screen set state = 'dark'
      where state = 'online' and seen_at < now() - make_interval(secs => ${DARK_AFTER_SECONDS})
      returning factory_id, id`.execute(this.db);
    return rows;
  }
}
