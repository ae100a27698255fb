import type { Client } from 'pg';
import type { Statement } from './statements.ts';

/** Groups statements: those of a group were sent in parallel, after the answers to the group before. */
function groupByWave(statements: readonly Statement[]): Statement[][] {
  const waves: Statement[][] = [];
  for (const statement of statements) {
    const wave = waves.at(-1);
    if (wave && statement.isSentInParallel) wave.push(statement);
    else waves.push([statement]);
  }
  return waves;
}

/** Makes a function that sends the statements of a call as the server does: in parallel or one after the other. */
export function makeDirectSqlCall(
  sqlClients: readonly Client[],
  statements: readonly Statement[],
): () => Promise<void> {
  const waves = groupByWave(statements);
  return async () => {
    for (const wave of waves)
      await Promise.all(
        wave.map(({ text, values }, index) => sqlClients[index % sqlClients.length]!.query(text, values)),
      );
  };
}
