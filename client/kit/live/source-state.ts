import type { Catchup, Frame, Snapshot } from '#shared/kernel/live.ts';
import { rowKeyOf, type ReportRow } from '#shared/kernel/report.ts';

/** More frames than this are not kept while an answer is awaited: the next join brings what they held. */
const MAX_EARLY = 500;

/** What became of a frame: it is in the rows, it already was, it waits for an answer, or something before it is missing. */
type Taken = 'applied' | 'known' | 'waiting' | 'gap';

/**
 * The rows of one source as this browser has them, and where in the server's sequence they stand.
 * It does nothing by itself: who owns it joins, and joins again at a gap. The rows stay what they were until the
 * whole of what was missing is there, so a picture is never half of two moments.
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

  /** The rows, in no order: a change does not say where its row belongs. The same array until something changes. */
  get rows(): readonly ReportRow[] {
    this.list ??= [...this.byKey.values()];
    return this.list;
  }

  get rowKey(): readonly string[] {
    return this.keys;
  }

  /** As of when the rows are known to be right, ISO 8601 by the server's clock; '' before the first. */
  get at(): string {
    return this.computedAt;
  }

  /** What is shown is older than what the server has. */
  get catchingUp(): boolean {
    return this.behind;
  }

  /** What a join asks for: the frames since here, where there is a here. */
  get since(): { run?: string; pos?: number } {
    return this.run === null ? {} : { run: this.run, pos: this.pos };
  }

  /** From now on frames wait for the answer of a join. */
  beginJoin(): void {
    this.behind = true;
    this.early = [];
    this.overflowed = false;
  }

  /** The connection is gone: the picture stays, and is behind. */
  leave(): void {
    this.beginJoin();
  }

  /** Takes the answer of a join and what came before it. @returns 'gap' where the next join must ask again */
  join(answer: Snapshot | Catchup): 'applied' | 'gap' {
    if ('rows' in answer) this.replace(answer);
    else if (!this.follow(answer)) {
      this.run = null;
      return 'gap';
    }
    const early = this.early;
    const lost = this.overflowed;
    this.beginJoin();
    if (lost) return 'gap';
    this.behind = false;
    for (const frame of early) if (this.take(frame) === 'gap') return 'gap';
    return 'applied';
  }

  /** Takes a frame from the server. After 'gap' it waits for a join. */
  take(frame: Frame): Taken {
    if (this.behind) {
      if (this.early.length < MAX_EARLY) this.early.push(frame);
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

  /** A beat says as of when the server knows its rows to be right; ours are the same unless we are behind. */
  vouch(at: string): void {
    if (!this.behind && Date.parse(at) > (Date.parse(this.computedAt) || 0)) this.computedAt = at;
  }

  private replace(whole: Snapshot): void {
    this.byKey.clear();
    for (const row of whole.rows) this.byKey.set(rowKeyOf(whole.rowKey, row), row);
    this.keys = whole.rowKey;
    this.list = null;
    this.run = whole.run;
    this.pos = whole.pos;
    this.computedAt = whole.at;
  }

  /** @returns false where the frames do not begin where we stand */
  private follow({ run, frames }: Catchup): boolean {
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
    for (const row of frame.upsert) this.byKey.set(rowKeyOf(this.keys, row), row);
    this.list = null;
    this.pos = frame.pos;
    if (Date.parse(frame.at) > (Date.parse(this.computedAt) || 0)) this.computedAt = frame.at;
  }
}
