import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser, Progress } from '#shared/kernel/wire.ts';
import type { FileAnswer } from './raw-route.ts';
import type { Origin } from './route.ts';

/** One call, after the wire was taken off it. */
export interface BackendCall {
  path: string;
  /** The call's own fields, as they came: text, or JSON values from within the house. */
  fields: Record<string, unknown>;
  lang: Lang;
  /** UUID of a write: the same again answers the first answer and does nothing. */
  requestId?: string | undefined;
  origin: Origin;
}

/** An answer with its HTTP status: an `Answer`, or the bare array of a reference list. */
export interface Reply {
  status: number;
  body: unknown;
}

/** One call of the second type: an upload, an export, an import. Its payload has not been read yet. */
export interface RawBackendCall {
  path: string;
  /** What stands behind the path. */
  query: URLSearchParams;
  lang: Lang;
  origin: Origin;
  contentType: string;
  /** Bytes of the payload, as its sender says; null where the sender does not say. */
  contentLength: number | null;
  payload: Readable;
  /** The caller reads progress, line by line, before the answer. */
  readsProgress: boolean;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** Tells the caller how far the call is. */
  progress: (progress: Progress) => void;
}

/** An answer of an upstream MES, passed on as it comes in. */
export interface PassedOn {
  status: number;
  /** The headers that describe the payload. */
  headers: Record<string, string>;
  passedOn: Readable;
}

/** What a call of the second type answers: an `Answer`, a file, or what an upstream MES answers. */
export type RawReply = Reply | FileAnswer | PassedOn;

/** A session that ended through this node. */
export interface EndedSession {
  token: string;
  /** null where nobody asked for the person lately. */
  user: CurrentUser | null;
}

/** What answers /mes calls: the embedded MES, or one that the factory already runs. */
export interface Backend {
  readonly kind: 'embedded' | 'upstream';
  /** Answers a call; never throws: what goes wrong is an answer too. */
  call: (call: BackendCall) => Promise<Reply>;
  /** Answers a call of the second type; never throws. */
  callRaw: (call: RawBackendCall) => Promise<RawReply>;
  /** Sets who hears of sessions that end through this node. Absent where the change feed tells of them. */
  onSessionEnded?: (listener: (ended: EndedSession) => void) => void;
  /** The person whose session a token is; null where it is none (any more). */
  user: (token: string) => Promise<CurrentUser | null>;
  /** The descriptors of the reports that may be used as sources. */
  reports: (token: string) => Promise<readonly ReportDescriptor[]>;
  close: () => Promise<void>;
}
