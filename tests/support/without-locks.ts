import type { Connection } from '#server/db/connect.ts';
import { createConnectionWithChangedStatements } from './changed-statements.ts';

/**
 * Returns a connection whose statements lock no parts, so that a test can show what these locks prevent.
 * @param beforeStatement called before each statement, which waits for it
 */
export const createConnectionWithoutLocks = (
  connection: Connection,
  beforeStatement: (text: string) => Promise<void> | undefined = () => undefined,
): Connection =>
  createConnectionWithChangedStatements(connection, async (text) => {
    await beforeStatement(text);
    return text.replaceAll('for update of t', '');
  });
