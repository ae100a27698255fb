import type { Client } from 'pg';
import type { Statement } from './statements.ts';

/**
 * Makes a function that sends the statements of a call as the server does: first those that read the session, then the
 * others in parallel.
 */
export function makeDirectSqlCall(
  sqlClients: readonly Client[],
  statements: readonly Statement[],
): () => Promise<void> {
  const isSessionStatement = ({ text }: Statement) => /from session s/.test(text);
  const sessionStatements = statements.filter(isSessionStatement);
  const otherStatements = statements.filter((statement) => !isSessionStatement(statement));
  return async () => {
    for (const { text, values } of sessionStatements) await sqlClients[0]!.query(text, values);
    await Promise.all(
      otherStatements.map(({ text, values }, index) => sqlClients[index]!.query(text, values)),
    );
  };
}
