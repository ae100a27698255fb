import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Work } from '../db/work.ts';

/** The client that sent a call. */
export interface Origin {
  ip: string;
  agent: string;
  /** The session token; null if the caller is not signed in. */
  token: string | null;
}

/** An entry in the list of file servers that may be used: a name, an address, or a network. */
export interface AllowedHost {
  /** The name in lower case, which may begin with `*.`, or the address of the host or network. */
  host: string;
  /** The number of leading bits that an address must share with `host`; null for a name. */
  prefix: number | null;
  /** The only allowed port; null for the usual port of the protocol. */
  port: number | null;
}

/** The places of external files that the server may use. */
export interface OfflinePlaces {
  /** The absolute paths of folders. */
  roots: readonly string[];
  hosts: readonly AllowedHost[];
}

/** The part of the configuration that routes use. */
export interface Installation {
  /** Whether login requires a verification code. */
  captcha: boolean;
  /** Generates the text of a verification code. */
  makeCode: () => string;
  /** The initial password of accounts that have not set their own; null if none is configured. */
  defaultPassword: string | null;
  /** The folder of uploaded files. */
  filesDir: string;
  offlinePlaces: OfflinePlaces;
}

/** The arguments of a read-only route. */
export interface QueryCall<I> {
  db: Db;
  installation: Installation;
  input: I;
  /** The caller. On PUBLIC routes the caller may be anonymous. */
  user: CurrentUser;
  lang: Lang;
  origin: Origin;
}

/** The arguments of a writing route. `work.db` is its transaction. */
export interface CommandCall<I> extends Omit<QueryCall<I>, 'db'> {
  work: Work;
}

/** One endpoint. `permission` is mandatory, so that nobody makes an endpoint public by mistake. */
export interface Route {
  readonly path: string;
  readonly permission: Permission | readonly Permission[];
  readonly input: FieldMap;
  /** Whether a call may omit fields. Generated save endpoints use this flag. */
  readonly partial?: boolean;
  /** Whether the response body is an array without the usual envelope, as for reference lists. */
  readonly bare?: boolean;
  /**
   * Whether customer and supplier accounts may call the endpoint. Without this flag they may not,
   * whatever their permissions.
   */
  readonly outside?: boolean;
  /**
   * Whether a terminal, or a person who is identified there by a badge or a PIN, may call the endpoint.
   * Without this flag they may not, whatever their permissions.
   */
  readonly atTerminal?: boolean;
  /** Whether the answer contains a password. If it does, the answer is never stored. */
  readonly secret?: boolean;
  readonly writes: boolean;
  /**
   * Runs before the command's transaction. A rollback does not undo it, so it can count wrong
   * passwords.
   */
  readonly before?: (call: never) => Promise<void>;
  readonly run: (call: never) => Promise<unknown>;
}

interface QueryRoute<M extends FieldMap> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  bare?: boolean;
  outside?: boolean;
  atTerminal?: boolean;
  run: (call: QueryCall<RecordValues<M>>) => Promise<unknown>;
}
interface CommandRoute<M extends FieldMap> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  secret?: boolean;
  atTerminal?: boolean;
  before?: (call: QueryCall<RecordValues<M>>) => Promise<void>;
  run: (call: CommandCall<RecordValues<M>>) => Promise<unknown>;
}

/** Declares a read-only endpoint. */
export const defineQuery = <const M extends FieldMap>(route: QueryRoute<M>): Route =>
  ({ ...route, writes: false }) as Route;

/**
 * Declares a writing endpoint. It runs in one transaction. A call with a requestId runs exactly
 * once.
 */
export const defineCommand = <const M extends FieldMap>(route: CommandRoute<M>): Route =>
  ({ ...route, writes: true }) as Route;
