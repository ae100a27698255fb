import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { alarmStateMachine } from '#shared/machines/alarm.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Work } from '../../db/work.ts';

/**
 * Acknowledges an alarm. If two people acknowledge it at the same time, the second request is refused with
 * an error that names the first person. An older version is accepted, because only the server changes a firing alarm:
 * the alarm was escalated after the user had seen it.
 * @throws rowNotFound, alarmEnded, alarmState, stale
 */
export async function acknowledgeAlarm(
  work: Work,
  user: CurrentUser,
  input: { id: number; version: number },
) {
  const alarm = await work.db
    .selectFrom('alarm')
    .select(['id', 'version', 'state', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!alarm) throw makeError('rowNotFound');
  if (alarm.state === 'resolved') throw makeError('alarmEnded');
  const state = findNextState(alarmStateMachine, alarm.state, 'acknowledge');
  if (state === null) throw makeError('alarmState', { state: markAsTerm(alarm.state), by: alarm.updatedBy });
  if (alarm.version < input.version)
    throw makeError('stale', { by: alarm.updatedBy, at: alarm.updatedAt, version: alarm.version });
  const version = alarm.version + 1;
  const values = { state, acknowledgedAt: work.now, acknowledgedById: user.employeeId };
  await work.db
    .updateTable('alarm')
    .set({ ...values, version, updatedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', alarm.id)
    .execute();
  work.announce('andon', 'alarm', [alarm.id]);
  work.log({
    entity: 'alarm',
    id: alarm.id,
    action: 'acknowledge',
    before: { state: alarm.state },
    after: values,
  });
  return { id: alarm.id, version, state };
}
