import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { alarmStateMachine } from '#shared/machines/alarm.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { lockRow } from '../../db/lock.ts';

/**
 * Acknowledges an alarm. If two people acknowledge it at the same time, the second request is refused with an
 * error that names the first person. A request with an older version of a firing alarm is accepted, because
 * only the server changes a firing alarm. For example, the server may have escalated the alarm after the user
 * read it.
 * @throws rowNotFound, alarmEnded, alarmState, stale
 */
export async function acknowledgeAlarm(
  tx: Transaction,
  user: CurrentUser,
  input: { id: number; version: number },
) {
  const alarm = await lockRow(tx, 'alarm', input.id, ['id', 'version', 'state', 'updatedBy', 'updatedAt']);
  if (alarm.state === 'resolved') throw makeError('alarmEnded');
  const state = findNextState(alarmStateMachine, alarm.state, 'acknowledge');
  if (state === null) throw makeError('alarmState', { state: markAsTerm(alarm.state), by: alarm.updatedBy });
  if (alarm.version < input.version)
    throw makeError('stale', { by: alarm.updatedBy, at: alarm.updatedAt, version: alarm.version });
  const values = { state, acknowledgedAt: tx.now, acknowledgedById: user.employeeId };
  const version = await writeChange(tx, 'alarm', alarm, values, { action: 'acknowledge' });
  return { id: alarm.id, version, state };
}
