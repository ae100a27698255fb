import { MIN_RECORDING_INTERVAL_SECONDS } from '#shared/boards/recording.ts';
import {
  findRecordingInterval,
  MAX_RECORDING_INTERVAL_SECONDS,
  MAX_ROWS_LENGTH,
  MAX_SOURCE_BYTES_PER_HOUR,
} from '../../recording/limits.ts';
import type { RecordingProblem } from '../../recording/write-recording.ts';
import type { Source } from '../source.ts';

/** The time since the last key frame after which a change is written as a key frame, in milliseconds. */
const KEY_FRAME_INTERVAL_MS = 3_600_000;
/**
 * A key frame is also written when the frames since the last key frame are together this many times as long
 * as the key frame, so that playback needs few frames. If the key frame is shorter than
 * `MIN_KEY_FRAME_LENGTH`, this length is used instead.
 */
const MAX_CHANGE_TO_KEY_RATIO = 4;
const MIN_KEY_FRAME_LENGTH = 16_384;
/**
 * If the rows of a source were not known to be current for this time, in milliseconds, a new recording
 * begins. The time between the two recordings counts as not recorded.
 */
const MAX_GAP_MS = 30_000;
/** By how much the clock of the database may be corrected backwards without a new recording, in milliseconds. */
const MAX_CLOCK_CORRECTION_MS = 1000;
/** A frame that is to be written: JSON text of a `KeyFrameContent` or a `ChangeFrameContent`. */
export interface PendingFrame {
  readonly at: string;
  readonly isKey: boolean;
  /** The minimum time between this frame and the next frame. */
  readonly intervalSeconds: number;
  readonly json: string;
}

const toIsoTime = (ms: number): string => new Date(ms).toISOString();

const sumLengths = (texts: Iterable<string>): number => {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
};

/**
 * Turns the rows of one source into the frames of its recording. It compares the current rows with the rows of the last
 * frame, so several changes between two calls of `takeFrame` become one frame.
 */
export class SourceRecording {
  readonly source: Source;
  /** The id of the recording in the database; null before its first frame. */
  id: number | null = null;
  problem: RecordingProblem | null = null;
  /** The maximum length of the frames of an hour, in bytes. A large frame delays the next one. */
  maxBytesPerHour = MAX_SOURCE_BYTES_PER_HOUR;
  private rowTexts: ReadonlyMap<string, string> | null = null;
  private frameAtMs = 0;
  private keyFrameAtMs = 0;
  private keyFrameLength = 0;
  private lengthSinceKeyFrame = 0;
  private verifiedAtMs = 0;
  private notBeforeMs = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** Until when the rows of the last frame are known to be current: ISO 8601. */
  get recordedUntil(): string {
    return toIsoTime(Math.max(this.verifiedAtMs, this.frameAtMs));
  }

  /** Ends the recording. The next frame begins a new one, but not before the delay after the last frame is over. */
  restart(): void {
    this.id = null;
    this.problem = null;
    this.rowTexts = null;
  }

  /** Returns the frame that leads from the last frame to the current rows; null if there is nothing to write. */
  takeFrame(): PendingFrame | null {
    const rows = this.source.getRowTexts();
    const verifiedAtMs = Date.parse(this.source.getLastGoodTime());
    if (!rows || Number.isNaN(verifiedAtMs)) return null;
    const passedMs = verifiedAtMs - this.verifiedAtMs;
    if (this.rowTexts && (passedMs > MAX_GAP_MS || passedMs < -MAX_CLOCK_CORRECTION_MS)) this.restart();
    const remainingDelayMs = this.notBeforeMs - verifiedAtMs;
    // If the clock was set back, the remaining delay may be longer than any interval. The delay is then
    // ignored.
    const isWaiting = remainingDelayMs > 0 && remainingDelayMs <= MAX_RECORDING_INTERVAL_SECONDS * 1000;
    // The rows of the last frame count as current for its whole interval. The recording therefore continues
    // while changed rows wait for the next frame.
    if (this.rowTexts) this.verifiedAtMs = verifiedAtMs;
    if (isWaiting || rows.texts === this.rowTexts) return null;
    this.verifiedAtMs = verifiedAtMs;
    return this.makeFrame(rows.texts, this.rowTexts ? Date.parse(rows.changedAt) : verifiedAtMs);
  }

  private makeFrame(texts: ReadonlyMap<string, string>, atMs: number): PendingFrame | null {
    const problem = sumLengths(texts.values()) > MAX_ROWS_LENGTH ? 'tooLarge' : null;
    if (problem !== this.problem && this.rowTexts) this.restart();
    this.problem = problem;
    const before = this.rowTexts;
    this.rowTexts = texts;
    if (problem) {
      this.frameAtMs = this.id === null ? atMs : this.frameAtMs;
      return null;
    }
    const upsert: string[] = [];
    for (const [key, text] of texts) if (before?.get(key) !== text) upsert.push(text);
    const remove = before ? [...before.keys()].filter((key) => !texts.has(key)) : [];
    if (before && upsert.length === 0 && remove.length === 0) return null;
    // Two frames of a recording need different times.
    const frameAtMs = before ? Math.max(atMs, this.frameAtMs + 1) : atMs;
    const changeJson = `{"upsert":[${upsert.join(',')}],"remove":${JSON.stringify(remove)}}`;
    const isKey = !before || this.isKeyFrameDue(frameAtMs, changeJson.length);
    const json = isKey
      ? `{"rowKey":${JSON.stringify(this.source.report.rowKey)},"rows":[${[...texts.values()].join(',')}]}`
      : changeJson;
    this.frameAtMs = frameAtMs;
    if (isKey) {
      this.keyFrameAtMs = frameAtMs;
      this.keyFrameLength = json.length;
      this.lengthSinceKeyFrame = 0;
    } else {
      this.lengthSinceKeyFrame += json.length;
    }
    const intervalSeconds = findRecordingInterval(Buffer.byteLength(json), this.maxBytesPerHour);
    // No delay is needed for the shortest interval, because the recorder never writes more often.
    if (intervalSeconds > MIN_RECORDING_INTERVAL_SECONDS)
      this.notBeforeMs = this.verifiedAtMs + intervalSeconds * 1000;
    return { at: toIsoTime(frameAtMs), isKey, intervalSeconds, json };
  }

  private isKeyFrameDue(atMs: number, changeLength: number): boolean {
    return (
      atMs - this.keyFrameAtMs >= KEY_FRAME_INTERVAL_MS ||
      this.lengthSinceKeyFrame + changeLength >
        MAX_CHANGE_TO_KEY_RATIO * Math.max(this.keyFrameLength, MIN_KEY_FRAME_LENGTH)
    );
  }
}
