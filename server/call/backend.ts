import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser, CallProgress, SourceName } from '#shared/kernel/wire.ts';
import type { FileAnswer } from './raw-route.ts';
import type { CallSender } from './route.ts';

/** A call that consists of fields. Uploads, downloads, exports and imports are `RawBackendCall`. */
export interface BackendCall {
  path: string;
  /**
   * The fields of the call, not yet validated: text from the wire, or JSON values from internal
   * callers.
   */
  fields: Record<string, unknown>;
  lang: Lang;
  /**
   * A UUID that identifies a writing call. If a call with this UUID has already succeeded, the embedded MES
   * does not write again.
   */
  requestId?: string | undefined;
  sender: CallSender;
  /**
   * Set if this node loads the rows of a live source with the session of a subscriber. Calls from
   * the network cannot set it. Only a call with this field may read a report for a paired screen.
   */
  isForSource?: true;
  /**
   * Set if this node loads the rows of a live source to record them for the factory. Such a call has no session. Calls
   * from the network cannot set it.
   */
  forRecording?: SourceFactory;
}

/** The factory whose data a live source shows. */
export type SourceFactory = Pick<CurrentUser, 'factoryId' | 'factoryCode' | 'factoryName' | 'zone'>;

/** Loads the factories and the sources that the server records. */
export interface RecordingPlan {
  /** Loads the factories whose boards are recorded. */
  readonly loadFactories: () => Promise<readonly SourceFactory[]>;
  /**
   * Loads the names of the sources that the server records for a factory: the sources of its saved boards,
   * and the sources of everything that its screens show.
   */
  readonly loadSources: (factoryId: number) => Promise<readonly SourceName[]>;
}

/** An answer as JSON with its HTTP status. The body is an `Answer`, or an array if the route has `hasArrayAnswer`. */
export interface Reply {
  status: number;
  body: unknown;
}

/** A raw call: an upload, a download, an export or an import. The payload has not been read yet. */
export interface RawBackendCall {
  path: string;
  query: URLSearchParams;
  lang: Lang;
  sender: CallSender;
  contentType: string;
  /** The payload size in bytes according to the Content-Length header; null if the header is missing. */
  contentLength: number | null;
  payload: Readable;
  /** Whether the caller accepts progress lines before the answer. */
  acceptsProgress: boolean;
  /** The signal aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Sends the progress to the caller, if the caller accepts progress lines. */
  progress: (progress: CallProgress) => void;
}

/** An answer of an upstream MES, streamed to the caller. */
export interface ForwardedReply {
  status: number;
  /** The headers that describe the payload. */
  headers: Record<string, string>;
  forwardedPayload: Readable;
}

/** The answer to a raw call: JSON, a file, or the streamed answer of an upstream MES. */
export type RawReply = Reply | FileAnswer | ForwardedReply;

/** A session that has ended through a log-out on this node. */
export interface EndedSession {
  token: string;
  /** The user of the session; null if this node does not know the user. */
  user: CurrentUser | null;
}

/** Answers the calls to paths below /mes: with the embedded MES, or by forwarding them to an upstream MES. */
export interface Backend {
  readonly kind: 'embedded' | 'upstream';
  /** Answers a call. It never throws: errors become answers. */
  call: (call: BackendCall) => Promise<Reply>;
  /**
   * Refuses a caller who may not make a call, before a large body is read. With an upstream MES it checks only
   * that the caller is signed in. It never throws: errors become answers.
   * @returns the refusal; null if the caller may make the call
   */
  refuseCaller: (call: { path: string; lang: Lang; token: string | null }) => Promise<Reply | null>;
  /** Answers a raw call. It never throws: errors become answers. */
  callRaw: (call: RawBackendCall) => Promise<RawReply>;
  /**
   * Sets the listener for log-outs through this node. Only the backend of an upstream MES has this method,
   * because the embedded MES announces ended sessions in the change feed.
   */
  onSessionEnded?: (listener: (session: EndedSession) => void) => void;
  /** Whether the upstream MES answers at present. The method is missing if there is no upstream. */
  isReachable?: () => Promise<boolean>;
  /**
   * Loads the user of a session token; null if the session does not exist or has ended.
   * @throws if the database or the upstream MES does not answer, and no earlier answer is known
   */
  loadUser: (token: string) => Promise<CurrentUser | null>;
  /**
   * Loads the descriptors of the reports that live sources can use.
   * @param token the session token for the call to an upstream MES
   */
  loadReports: (token: string) => Promise<readonly ReportDescriptor[]>;
  /**
   * Tells which factories and sources to record. It is missing with an upstream MES, because only the
   * embedded MES has boards.
   */
  readonly recordingPlan?: RecordingPlan;
  close: () => Promise<void>;
}
