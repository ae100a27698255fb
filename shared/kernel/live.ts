import type { ChangeTopic } from './entity.ts';
import type { ReportRow } from './report.ts';

/** The Socket.IO namespace that screens and boards connect to. */
export const LIVE_NAMESPACE = '/live';
/** The interval of the server's heartbeat, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5000;

/**
 * Announces to screens that rows of an entity have changed. `ids` is null if more than 100 rows have changed, or if
 * the changed rows are not known.
 */
export interface ChangeMessage {
  topic: ChangeTopic;
  entity: string;
  ids: number[] | null;
  pos: number;
  /** The name of the person who changed the rows; null if several people or the server itself changed them. */
  by: string | null;
}

/** The changes of the rows of a source between the feed positions `prev` and `pos`, for boards. */
export interface Frame {
  source: string;
  /**
   * Identifies the run of the server node that computed the frame. The positions of different runs cannot be
   * compared.
   */
  run: string;
  prev: number;
  pos: number;
  upsert: ReportRow[];
  /** The keys of removed rows, built with `buildRowKey`. */
  remove: string[];
  /** The time at which the rows were computed: ISO 8601. */
  at: string;
}

/** All rows of a source. The server sends them when a client begins to watch, unless it can send `MissedFrames`. */
export interface SourceSnapshot {
  run: string;
  pos: number;
  rows: ReportRow[];
  rowKey: string[];
  at: string;
}

/**
 * The frames that a client missed while it was disconnected. The server sends them instead of all rows if all of
 * these frames are still in its memory.
 */
export interface MissedFrames {
  run: string;
  frames: Frame[];
}

export interface WatchRequest {
  /** The path of a report. */
  source: string;
  params: Record<string, string>;
  run?: string;
  pos?: number;
}

/**
 * The server's answer to `watch`: the rows or the missed frames, or an error. `key` identifies the source in later
 * messages.
 */
export type WatchAnswer =
  | ({ ok: true; key: string } & (SourceSnapshot | MissedFrames))
  | { ok: false; code: string; message: string };

/**
 * The heartbeat, which the server sends every HEARTBEAT_INTERVAL_MS: the time of the server, the position of the
 * change feed, and the id of the server's build.
 */
export interface Heartbeat {
  now: string;
  pos: number;
  build: string;
  /** For each source key, the last time at which the rows were known to be current: ISO 8601. */
  sources: Record<string, string>;
}

export interface ServerToClientEvents {
  changed: (changed: ChangeMessage) => void;
  patch: (frame: Frame) => void;
  beat: (beat: Heartbeat) => void;
  /** Tells the client to watch a source again, or all sources if `source` is null. */
  reset: (message: { source: string | null }) => void;
  /** The session has ended; the server closes the socket at once. */
  revoked: (message: { code: string }) => void;
  /** A command for a paired screen. */
  screen: (command: ScreenCommand) => void;
}

/**
 * A command for a paired screen: read again what to show, reload the page, or show the name of the screen for
 * IDENTIFY_DURATION_MS.
 */
export type ScreenCommand =
  | { readonly command: 'show' }
  | { readonly command: 'reload' }
  | { readonly command: 'identify'; readonly name: string };
/** How long a screen shows its name after the command `identify`, in milliseconds. */
export const IDENTIFY_DURATION_MS = 10_000;

/** How often a paired screen reports that it is on, in milliseconds. */
export const PRESENCE_INTERVAL_MS = 15_000;

/** The data that a paired screen reports about itself. */
export interface PresenceReport {
  build: string;
  /** The size of the browser window in pixels of the screen. */
  width: number;
  height: number;
  /** How long the answer to the last report took, in milliseconds; null before the first answer. */
  lagMs: number | null;
}

export interface ClientToServerEvents {
  watch: (request: WatchRequest, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (request: { key: string }) => void;
  /** The answer is the `shown` of the screen, so that a screen that missed a command notices it. */
  present: (report: PresenceReport, answer: (shown: string) => void) => void;
}

/**
 * Builds the key of a source from a factory, the path of a report and its parameters. The order of the parameters
 * does not matter.
 */
export const buildSourceKey = (
  factoryId: number,
  source: string,
  params: Readonly<Record<string, string>>,
): string =>
  `${factoryId} ${source}?${Object.keys(params)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(params[name]!)}`)
    .join('&')}`;
