import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser, Progress } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Installation, Origin } from './route.ts';

/** A call of the second type (file, export, import): the route gets its payload unparsed. */
export interface RawCall {
  db: Db;
  installation: Installation;
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
  contentType: string;
  /** The query string of the URL. */
  query: URLSearchParams;
  /** The payload; empty if the route reads the stream itself. */
  body: Buffer;
  /** The payload stream. It fails with tooLarge beyond the route's limit. */
  payload: Readable;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  /** Reports progress to the caller. */
  progress: (progress: Progress) => void;
}

/** A file as an answer: a file on disk, or a stream that is generated while it is sent. */
export type FileAnswer =
  | { file: string; name: string; mediaType: string; bytes: number }
  | { stream: Readable; name: string; mediaType: string; rows: number };

/** The answer of a raw route: data in the usual envelope, or a file. */
export type RawAnswer = { data: unknown } | FileAnswer;

/** An endpoint of the second call type: uploads, downloads, exports. */
export interface RawRoute {
  readonly path: string;
  /** The route reads the payload stream itself; it is not buffered in memory. */
  readonly reads?: true;
  readonly permission: Permission | readonly Permission[];
  /** The maximum payload size, and its text for error messages. */
  readonly limit: { readonly bytes: number; readonly words: string };
  readonly run: (call: RawCall) => Promise<RawAnswer>;
}
