import { sql, type RawBuilder } from 'kysely';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { isProcessOver } from '#shared/ledger/waiting.ts';

const OVER = PROCESS_STATES.filter(isProcessOver);

/** The SQL condition that a process can still be worked on. */
export const isOpen = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.state`)} not in (${sql.join([...OVER])})`;

/** The SQL condition that a process has pieces to start or to receive. */
export const hasPieces = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.machinable`)} > 0 or ${sql.ref(`${alias}.arrived`)} > ${sql.ref(`${alias}.received`)})`;
