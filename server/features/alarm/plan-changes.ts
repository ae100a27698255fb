import {
  evaluateAlarm,
  isEscalationDue,
  type AlarmChange,
  type AlarmCondition,
} from '#shared/alarms/evaluate-alarm.ts';
import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import type { EnabledRule, StoredCondition } from './load-rules.ts';
import type { MeasuredValue } from './measured-value.ts';
import { getMeasureIntervalSeconds } from './read-measure.ts';

/** The measured values of a rule, and the version of the rule for which they were read. */
export interface RuleValues {
  version: number;
  values: readonly MeasuredValue[];
}

/** Stores that a limit is still reached now, while no alarm has fired for it. */
interface PlannedObservation {
  change: 'observed';
  condition: StoredCondition;
}

/** A change of an alarm or of a reached limit, which has to be written. */
export type PlannedChange =
  | PlannedObservation
  | {
      change: Extract<AlarmChange, 'began' | 'fired'>;
      rule: EnabledRule;
      subjectKey: string;
      subject: string | null;
      value: number;
      sinceMs: number;
    }
  | { change: Extract<AlarmChange, 'withdrawn' | 'ended'>; condition: StoredCondition }
  | { change: 'escalated'; rule: EnabledRule; condition: StoredCondition };

/**
 * The maximum number of open alarms of one rule. No further alarm opens until some of these alarms have
 * ended.
 */
export const MAX_OPEN_ALARMS_PER_RULE = 100;

/**
 * The number of reading intervals of a measure that may pass between two observations. After a longer pause
 * (a gap), the time for which a limit must be reached begins again.
 */
const MAX_MISSED_INTERVALS = 3;
/**
 * A pause of at most this time between two observations is never a gap, in milliseconds. If the evaluating
 * node dies, another node takes over within this time.
 */
const MIN_GAP_MS = 30_000;
/**
 * The minimum time between two stored observations, in milliseconds. One change can cause many readings, so
 * not every reading is stored.
 */
const MIN_OBSERVATION_STEP_MS = 2000;

/**
 * Returns the maximum time between two consecutive observations of a measure, in milliseconds. A longer time is a gap.
 */
const getMaxGapMs = (measure: AlarmMeasure): number =>
  Math.max(MIN_GAP_MS, MAX_MISSED_INTERVALS * getMeasureIntervalSeconds(measure) * 1000);

/**
 * Makes the key of a subject of a rule. It contains the measure, so an alarm ends if its rule gets another
 * measure.
 */
export const makeSubjectKey = (rule: EnabledRule, { key }: MeasuredValue): string => `${rule.measure} ${key}`;

const toAlarmCondition = (condition: StoredCondition | undefined): AlarmCondition | null =>
  condition
    ? {
        sinceMs: Date.parse(condition.since),
        observedAtMs: Date.parse(condition.observedAt),
        hasFired: condition.alarmId !== null,
      }
    : null;

const makeEndChange = (condition: StoredCondition): PlannedChange => ({
  change: condition.alarmId === null ? 'withdrawn' : 'ended',
  condition,
});

function planChangesOfRule(
  rule: EnabledRule,
  values: readonly MeasuredValue[],
  conditions: ReadonlyMap<string, StoredCondition>,
  nowMs: number,
): PlannedChange[] {
  const changes: PlannedChange[] = [];
  const maxGapMs = getMaxGapMs(rule.measure);
  let openCount = [...conditions.values()].filter(({ alarmId }) => alarmId !== null).length;
  const measuredKeys = new Set<string>();
  for (const measuredValue of values) {
    const subjectKey = makeSubjectKey(rule, measuredValue);
    measuredKeys.add(subjectKey);
    const storedCondition = conditions.get(subjectKey);
    const previousCondition = toAlarmCondition(storedCondition);
    const evaluation = evaluateAlarm(rule, measuredValue.value, previousCondition, nowMs, maxGapMs);
    const hasTooManyAlarms = evaluation.change === 'fired' && openCount >= MAX_OPEN_ALARMS_PER_RULE;
    if (evaluation.change === 'none') continue;
    if (evaluation.change === 'observed' || hasTooManyAlarms) {
      // If the rule has too many open alarms, the alarm of this subject fires later.
      if (storedCondition && nowMs - previousCondition!.observedAtMs >= MIN_OBSERVATION_STEP_MS)
        changes.push({ change: 'observed', condition: storedCondition });
    } else if (evaluation.change === 'began' || evaluation.change === 'fired') {
      if (evaluation.change === 'fired') openCount += 1;
      changes.push({
        change: evaluation.change,
        rule,
        subjectKey,
        subject: measuredValue.subject,
        value: measuredValue.value!,
        sinceMs: evaluation.condition!.sinceMs,
      });
    } else changes.push(makeEndChange(storedCondition!));
  }
  // A subject that is no longer measured, such as a solved call or a deleted screen, counts as normal.
  for (const [subjectKey, condition] of conditions)
    if (!measuredKeys.has(subjectKey)) changes.push(makeEndChange(condition));
  return changes;
}

/**
 * Plans the changes of the alarms of a factory.
 * @param rules the enabled rules
 * @param conditions the limits that are reached according to the last evaluation
 * @param valuesByRule the measured values by the id of the rule. The alarms of a rule without values do not
 * end, but they can be escalated. If the rule of an alarm is no longer enabled, the alarm ends.
 */
export function planChanges(
  rules: readonly EnabledRule[],
  conditions: readonly StoredCondition[],
  valuesByRule: ReadonlyMap<number, RuleValues>,
  nowMs: number,
): PlannedChange[] {
  const conditionsByRule = new Map<number, Map<string, StoredCondition>>();
  for (const condition of conditions) {
    const conditionsOfRule = conditionsByRule.get(condition.ruleId) ?? new Map<string, StoredCondition>();
    conditionsByRule.set(condition.ruleId, conditionsOfRule.set(condition.subjectKey, condition));
  }
  const changes: PlannedChange[] = [];
  for (const rule of rules) {
    const conditionsOfRule = conditionsByRule.get(rule.id) ?? new Map<string, StoredCondition>();
    conditionsByRule.delete(rule.id);
    const ruleValues = valuesByRule.get(rule.id);
    const ruleChanges =
      ruleValues && ruleValues.version === rule.version
        ? planChangesOfRule(rule, ruleValues.values, conditionsOfRule, nowMs)
        : [];
    changes.push(...ruleChanges);
    const endedConditions = new Set(
      ruleChanges.flatMap((change) => ('condition' in change ? [change.condition] : [])),
    );
    for (const condition of conditionsOfRule.values())
      if (
        condition.mayEscalate &&
        !endedConditions.has(condition) &&
        isEscalationDue(rule.escalateAfterMinutes, Date.parse(condition.firedAt!), nowMs)
      )
        changes.push({ change: 'escalated', rule, condition });
  }
  for (const conditionsOfRule of conditionsByRule.values())
    changes.push(...[...conditionsOfRule.values()].map(makeEndChange));
  return changes;
}
