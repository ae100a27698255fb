import type { Client } from 'pg';
import type { Statement } from './statements.ts';

/**
 * Groups the statements that were sent in parallel. The statements of a group were sent after all answers to
 * the previous group.
 */
function groupParallelStatements(statements: readonly Statement[]): Statement[][] {
  const groups: Statement[][] = [];
  for (const statement of statements) {
    const group = groups.at(-1);
    if (group && statement.isSentInParallel) group.push(statement);
    else groups.push([statement]);
  }
  return groups;
}

/** Makes a function that sends the statements of a call as the server does: in parallel or one after the other. */
export function makeDirectSqlCall(
  sqlClients: readonly Client[],
  statements: readonly Statement[],
): () => Promise<void> {
  const groups = groupParallelStatements(statements);
  return async () => {
    for (const group of groups)
      await Promise.all(
        group.map(({ text, values }, index) => sqlClients[index % sqlClients.length]!.query(text, values)),
      );
  };
}
