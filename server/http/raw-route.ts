import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { House, Origin } from './route.ts';

/** A call of the second kind: the payload as it was given. */
export interface RawCall {
  db: Db;
  house: House;
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
  contentType: string;
  body: Buffer;
}

/** What it answers: data in an ordinary answer, or a file as it is. */
export type RawAnswer = { data: unknown } | { file: string; name: string; mediaType: string; bytes: number };

/** An endpoint of the second call type: uploads, downloads, exports. */
export interface RawRoute {
  readonly path: string;
  readonly permission: Permission | readonly Permission[];
  /** Most bytes of a payload, and how a person is told. */
  readonly limit: { readonly bytes: number; readonly words: string };
  readonly run: (call: RawCall) => Promise<RawAnswer>;
}
