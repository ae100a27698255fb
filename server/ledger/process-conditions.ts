import { sql, type RawBuilder } from 'kysely';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { isProcessOver } from '#shared/ledger/waiting.ts';

const OVER = PROCESS_STATES.filter(isProcessOver);

/** Whether a process is not over. */
export const isOpen = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.state`)} not in (${sql.join([...OVER])})`;

/** Whether a process has pieces to start or receive, as `startable` and `receivableOf` count them. */
export const hasPieces = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.machinable`)} > 0 or ${sql.ref(`${alias}.arrived`)} > ${sql.ref(`${alias}.received`)})`;
