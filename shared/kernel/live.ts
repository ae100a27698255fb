import type { Topic } from './entity.ts';
import type { ReportRow } from './report.ts';

/** The Socket.IO namespace that screens and boards connect to. */
export const LIVE_NAMESPACE = '/live';
/** The interval of the server's heartbeat, in milliseconds. */
export const BEAT_MS = 5000;

/** Tells screens that rows of an entity changed. `ids` is null if there are more than 100. */
export interface Changed {
  topic: Topic;
  entity: string;
  ids: number[] | null;
  pos: number;
  /** The name of the person who changed the rows; null for several people. */
  by: string | null;
}

/** Tells boards what changed in a source since the frame at `prev`. */
export interface Frame {
  source: string;
  /** The run of the server node that computed the frame; positions of different runs are not comparable. */
  run: string;
  prev: number;
  pos: number;
  upsert: ReportRow[];
  /** Keys (`rowKeyOf`) of removed rows. */
  remove: string[];
  /** When the rows were computed: ISO 8601. */
  at: string;
}

/** All rows of a source, as the server answers a join. */
export interface Snapshot {
  run: string;
  pos: number;
  rows: ReportRow[];
  rowKey: string[];
  at: string;
}

/** The frames that a rejoin missed; they replace the full rows if the ring buffer still holds them all. */
export interface Catchup {
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

/** The server's answer to `watch`: later frames refer to the room by `key`. */
export type WatchAnswer =
  | ({ ok: true; key: string } & (Snapshot | Catchup))
  | { ok: false; code: string; message: string };

/** The heartbeat, sent every BEAT_MS: it reports the feed position and when each watched source was last computed. */
export interface Beat {
  now: string;
  pos: number;
  build: string;
  /** By source key: the time of the last successful answer, ISO 8601. */
  sources: Record<string, string>;
}

export interface ServerToClient {
  changed: (changed: Changed) => void;
  patch: (frame: Frame) => void;
  beat: (beat: Beat) => void;
  /** The client must join the source again: its rows are gone, or the client was too slow. */
  reset: (message: { source: string | null }) => void;
  /** The session has ended; the server closes the socket at once. */
  revoked: (message: { code: string }) => void;
}

export interface ClientToServer {
  watch: (request: WatchRequest, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (request: { key: string }) => void;
}

/** Builds the key of a source with its parameters: equal for all clients that watch the same. */
export const sourceKey = (factoryId: number, source: string, params: Record<string, string>): string =>
  `${factoryId} ${source}?${Object.keys(params)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(params[name]!)}`)
    .join('&')}`;
