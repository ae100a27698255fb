import { sql, type RawBuilder } from 'kysely';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { isProcessOver } from '#shared/ledger/waiting.ts';

const OVER = PROCESS_STATES.filter(isProcessOver);

/** Whether something is still to be made at a process. */
export const isOpen = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.state`)} not in (${sql.join([...OVER])})`;

/** Whether pieces lie at a process that somebody could start or receive: what `startable` and `receivableOf` count. */
export const hasPieces = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.machinable`)} > 0 or ${sql.ref(`${alias}.arrived`)} > ${sql.ref(`${alias}.received`)})`;
