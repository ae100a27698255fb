import type { Readable } from 'node:stream';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser, Progress } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Installation, Origin } from './route.ts';

/** A call of the second kind: the payload as it was given. */
export interface RawCall {
  db: Db;
  installation: Installation;
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
  contentType: string;
  /** What stands behind the path. */
  query: URLSearchParams;
  /** The payload; empty where the route reads it itself. */
  body: Buffer;
  /** The payload as it comes in; it fails with tooLarge beyond the route's limit. */
  payload: Readable;
  /** Nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Tells whoever waits how far it is. */
  progress: (progress: Progress) => void;
}

/** A file as an answer: one that lies on the disk, or one that is made while it is sent. */
export type FileAnswer =
  | { file: string; name: string; mediaType: string; bytes: number }
  | { stream: Readable; name: string; mediaType: string; rows: number };

/** What it answers: data in an ordinary answer, or a file as it is. */
export type RawAnswer = { data: unknown } | FileAnswer;

/** An endpoint of the second call type: uploads, downloads, exports. */
export interface RawRoute {
  readonly path: string;
  /** The route reads its payload itself: it is not gathered in memory. */
  readonly reads?: true;
  readonly permission: Permission | readonly Permission[];
  /** Most bytes of a payload, and how a person is told. */
  readonly limit: { readonly bytes: number; readonly words: string };
  readonly run: (call: RawCall) => Promise<RawAnswer>;
}
