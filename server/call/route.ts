import type { MesError } from '#shared/kernel/errors.ts';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';

/** The client that sent a call: its address, its user agent and its session. */
export interface CallSender {
  ip: string;
  agent: string;
  /** The session token; null if the caller is not signed in. */
  token: string | null;
}

/** An entry of the setting MES_OFFLINE_HOSTS: the name or address of a host, or the address of a network. */
export interface AllowedHost {
  /** The name in lower case, which may begin with `*.`, or the address of the host or network. */
  host: string;
  /** The number of leading bits that an address must share with `host`; null for a name. */
  prefix: number | null;
  /** The only allowed port; null for the usual port of the protocol. */
  port: number | null;
}

/** The folders and hosts that offline file settings may use. */
export interface AllowedOfflineLocations {
  /** The absolute paths of the allowed folders. Their subfolders are allowed too. */
  roots: readonly string[];
  hosts: readonly AllowedHost[];
}

/** The part of the configuration that routes use. */
export interface InstallationSettings {
  /** Whether each log-in with a password requires a verification code. */
  captcha: boolean;
  /** Generates the text of a verification code. A spoken code contains only digits. */
  makeCode: (spoken: boolean) => string;
  /** The password of accounts without a stored password; null if none is configured. */
  defaultPassword: string | null;
  /** The folder of uploaded files. */
  filesDir: string;
  /** The folders and hosts that the settings of offline files may use. */
  allowedOfflineLocations: AllowedOfflineLocations;
}

/** The input of a command for one row of a batch. */
export type BatchRow = Record<string, unknown> & { id: number };

type PrepareBatch = (
  call: Pick<QueryCall<unknown>, 'db' | 'user'>,
  rows: readonly BatchRow[],
) => Promise<BatchRow[]>;

/** The arguments of a query. */
export interface QueryCall<I> {
  db: Db;
  installation: InstallationSettings;
  input: I;
  /** The caller. On PUBLIC routes it is null for an anonymous caller, although the type does not say so. */
  user: CurrentUser;
  lang: Lang;
  sender: CallSender;
}

/**
 * The arguments of a command. `tx.db` is the transaction of the command, and `prepared` is what `before` has returned.
 */
export interface CommandCall<I, P> extends Omit<QueryCall<I>, 'db'> {
  tx: Transaction;
  prepared: P;
}

/**
 * One endpoint: a query, a command or a batch. `permission` is mandatory, so that nobody makes an endpoint
 * public by mistake.
 */
export interface Route {
  readonly path: string;
  readonly permission: Permission | readonly Permission[];
  readonly input: FieldMap;
  /** Whether only the given fields are validated. A call that saves a row, for example, may omit required fields. */
  readonly partial?: boolean;
  /** Whether the answer is a plain array instead of an `Answer`, as for reference lists. */
  readonly hasArrayAnswer?: boolean;
  /**
   * Whether customer and supplier accounts that have the permission may call the endpoint. Without this flag they
   * may call it only if the permission is ANY_ACCOUNT or PUBLIC.
   */
  readonly allowsOutsiders?: boolean;
  /**
   * Whether a terminal, or a person who is identified at a terminal, may call the endpoint if they have the
   * permission. Without this flag they may call it only if the permission is PUBLIC.
   */
  readonly allowsTerminals?: boolean;
  /** Whether the answer contains a password. Such an answer is not stored, and a repeated call gets null. */
  readonly secret?: boolean;
  readonly writes: boolean;
  /** The command that the endpoint runs for each row of a batch. */
  readonly batch?: {
    readonly command: Route;
    readonly maxRows: number;
    /** Whether the endpoint answers before the rows are written. */
    readonly isInBackground: boolean;
  };
  /** Whether the endpoint continues a batch that was interrupted. */
  readonly continuesBatch?: true;
  /**
   * Checks and completes the rows of a batch of this command, before the first row runs, and returns them in the same
   * order. An error refuses the whole batch.
   */
  readonly prepareBatch?: PrepareBatch;
  /**
   * Runs before the command's transaction, and returns values for it. Slow work such as hashing a password belongs
   * here, because the transaction holds a connection. A rollback of the transaction does not undo what `before` has
   * written, e.g. the count of wrong passwords.
   */
  readonly before?: (call: never) => Promise<unknown>;
  readonly run: (call: never) => Promise<unknown>;
  /**
   * Runs the command for several rows in one transaction. A refused row must change nothing. Without this
   * function, each row of a batch has its own transaction.
   */
  readonly runRows?: (call: never) => Promise<RowOutcome[]>;
}

/** The outcome of one of the rows that a command runs in one transaction. */
export type RowOutcome<T = unknown> = { data: T } | { refusal: MesError };

/** Returns the data of an accepted row. @throws the refusal of a refused row */
export function unwrapOutcome<T>(outcome: RowOutcome<T>): T {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.data;
}

/** The arguments of a command that runs for several rows. */
export interface RowsCall<I> extends Omit<CommandCall<I, void>, 'input' | 'prepared'> {
  inputs: readonly I[];
}

interface QueryRoute<M extends FieldMap> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  hasArrayAnswer?: boolean;
  allowsOutsiders?: boolean;
  allowsTerminals?: boolean;
  run: (call: QueryCall<RecordValues<M>>) => Promise<unknown>;
}
interface CommandRoute<M extends FieldMap, P> {
  path: string;
  permission: Permission | readonly Permission[];
  input: M;
  secret?: boolean;
  allowsOutsiders?: boolean;
  allowsTerminals?: boolean;
  prepareBatch?: PrepareBatch;
  before?: (call: QueryCall<RecordValues<M>>) => Promise<P>;
  run: (call: CommandCall<RecordValues<M>, P>) => Promise<unknown>;
}

/** Declares a query: an endpoint that runs without a transaction. Nearly all queries only read. */
export const defineQuery = <const M extends FieldMap>(route: QueryRoute<M>): Route =>
  ({ ...route, writes: false }) as Route;

interface RowsCommandRoute<M extends FieldMap, T> extends Omit<CommandRoute<M, void>, 'before' | 'run'> {
  runRows: (call: RowsCall<RecordValues<M>>) => Promise<RowOutcome<T>[]>;
}

/**
 * Declares a command that can run for several rows in one transaction. A single call of the command runs it
 * for one row.
 */
export const defineRowsCommand = <const M extends FieldMap, T>(route: RowsCommandRoute<M, T>): Route =>
  ({
    ...route,
    writes: true,
    run: async ({ input, ...call }: CommandCall<RecordValues<M>, void>) => {
      const [outcome] = await route.runRows({ ...call, inputs: [input] });
      return unwrapOutcome(outcome!);
    },
  }) as Route;

/**
 * Declares a command: an endpoint that writes in one transaction. If a call with a requestId is repeated, it gets
 * the stored answer and does not run again.
 */
export const defineCommand = <const M extends FieldMap, P = void>(route: CommandRoute<M, P>): Route =>
  ({ ...route, writes: true }) as Route;
