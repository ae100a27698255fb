import type { MissedFrames, Frame, SourceSnapshot } from '#shared/kernel/live.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import { computeRowsDigest } from './rows-digest.ts';

/**
 * Maximum number of frames that are kept for clients that reconnect, and of rows in all these
 * frames.
 */
const MAX_KEPT_FRAMES = 200;
const MAX_ROWS_IN_KEPT_FRAMES = 10_000;

/** The current rows of a source and its recent frames. */
export class SourceHistory {
  private readonly key: string;
  private readonly rowKey: readonly string[];
  private readonly runId: string;
  private rows: ReportRow[] = [];
  private rowTextsByKey = new Map<string, string>();
  private frames: Frame[] = [];
  private frameRowCount = 0;
  /** The position before the last frame that is no longer kept; null while all frames are kept. */
  private lastDroppedPrev: number | null = null;
  private pos = 0;
  private hasComputedRows = false;
  private changedAt = '';
  private cachedDigest: string | null = null;

  /**
   * @param runId the run id of this node. The feed positions of different runs cannot be compared.
   */
  constructor(key: string, rowKey: readonly string[], runId: string) {
    this.key = key;
    this.rowKey = rowKey;
    this.runId = runId;
  }

  /** Whether the source has computed its rows at least once. */
  get hasRows(): boolean {
    return this.hasComputedRows;
  }

  /**
   * Stores the newly computed rows.
   * @param pos the feed position before the computation
   * @param at the time of the computation: ISO 8601
   * @returns the frame to send; null if nothing has changed, or if these are the first rows
   */
  storeRows(rows: ReportRow[], pos: number, at: string): Frame | null {
    const rowTextsByKey = new Map<string, string>();
    const upsert: ReportRow[] = [];
    for (const row of rows) {
      const key = buildRowKey(this.rowKey, row);
      const text = JSON.stringify(row);
      if (this.rowTextsByKey.get(key) !== text) upsert.push(row);
      rowTextsByKey.set(key, text);
    }
    const remove = [...this.rowTextsByKey.keys()].filter((key) => !rowTextsByKey.has(key));
    const isFirst = !this.hasRows;
    const hasChanged = upsert.length > 0 || remove.length > 0;
    this.rows = rows;
    this.rowTextsByKey = rowTextsByKey;
    if (!isFirst && !hasChanged) return null;
    const frame: Frame = { source: this.key, run: this.runId, prev: this.pos, pos, upsert, remove, at };
    this.pos = pos;
    this.hasComputedRows = true;
    this.changedAt = at;
    this.cachedDigest = null;
    if (isFirst) return null;
    this.keepFrame(frame);
    return frame;
  }

  /**
   * Returns the rows as JSON texts by their keys, and the time of their last change: ISO 8601; null before the first
   * rows. The map is never changed: new rows are stored in a new map.
   */
  getRowTexts(): { texts: ReadonlyMap<string, string>; changedAt: string } | null {
    return this.hasRows ? { texts: this.rowTextsByKey, changedAt: this.changedAt } : null;
  }

  /**
   * Makes a snapshot for a client that joins.
   * @param at the time at which the rows were last known to be current: ISO 8601
   */
  makeSnapshot(at: string): SourceSnapshot {
    return { run: this.runId, pos: this.pos, rows: this.rows, rowKey: [...this.rowKey], at };
  }

  /**
   * Finds the frames that follow a client's position; null if the client needs a snapshot. A frame
   * that was caused by the clock does not change the position, so a client may get it twice. This
   * does no harm, because frames contain whole rows.
   */
  findMissedFrames(runId: string, pos: number): MissedFrames | null {
    if (runId !== this.runId || !this.hasRows) return null;
    if (pos !== this.pos && !this.frames.some((frame) => frame.prev === pos)) return null;
    // A client at this position may lack a frame that is no longer kept.
    if (this.lastDroppedPrev !== null && pos <= this.lastDroppedPrev) return null;
    return { run: runId, frames: this.frames.filter((frame) => frame.prev >= pos) };
  }

  /**
   * Returns a digest of the rows; null before the first rows. Two nodes with the same rows have the same
   * digest.
   */
  getDigest(): string | null {
    if (!this.hasRows) return null;
    this.cachedDigest ??= computeRowsDigest(this.rowKey, this.rows);
    return this.cachedDigest;
  }

  private keepFrame(frame: Frame): void {
    const countRows = (keptFrame: Frame) => keptFrame.upsert.length + keptFrame.remove.length;
    this.frames.push(frame);
    this.frameRowCount += countRows(frame);
    while (
      this.frames.length > MAX_KEPT_FRAMES ||
      (this.frameRowCount > MAX_ROWS_IN_KEPT_FRAMES && this.frames.length > 1)
    ) {
      const droppedFrame = this.frames.shift()!;
      this.frameRowCount -= countRows(droppedFrame);
      this.lastDroppedPrev = droppedFrame.prev;
    }
  }
}
