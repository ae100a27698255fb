import type { Connection } from './connect.ts';

/** The oldest supported PostgreSQL version. */
const MIN_POSTGRES_VERSION = 15;

/**
 * Checks that the database answers and has a supported version.
 * @throws Error with a one-line message if it does not
 */
export async function requireSupportedDatabase({ pool, url }: Connection): Promise<void> {
  const serverName = url ? new URL(url).host : 'the embedded database';
  let version: number;
  try {
    const versionResult = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    version = Math.floor(Number(versionResult.rows[0]!.version) / 10_000);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw new Error(
      `the database at ${serverName} does not answer (${message || code || 'no reason given'})`,
      {
        cause: error,
      },
    );
  }
  if (version < MIN_POSTGRES_VERSION)
    throw new Error(
      `the database at ${serverName} is PostgreSQL ${version}; ${MIN_POSTGRES_VERSION} or later is needed`,
    );
}
