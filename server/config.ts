import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isValidPassword } from '#shared/rules/password.ts';

/** The error of an invalid or unknown setting. */
export class ConfigError extends Error {}

const onOffSchema = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const makeWholeNumberSchema = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
const passwordSchema = z
  .string()
  .refine(isValidPassword, 'must be 8 to 20 characters with a digit, a lowercase and an uppercase letter');
const makeUrlSchema = (protocols: string[], message: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);

const listSchema = z.string().transform((value) => value.split(',').map((entry) => entry.trim()));
const folderPathsSchema = listSchema
  .refine((roots) => roots.every(isAbsolute), 'must be absolute paths of folders, separated by commas')
  .transform((roots) => roots.map((root) => resolve(root)));

const HOST_NAME_PATTERN = /^(?:\*\.)?[a-z\d_](?:[a-z\d_-]*[a-z\d])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d])?)*$/;
/** Matches a host with an optional port. A host that contains colons must be in brackets. */
const HOST_AND_PORT_PATTERN = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

/**
 * Parses a host name, an address or a network, each with or without a port; null if the entry is none of
 * these.
 */
function parseHost(entry: string): { host: string; prefix: number | null; port: number | null } | null {
  const [, bracketedHost, plainHost, portText] = HOST_AND_PORT_PATTERN.exec(entry) ?? [];
  const host = (bracketedHost ?? plainHost ?? entry).toLowerCase();
  const portNumber = portText === undefined ? null : Number(portText);
  if (portNumber !== null && (portNumber < 1 || portNumber > 65_535)) return null;
  const [address = '', prefixText, ...furtherParts] = host.split('/');
  const addressBits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0)
    return HOST_NAME_PATTERN.test(host) ? { host, prefix: null, port: portNumber } : null;
  if (prefixText === undefined) return { host, prefix: addressBits, port: portNumber };
  const isPrefixValid =
    furtherParts.length === 0 && /^\d{1,3}$/.test(prefixText) && Number(prefixText) <= addressBits;
  return isPrefixValid ? { host: address, prefix: Number(prefixText), port: portNumber } : null;
}
const hostsSchema = listSchema.transform((entries, context) =>
  entries.map((entry) => {
    const host = parseHost(entry);
    if (host) return host;
    context.addIssue(
      'must be host names, addresses or networks, each with a port or without, separated by commas',
    );
    return z.NEVER;
  }),
);

/** The schema of each setting, by the name of its environment variable. */
const SETTING_SCHEMAS = {
  /** The TCP port of the server. With 0, the operating system chooses a free port. */
  PORT: makeWholeNumberSchema(0, 65_535).default(8080),
  /**
   * The address to listen on. The default is 127.0.0.1 if all factories are demonstrations and an employee
   * has a badge, because the documentation contains a badge code of the demonstration. Otherwise the default
   * is every IPv4 address.
   */
  HOST: z.string().optional(),
  /**
   * The folder of the embedded database and of uploaded files. All nodes of an installation share the folder.
   */
  MES_DATA_DIR: z.string().default('./data'),
  /** The URL of a PostgreSQL 15 or later; the default is the embedded database in MES_DATA_DIR. */
  DATABASE_URL: makeUrlSchema(
    ['postgres:', 'postgresql:'],
    'must look like postgres://user:password@host:5432/database',
  ).optional(),
  /** The maximum number of connections of this node to PostgreSQL. */
  MES_DATABASE_POOL: makeWholeNumberSchema(2, 500).default(20),
  /** The URL of an existing MES. The server forwards calls to this MES instead of answering them itself. */
  MES_UPSTREAM_URL: makeUrlSchema(['http:', 'https:'], 'must look like https://mes.example.com').optional(),
  /** The interval between two polls of a live source of the upstream MES, in milliseconds; 1000 by default. */
  MES_UPSTREAM_POLL_MS: makeWholeNumberSchema(100, 600_000).optional(),
  /**
   * Whether an empty database gets the demonstration factory DEMO, and whether this node may run the simulator.
   * With `off`, an empty database gets an empty factory.
   */
  MES_DEMO: onOffSchema.default(true),
  /** The speed of the simulator, as a multiple of real time; with 0, this node does not run the simulator. */
  MES_DEMO_SPEED: makeWholeNumberSchema(0, 100).default(1),
  /** The code of the factory created with MES_DEMO=off. */
  MES_FACTORY_CODE: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _')
    .default('MAIN'),
  /**
   * The password of the first administrator, the employee `admin`. By default, a password is
   * generated and printed once.
   */
  MES_ADMIN_PASSWORD: passwordSchema.optional(),
  /**
   * The initial password of new accounts, whose users must change it at the first log-in. Without this
   * setting, such users can log in only after somebody has made or reset their password.
   */
  MES_DEFAULT_PASSWORD: passwordSchema.optional(),
  /**
   * Whether each log-in with a password requires a verification code. With `off`, a log-in requires a code
   * only after too many failures from its address, so that scripts can log in.
   */
  MES_CAPTCHA: onOffSchema.default(true),
  /** The number of reverse proxies whose forwarded addresses are trusted. */
  MES_TRUST_PROXY: makeWholeNumberSchema(0, 10).default(0),
  /**
   * The maximum number of calls per session in ten seconds. An address may make five times as many calls.
   * With 0, there are no rate limits.
   */
  MES_RATE_LIMIT: makeWholeNumberSchema(0, 1_000_000).default(2000),
  /** The folders that offline file settings may use, including their subfolders; none by default. */
  MES_OFFLINE_ROOTS: folderPathsSchema.optional(),
  /** The hosts that offline file settings may connect to; none by default. */
  MES_OFFLINE_HOSTS: hostsSchema.optional(),
  /** Whether this node records the rows of boards for playback. A node with an upstream MES never does. */
  MES_BOARD_RECORDING: onOffSchema.default(true),
  /** The minimum log level. */
  MES_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
} as const;

export const settingNames = Object.keys(SETTING_SCHEMAS) as (keyof typeof SETTING_SCHEMAS)[];

type ParsedSettings = { [K in keyof typeof SETTING_SCHEMAS]: z.output<(typeof SETTING_SCHEMAS)[K]> };

/** The validated configuration of a process. */
export interface Config {
  port: number;
  host: string | undefined;
  /** The absolute path of the data folder. */
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  upstreamUrl: string | undefined;
  /** The value of MES_UPSTREAM_POLL_MS, in milliseconds. */
  pollMs: number | undefined;
  demo: boolean;
  demoSpeed: number;
  factoryCode: string;
  adminPassword: string | undefined;
  defaultPassword: string | undefined;
  captcha: boolean;
  trustedProxyCount: number;
  rateLimit: number;
  offlineRoots: readonly string[];
  offlineHosts: NonNullable<ParsedSettings['MES_OFFLINE_HOSTS']>;
  recordsBoards: boolean;
  logLevel: string;
}

/**
 * Reads the configuration from environment variables. An empty variable counts as not set.
 * @throws ConfigError for the first invalid value, or for an unknown MES_ variable, except MES_TEST_
 * variables
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const settingValues: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(SETTING_SCHEMAS)) {
    const parsed = schema.safeParse(env[name]?.trim() || undefined);
    if (!parsed.success) throw new ConfigError(`${name} ${parsed.error.issues[0]!.message}`);
    settingValues[name] = parsed.data;
  }
  // MES_TEST_… variables belong to the test suites.
  const unknownName = Object.keys(env).find(
    (name) => /^MES_(?!TEST_)/.test(name) && !(name in SETTING_SCHEMAS),
  );
  if (unknownName) {
    const knownNames = Object.keys(SETTING_SCHEMAS).filter((name) => name.startsWith('MES_'));
    throw new ConfigError(`${unknownName} is not a setting; there are ${knownNames.join(', ')}`);
  }
  const settings = settingValues as ParsedSettings;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.MES_DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.MES_DATABASE_POOL,
    upstreamUrl: settings.MES_UPSTREAM_URL,
    pollMs: settings.MES_UPSTREAM_POLL_MS,
    demo: settings.MES_DEMO,
    demoSpeed: settings.MES_DEMO_SPEED,
    factoryCode: settings.MES_DEMO ? 'DEMO' : settings.MES_FACTORY_CODE,
    adminPassword: settings.MES_ADMIN_PASSWORD,
    defaultPassword: settings.MES_DEFAULT_PASSWORD,
    captcha: settings.MES_CAPTCHA,
    trustedProxyCount: settings.MES_TRUST_PROXY,
    rateLimit: settings.MES_RATE_LIMIT,
    offlineRoots: settings.MES_OFFLINE_ROOTS ?? [],
    offlineHosts: settings.MES_OFFLINE_HOSTS ?? [],
    recordsBoards: settings.MES_BOARD_RECORDING,
    logLevel: settings.MES_LOG_LEVEL,
  };
}
