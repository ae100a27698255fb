import { sql, type RawBuilder } from 'kysely';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { hasProcessEnded } from '#shared/ledger/waiting.ts';

const ENDED_STATE_NAMES = PROCESS_STATES.filter(hasProcessEnded);

/** The SQL condition that a process has not ended. */
export const buildProcessOpenCondition = (alias: 'p' | 'q' | 't'): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.state`)} not in (${sql.join([...ENDED_STATE_NAMES])})`;

/** The SQL condition that a process has pieces to start or to receive. */
export const buildAvailablePiecesCondition = (alias: 'p' | 'q'): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.machinable`)} > 0 or ${sql.ref(`${alias}.arrived`)} > ${sql.ref(`${alias}.received`)})`;
