import type { FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Work } from '../db/work.ts';

/** Where a call came from. */
export interface Origin {
  ip: string;
  agent: string;
  /** The session's token; null where nobody is signed in. */
  token: string | null;
}

/** What of the installation's configuration a route may need. */
export interface Installation {
  /** Whether logging in asks for a verification code. */
  captcha: boolean;
  /** Makes the answer of a verification code. */
  makeCode: () => string;
  /** What an account that never had a password is logged in with; null where none is set. */
  defaultPassword: string | null;
  /** The folder of uploaded files. */
  filesDir: string;
}

/** What a call that only reads is given. */
export interface Query<I> {
  db: Db;
  installation: Installation;
  input: I;
  /** Who asks; on PUBLIC routes it may be somebody signed in or nobody. */
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
}

/** What a call that writes is given: `work.db` is its transaction. */
export interface Command<I> extends Omit<Query<I>, 'db'> {
  work: Work;
}

/** One endpoint. `permission` is required, so that none is open by omission. */
export interface Route {
  readonly path: string;
  readonly permission: Permission | readonly Permission[];
  readonly input: FieldMap;
  /** Generated saves take only the fields that are sent. */
  readonly partial?: boolean;
  /** Reference lists answer the bare array. */
  readonly bare?: boolean;
  /** Accounts of customers and suppliers may call it too; without this they may not, whatever they hold. */
  readonly outside?: boolean;
  /** Its answer is told once and kept nowhere: a password. */
  readonly secret?: boolean;
  readonly writes: boolean;
  /** Of a command: what is done before its transaction, and stands though that is undone: the counting of wrong passwords. */
  readonly before?: (call: never) => Promise<void>;
  readonly run: (call: never) => Promise<unknown>;
}

interface QueryRoute<M extends FieldMap> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  bare?: boolean;
  outside?: boolean;
  run: (call: Query<ValuesOf<M>>) => Promise<unknown>;
}
interface CommandRoute<M extends FieldMap> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  secret?: boolean;
  before?: (call: Query<ValuesOf<M>>) => Promise<void>;
  run: (call: Command<ValuesOf<M>>) => Promise<unknown>;
}

/** Declares an endpoint that reads. */
export const query = <const M extends FieldMap>(route: QueryRoute<M>): Route =>
  ({ ...route, writes: false }) as Route;

/** Declares an endpoint that writes: it runs in one transaction and, with a requestId, exactly once. */
export const command = <const M extends FieldMap>(route: CommandRoute<M>): Route =>
  ({ ...route, writes: true }) as Route;
