import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser, CallProgress } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Installation, Origin } from './route.ts';

/**
 * A raw call, which is an upload, a download, an export or an import. Nothing has parsed its
 * payload.
 */
export interface RawCall {
  db: Db;
  installation: Installation;
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
  contentType: string;
  /** The query string of the URL. */
  query: URLSearchParams;
  /** The whole payload. It is empty if the route reads the stream itself. */
  body: Buffer;
  /** The payload as a stream. It fails with tooLarge if the payload exceeds the route's limit. */
  payload: Readable;
  /** The signal aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Reports progress to the caller. */
  progress: (progress: CallProgress) => void;
}

/** An answer that is a file: a file on disk, or a stream that is generated while it is sent. */
export type FileAnswer =
  | { file: string; name: string; mediaType: string; bytes: number }
  | { stream: Readable; name: string; mediaType: string; rows: number };

/** The answer of a raw route: data in the usual envelope, or a file. */
export type RawAnswer = { data: unknown } | FileAnswer;

/** An endpoint for raw calls: an upload, a download, an export or an import. */
export interface RawRoute {
  readonly path: string;
  /**
   * Whether the route reads the payload stream itself. Otherwise the payload is read into memory.
   */
  readonly reads?: true;
  readonly permission: Permission | readonly Permission[];
  /** Whether customers and suppliers may call the endpoint. */
  readonly outside?: true;
  /** Whether terminals, and people who are identified there, may call the endpoint. */
  readonly atTerminal?: boolean;
  /** The maximum payload size in bytes, and its text in error messages. */
  readonly limit: { readonly bytes: number; readonly words: string };
  readonly run: (call: RawCall) => Promise<RawAnswer>;
}
