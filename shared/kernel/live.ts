import type { Topic } from './entity.ts';
import type { ReportRow } from './report.ts';

/** The Socket.IO namespace that screens and boards connect to. */
export const LIVE_NAMESPACE = '/live';
/** How often the server beats, in milliseconds. */
export const BEAT_MS = 5000;

/** Screens are told: rows of an entity changed. `ids` is null where there were more than 100. */
export interface Changed {
  topic: Topic;
  entity: string;
  ids: number[] | null;
  pos: number;
  /** Name of who changed it; null where several did. */
  by: string | null;
}

/** Boards are fed: what changed in a source since the frame at `prev`. */
export interface Frame {
  source: string;
  /** The life of the node that computed it; positions of two runs cannot be compared. */
  run: string;
  prev: number;
  pos: number;
  upsert: ReportRow[];
  /** Keys (`rowKeyOf`) of rows that are gone. */
  remove: string[];
  /** When the rows were computed: ISO 8601. */
  at: string;
}

/** The whole of a source, as a join answers it. */
export interface Snapshot {
  run: string;
  pos: number;
  rows: ReportRow[];
  rowKey: string[];
  at: string;
}

/** A rejoin that the ring still reaches gets the frames in between instead of the rows. */
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

/** What the server answers to `watch`: the key names the room in later frames. */
export type WatchAnswer =
  | ({ ok: true; key: string } & (Snapshot | Catchup))
  | { ok: false; code: string; message: string };

/** Every BEAT_MS: is the server alive, how far is the feed, when was each watched source last computed well. */
export interface Beat {
  now: string;
  pos: number;
  build: string;
  /** By source key: the last good answer, ISO 8601. */
  sources: Record<string, string>;
}

export interface ServerToClient {
  changed: (changed: Changed) => void;
  patch: (frame: Frame) => void;
  beat: (beat: Beat) => void;
  /** The source must be joined anew: its rows are gone, or the client was too slow. */
  reset: (message: { source: string | null }) => void;
  /** The session ended; the socket is closed at once. */
  revoked: (message: { code: string }) => void;
}

export interface ClientToServer {
  watch: (request: WatchRequest, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (request: { key: string }) => void;
}

/** The name of a source with its parameters: the same for everyone who watches the same. */
export const sourceKey = (factoryId: number, source: string, params: Record<string, string>): string =>
  `${factoryId} ${source}?${Object.keys(params)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(params[name]!)}`)
    .join('&')}`;
