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
  private readonly byKey = new Map<string, ReportRow>();
  private list: readonly ReportRow[] | null = [];
  private keys: readonly string[] = [];
  private run: string | null = null;
  private pos = 0;
  private computedAt = '';
  private early: Frame[] = [];
  private overflowed = false;
  private behind = true;

  /** The rows in no particular order; the array is the same object until a row changes. */
  get rows(): readonly ReportRow[] {
    this.list ??= [...this.byKey.values()];
    return this.list;
  }

  get rowKey(): readonly string[] {
    return this.keys;
  }

  /** When the server last confirmed the rows, ISO 8601 by its clock; '' before the first rows. */
  get at(): string {
    return this.computedAt;
  }

  /** Whether the server may have newer rows. */
  get catchingUp(): boolean {
    return this.behind;
  }

  /** The position after which a join requests frames; an empty object if a join needs all rows. */
  get since(): { run?: string; pos?: number } {
    return this.run === null ? {} : { run: this.run, pos: this.pos };
  }

  /** Makes frames wait until the answer to a join arrives. */
  beginJoin(): void {
    this.behind = true;
    this.early = [];
    this.overflowed = false;
  }

  /** Keeps the rows but marks them as outdated, after a lost connection or a reset. */
  leave(): void {
    this.beginJoin();
  }

  /**
   * Applies the answer to a join, then the frames that arrived before the answer.
   * @returns 'gap' if another join is needed
   */
  join(answer: SourceSnapshot | MissedFrames): 'applied' | 'gap' {
    if ('rows' in answer) this.replace(answer);
    else if (!this.follow(answer)) {
      this.run = null;
      return 'gap';
    }
    const early = this.early;
    const hasLostFrames = this.overflowed;
    this.beginJoin();
    if (hasLostFrames) return 'gap';
    this.behind = false;
    for (const frame of early) if (this.receive(frame) === 'gap') return 'gap';
    return 'applied';
  }

  /** Handles a frame from the server. After the result 'gap', further frames wait for a join. */
  receive(frame: Frame): FrameResult {
    if (this.behind) {
      if (this.early.length < MAX_WAITING_FRAMES) this.early.push(frame);
      else this.overflowed = true;
      return 'waiting';
    }
    if (frame.run === this.run && frame.prev < this.pos && frame.pos <= this.pos) return 'known';
    if (frame.run !== this.run || frame.prev !== this.pos) {
      this.beginJoin();
      return 'gap';
    }
    this.apply(frame);
    return 'applied';
  }

  /** Sets the time when a beat confirmed the rows, unless the rows may be outdated. */
  confirm(at: string): void {
    if (!this.behind && Date.parse(at) > (Date.parse(this.computedAt) || 0)) this.computedAt = at;
  }

  private replace(snapshot: SourceSnapshot): void {
    this.byKey.clear();
    for (const row of snapshot.rows) this.byKey.set(buildRowKey(snapshot.rowKey, row), row);
    this.keys = snapshot.rowKey;
    this.list = null;
    this.run = snapshot.run;
    this.pos = snapshot.pos;
    this.computedAt = snapshot.at;
  }

  /** Applies missed frames. @returns false if the frames do not continue from the position */
  private follow({ run, frames }: MissedFrames): boolean {
    if (run !== this.run) return false;
    let at = this.pos;
    for (const frame of frames) {
      if (frame.run !== run || frame.prev !== at) return false;
      at = frame.pos;
    }
    for (const frame of frames) this.apply(frame);
    return true;
  }

  private apply(frame: Frame): void {
    for (const key of frame.remove) this.byKey.delete(key);
    for (const row of frame.upsert) this.byKey.set(buildRowKey(this.keys, row), row);
    this.list = null;
    this.pos = frame.pos;
    if (Date.parse(frame.at) > (Date.parse(this.computedAt) || 0)) this.computedAt = frame.at;
  }
}
