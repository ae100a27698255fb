import { isClearValueValid } from '#shared/alarms/evaluate-alarm.ts';
import { ALARM_MEASURE_PROPERTIES } from '#shared/alarms/measures.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

/**
 * Refuses a rule whose limits contradict its measure or each other.
 * @throws fieldsInvalid, alarmLimits
 */
function refuseWrongLimits(rule: DraftOf<'alarmRule'>): void {
  const { kind, acceptsGroup, minLimit } = ALARM_MEASURE_PROPERTIES[rule.measure];
  if (rule.limitValue < minLimit)
    throw makeError('fieldsInvalid', {}, { limitValue: { reason: 'tooSmall', params: { min: minLimit } } });
  // For every measure whose kind is not `threshold`, the value is a duration. A rule for such a measure can
  // only have the comparison `atLeast`.
  if (kind !== 'threshold' && rule.comparison !== 'atLeast')
    throw makeError('fieldsInvalid', {}, { comparison: { reason: 'notAChoice' } });
  if (!acceptsGroup && rule.workGroupId !== null)
    throw makeError('fieldsInvalid', {}, { workGroupId: { reason: 'notAChoice' } });
  if (!isClearValueValid(rule)) throw makeError('alarmLimits', {}, { clearValue: { reason: 'notAChoice' } });
}

/** The measure of an alarm rule determines the kind of the rule and which limits are allowed. */
export const alarmRuleHooks: HooksOf<'alarmRule'> = {
  beforeSave: async (_tx, next) => {
    refuseWrongLimits(next);
    const hasEscalationTime = next.escalateAfterMinutes !== null;
    const hasEscalationRoles = next.escalationRoleIds.length > 0;
    if (hasEscalationTime !== hasEscalationRoles)
      throw makeError(
        'alarmEscalation',
        {},
        { [hasEscalationTime ? 'escalationRoleIds' : 'escalateAfterMinutes']: { reason: 'required' } },
      );
    next.alarmKind = ALARM_MEASURE_PROPERTIES[next.measure].kind;
  },
};
