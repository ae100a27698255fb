import type { MissedFrames, Frame, SourceSnapshot } from '#shared/kernel/live.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';

/** The maximum number of frames to keep while a join is pending. If more arrive, another join follows. */
const MAX_WAITING_FRAMES = 500;

/**
 * The result of receiving a frame: applied, already known, waiting for a join, or out of sequence.
 */
type FrameResult = 'applied' | 'known' | 'waiting' | 'gap';

/**
 * The rows of one source in this browser, with their position in the server's sequence of frames.
 * `LiveSources` sends the join requests, and joins again after a gap. The rows never mix two points
 * in time, because frames are applied only in sequence.
 */
export class SourceState {
  private readonly rowsByKey = new Map<string, ReportRow>();
  private cachedRows: readonly ReportRow[] | null = [];
  private keyColumns: readonly string[] = [];
  private run: string | null = null;
  private pos = 0;
  private computedAt = '';
  private earlyFrames: Frame[] = [];
  private hasLostFrames = false;
  private isBehind = true;

  /** The rows in no particular order; the array is the same object until a row changes. */
  get rows(): readonly ReportRow[] {
    this.cachedRows ??= [...this.rowsByKey.values()];
    return this.cachedRows;
  }

  get rowKey(): readonly string[] {
    return this.keyColumns;
  }

  /** When the server last confirmed the rows, ISO 8601 by its clock; '' before the first rows. */
  get confirmedAt(): string {
    return this.computedAt;
  }

  /** Whether the server may have newer rows. */
  get isCatchingUp(): boolean {
    return this.isBehind;
  }

  /** The position after which a join requests frames; an empty object if a join needs all rows. */
  get since(): { run?: string; pos?: number } {
    return this.run === null ? {} : { run: this.run, pos: this.pos };
  }

  /** Makes frames wait until the answer to a join arrives. */
  beginJoin(): void {
    this.isBehind = true;
    this.earlyFrames = [];
    this.hasLostFrames = false;
  }

  /** Keeps the rows but marks them as outdated, after a lost connection or a reset. */
  markOutdated(): void {
    this.beginJoin();
  }

  /**
   * Applies the answer to a join, then the frames that arrived before the answer.
   * @returns 'gap' if another join is needed
   */
  join(answer: SourceSnapshot | MissedFrames): 'applied' | 'gap' {
    if ('rows' in answer) this.replaceRows(answer);
    else if (!this.applyMissedFrames(answer)) {
      this.run = null;
      return 'gap';
    }
    const earlyFrames = this.earlyFrames;
    const hasLostFrames = this.hasLostFrames;
    this.beginJoin();
    if (hasLostFrames) return 'gap';
    this.isBehind = false;
    for (const frame of earlyFrames) if (this.receive(frame) === 'gap') return 'gap';
    return 'applied';
  }

  /** Handles a frame from the server. After the result 'gap', later frames wait for a join. */
  receive(frame: Frame): FrameResult {
    if (this.isBehind) {
      if (this.earlyFrames.length < MAX_WAITING_FRAMES) this.earlyFrames.push(frame);
      else this.hasLostFrames = true;
      return 'waiting';
    }
    if (frame.run === this.run && frame.prev < this.pos && frame.pos <= this.pos) return 'known';
    if (frame.run !== this.run || frame.prev !== this.pos) {
      this.beginJoin();
      return 'gap';
    }
    this.applyFrame(frame);
    return 'applied';
  }

  /** Sets the time when a beat confirmed the rows, unless the rows may be outdated. */
  confirm(at: string): void {
    if (!this.isBehind && Date.parse(at) > (Date.parse(this.computedAt) || 0)) this.computedAt = at;
  }

  private replaceRows(snapshot: SourceSnapshot): void {
    this.rowsByKey.clear();
    for (const row of snapshot.rows) this.rowsByKey.set(buildRowKey(snapshot.rowKey, row), row);
    this.keyColumns = snapshot.rowKey;
    this.cachedRows = null;
    this.run = snapshot.run;
    this.pos = snapshot.pos;
    this.computedAt = snapshot.at;
  }

  /** Applies missed frames. @returns false if the frames do not continue from the position */
  private applyMissedFrames({ run, frames }: MissedFrames): boolean {
    if (run !== this.run) return false;
    let position = this.pos;
    for (const frame of frames) {
      if (frame.run !== run || frame.prev !== position) return false;
      position = frame.pos;
    }
    for (const frame of frames) this.applyFrame(frame);
    return true;
  }

  private applyFrame(frame: Frame): void {
    for (const key of frame.remove) this.rowsByKey.delete(key);
    for (const row of frame.upsert) this.rowsByKey.set(buildRowKey(this.keyColumns, row), row);
    this.cachedRows = null;
    this.pos = frame.pos;
    if (Date.parse(frame.at) > (Date.parse(this.computedAt) || 0)) this.computedAt = frame.at;
  }
}
