import type { Lang } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
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

/** What answers /mes calls: the embedded MES, or one that the factory already runs. */
export interface Backend {
  readonly kind: 'embedded' | 'upstream';
  /** Answers a call; never throws: what goes wrong is an answer too. */
  call: (call: BackendCall) => Promise<Reply>;
  /** The person whose session a token is; null where it is none (any more). */
  user: (token: string) => Promise<CurrentUser | null>;
  /** The descriptors of the reports that may be used as sources. */
  reports: (token: string) => Promise<readonly ReportDescriptor[]>;
  close: () => Promise<void>;
}
