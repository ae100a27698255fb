import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser, CallProgress } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { InstallationSettings, CallSender } from './route.ts';

/** The arguments of a raw route. The payload is not parsed. */
export interface RawCall {
  db: Db;
  installation: InstallationSettings;
  user: CurrentUser;
  lang: Lang;
  sender: CallSender;
  contentType: string;
  query: URLSearchParams;
  /** The whole payload; empty if the route has `readsStream`. */
  body: Buffer;
  /**
   * The payload as a stream; empty if the route does not have `readsStream`. The stream fails with tooLarge
   * if the payload is larger than `limit`.
   */
  payload: Readable;
  /** The signal aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Sends the progress to the caller, if the caller accepts progress lines. */
  progress: (progress: CallProgress) => void;
}

/** An answer that is a file: a file on disk, or a stream that is generated while it is sent. */
export type FileAnswer =
  | { file: string; name: string; mediaType: string; bytes: number }
  | { stream: Readable; name: string; mediaType: string; rowCount: number };

/** The answer of a raw route: data, which is sent as an `Answer`, or a file. */
export type RawAnswer = { data: unknown } | FileAnswer;

/** An endpoint for raw calls: an upload, a download, an export or an import. */
export interface RawRoute {
  readonly path: string;
  /**
   * Whether the route reads the payload from a stream. Otherwise the payload is read into memory before the route
   * runs.
   */
  readonly readsStream?: true;
  readonly permission: Permission | readonly Permission[];
  /** Whether customers and suppliers may call the endpoint, as in `Route.allowsOutsiders`. */
  readonly allowsOutsiders?: true;
  /**
   * Whether terminals and people who are identified at a terminal may call the endpoint, as in
   * `Route.allowsTerminals`.
   */
  readonly allowsTerminals?: boolean;
  /** The maximum payload size in bytes, and its text in error messages. */
  readonly limit: { readonly bytes: number; readonly label: string };
  readonly run: (call: RawCall) => Promise<RawAnswer>;
}
