import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Field, FieldValueType } from '#shared/kernel/fields.ts';
import type { entities, EntityName } from '#shared/entities/index.ts';
import type { ColumnSetting } from '#shared/rules/columns.ts';
import type { ProductionTables } from './production-tables.ts';

/** The columns of an entity's own table. Fields of the kinds `refs` and `lines` have separate tables. */
type EntityTable<F> = {
  factoryId: number;
  id: Generated<number>;
  version: Generated<number>;
  createdAt: Generated<string>;
  createdBy: Generated<string>;
  updatedAt: Generated<string>;
  updatedBy: Generated<string>;
  deletedAt: string | null;
} & {
  [
    K in keyof F as F[K] extends Field<infer V> ? (V extends readonly unknown[] ? never : K) : never
  ]: F[K] extends Field<infer V, true> ? ColumnType<V, V | undefined, V> : FieldValueType<F[K]>;
};

type EntityTables = { [N in Exclude<EntityName, 'factory'>]: EntityTable<(typeof entities)[N]['fields']> };

/** The tables whose types are not derived from the declaration of an entity. */
interface CoreTables {
  factory: {
    id: Generated<number>;
    code: string;
    name: string;
    zone: Generated<string>;
    language: Generated<string>;
    currency: Generated<string>;
    isDemo: Generated<boolean>;
    /** Always equal to `id`; the database computes this column. */
    factoryId: ColumnType<number, never, never>;
    version: Generated<number>;
    createdAt: Generated<string>;
    createdBy: Generated<string>;
    updatedAt: Generated<string>;
    updatedBy: Generated<string>;
    deletedAt: Generated<string | null>;
  };
  columnSetting: {
    factoryId: number;
    id: Generated<number>;
    version: Generated<number>;
    updatedAt: Generated<string>;
    updatedBy: string;
    list: string;
    accountId: number | null;
  };
  columnSettingColumns: { factoryId: number; ownerId: number } & ColumnSetting;
  demoSimulator: { factoryId: number; isRunning: boolean; updatedAt: Generated<string>; updatedBy: string };
  storedFile: {
    factoryId: number;
    id: Generated<number>;
    name: string;
    mediaType: string;
    bytes: number;
    sha256: string;
    accountId: ColumnType<number | null, number | null | undefined, never>;
    /** The time when a row first referred to the file. */
    attachedAt: ColumnType<string | null, never, string>;
    createdAt: Generated<string>;
    createdBy: string;
  };
  workReportPeople: {
    factoryId: number;
    ownerId: number;
    position: number;
    employeeId: number;
    ratio: number | null;
    seconds: number | null;
  };
  employeeRoleIds: { factoryId: number; ownerId: number; position: number; targetId: number };
  rolePermissions: { factoryId: number; ownerId: number; position: number; permission: string };
  account: {
    factoryId: number;
    id: Generated<number>;
    kind: 'employee' | 'customer' | 'supplier' | 'terminal' | 'screen' | 'link';
    employeeId: number | null;
    customerId: number | null;
    terminalId: number | null;
    wallScreenId: number | null;
    kanbanLinkId: number | null;
    supplierId: number | null;
    customerUserId: number | null;
    supplierUserId: number | null;
    guestId: number | null;
    homeFactoryId: number | null;
    homeAccountId: number | null;
    code: string;
    passwordHash: string | null;
    pinHash: string | null;
    mustChange: Generated<boolean>;
    firstStepsHidden: Generated<boolean>;
    language: string | null;
    createdAt: Generated<string>;
    disabledAt: string | null;
  };
  session: {
    tokenHash: string;
    factoryId: number;
    accountId: number;
    remembered: boolean;
    ip: string;
    agent: string;
    createdAt: Generated<string>;
    seenAt: Generated<string>;
    expiresAt: string;
    revokedAt: string | null;
    terminalId: number | null;
    id: Generated<number>;
    loginHash: string | null;
  };
  /** A view of the roles of accounts of all kinds. */
  accountRole: { factoryId: number; accountId: number; roleId: number };
  loginCode: { id: string; answerHash: string; expiresAt: string };
  loginAttempt: {
    key: string;
    failures: number;
    firstAt: string;
    lockedUntil: string | null;
    nextAt: string | null;
  };
  wireKey: {
    id: string;
    privateKey: string;
    publicKey: string;
    createdAt: Generated<string>;
    retiredAt: string | null;
  };
  requestOnce: {
    factoryId: number;
    requestId: string;
    accountId: number;
    path: string;
    inputHash: string;
    answer: unknown;
    at: Generated<string>;
  };
  log: {
    factoryId: number;
    id: Generated<number>;
    at: Generated<string>;
    accountId: number | null;
    byName: string;
    ip: string;
    entity: string;
    entityId: number | null;
    action: string;
    before: unknown;
    after: unknown;
  };
  /** The texts by which the global search finds rows. */
  searchKey: {
    factoryId: number;
    entity: string;
    entityId: number;
    words: string;
    initials: string | null;
    sounds: string | null;
  };
  job: {
    name: string;
    knownSince: Generated<string>;
    runningSince: Generated<string | null>;
    lastStartedAt: Generated<string | null>;
    requestedAt: Generated<string | null>;
    requestedBy: Generated<string | null>;
  };
  offlineFileSecret: { factoryId: number; settingId: number; sealed: string; updatedAt: Generated<string> };
  feedHead: { factoryId: number; pos: number };
  feed: {
    id: Generated<number>;
    factoryId: number;
    pos: number | null;
    at: Generated<string>;
    topic: string;
    entity: string;
    ids: number[] | null;
    byName: string | null;
    data: unknown;
  };
  feedMeta: { single: boolean; epoch: string; home: string | null };
}

/** The tables with their columns, for Kysely. Some tables that only raw SQL uses are missing. */
export type DatabaseTables = EntityTables & CoreTables & ProductionTables;
export type Db = Kysely<DatabaseTables>;
