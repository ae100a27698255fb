import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser, CallProgress } from '#shared/kernel/wire.ts';
import type { FileAnswer } from './raw-route.ts';
import type { Origin } from './route.ts';

/** A call that a backend answers, for example a call of the HTTP interface. */
export interface BackendCall {
  path: string;
  /**
   * The fields of the call, not yet validated: text from the wire, or JSON values from internal
   * callers.
   */
  fields: Record<string, unknown>;
  lang: Lang;
  /** The UUID of a writing call. If it was used before, the call changes nothing and returns the first answer. */
  requestId?: string | undefined;
  origin: Origin;
}

/** An answer with its HTTP status: an `Answer`, or the bare array of a reference list. */
export interface Reply {
  status: number;
  body: unknown;
}

/** A raw call: an upload, a download, an export or an import. Its payload has not been read yet. */
export interface RawBackendCall {
  path: string;
  /** The query string of the URL. */
  query: URLSearchParams;
  lang: Lang;
  origin: Origin;
  contentType: string;
  /** The payload size in bytes that the caller declares; null if the header is missing. */
  contentLength: number | null;
  payload: Readable;
  /** Whether the caller accepts progress lines before the answer. */
  readsProgress: boolean;
  /** The signal aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Reports progress to the caller. */
  progress: (progress: CallProgress) => void;
}

/** An answer of an upstream MES, streamed to the caller. */
export interface ForwardedReply {
  status: number;
  /** The headers that describe the payload. */
  headers: Record<string, string>;
  forwarded: Readable;
}

/** The answer to a raw call: an `Answer`, a file, or a forwarded upstream answer. */
export type RawReply = Reply | FileAnswer | ForwardedReply;

/** A session that ended through this node. */
export interface EndedSession {
  token: string;
  /** The user of the session; null if this node has not cached the user. */
  user: CurrentUser | null;
}

/**
 * Answers /mes calls. It is the embedded MES, or it forwards to an MES that the factory already
 * runs.
 */
export interface Backend {
  readonly kind: 'embedded' | 'upstream';
  /** Answers a call. It never throws: errors become answers. */
  call: (call: BackendCall) => Promise<Reply>;
  /**
   * Refuses a caller who may not make a call, before a large body is read. It never throws: errors become answers.
   * @returns the refusal; null if the caller may make the call
   */
  refuseCaller: (call: { path: string; lang: Lang; token: string | null }) => Promise<Reply | null>;
  /** Answers a raw call. It never throws: errors become answers. */
  callRaw: (call: RawBackendCall) => Promise<RawReply>;
  /**
   * Sets the listener for sessions that end through this node. The method is missing if the change
   * feed reports ended sessions.
   */
  onSessionEnded?: (listener: (ended: EndedSession) => void) => void;
  /** Whether the upstream MES answers at present. The method is missing if there is no upstream. */
  isReachable?: () => Promise<boolean>;
  /** Loads the user of a session token; null if the session does not exist or has ended. */
  user: (token: string) => Promise<CurrentUser | null>;
  /** Loads the descriptors of the reports that live sources can use. */
  reports: (token: string) => Promise<readonly ReportDescriptor[]>;
  close: () => Promise<void>;
}
