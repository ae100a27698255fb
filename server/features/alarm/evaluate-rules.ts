import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { loadConditions, loadEnabledRules, type EnabledRule, type StoredCondition } from './load-rules.ts';
import { planChanges, type RuleValues } from './plan-changes.ts';
import type { ValueSelector } from './measured-value.ts';
import { readMeasure } from './read-measure.ts';
import { writeAlarmChanges } from './write-changes.ts';

/** The enabled alarm rules of a factory, and the limits that are reached according to the last evaluation. */
export interface AlarmsOfFactory {
  readonly factoryId: number;
  readonly rules: EnabledRule[];
  readonly conditions: StoredCondition[];
}

/** Loads the rules and conditions of each factory that has at least one rule or condition. */
export async function loadAlarmsByFactory(db: Db): Promise<AlarmsOfFactory[]> {
  const alarmsByFactory = new Map<number, AlarmsOfFactory>();
  const getOrAddAlarms = (factoryId: number): AlarmsOfFactory => {
    const alarms = alarmsByFactory.get(factoryId) ?? { factoryId, rules: [], conditions: [] };
    alarmsByFactory.set(factoryId, alarms);
    return alarms;
  };
  for (const rule of await loadEnabledRules(db, null)) getOrAddAlarms(rule.factoryId).rules.push(rule);
  for (const condition of await loadConditions(db, null))
    getOrAddAlarms(condition.factoryId).conditions.push(condition);
  return [...alarmsByFactory.values()];
}

/** Reads the values of the rules whose measure is due. A measure that several rules use is read only once. */
async function readValuesByRule(
  db: Db,
  rules: readonly EnabledRule[],
  dueMeasures: ReadonlySet<AlarmMeasure>,
): Promise<Map<number, RuleValues>> {
  const selectorsByMeasure = new Map<string, ValueSelector>();
  const valuesByRule = new Map<number, RuleValues>();
  for (const rule of rules) {
    if (!dueMeasures.has(rule.measure)) continue;
    const selectValues =
      selectorsByMeasure.get(rule.measure) ??
      (await readMeasure(db, rule, rule.measure, getDatabaseTime(db).getTime()));
    selectorsByMeasure.set(rule.measure, selectValues);
    valuesByRule.set(rule.id, { version: rule.version, values: selectValues(rule.workGroupId) });
  }
  return valuesByRule;
}

/**
 * Whether alarms must change even without new values, because an escalation is due or a rule is no longer
 * enabled.
 */
export const areAlarmChangesDue = (db: Db, { rules, conditions }: AlarmsOfFactory): boolean =>
  planChanges(rules, conditions, new Map(), getDatabaseTime(db).getTime()).length > 0;

/**
 * Evaluates the alarm rules of a factory once. If its values cannot be read, the factory keeps its alarms.
 * @param dueMeasures the measures whose values are read
 * @param mayWrite is called in the transaction that writes the changes; if it returns false, nothing is
 * written
 */
export async function evaluateFactory(
  db: Db,
  { factoryId, rules, conditions }: AlarmsOfFactory,
  dueMeasures: ReadonlySet<AlarmMeasure>,
  mayWrite: (transaction: Db) => Promise<boolean>,
): Promise<void> {
  const valuesByRule = await readValuesByRule(db, rules, dueMeasures);
  const changes = planChanges(rules, conditions, valuesByRule, getDatabaseTime(db).getTime());
  // Usually nothing has changed, and no transaction is needed.
  if (changes.length > 0) await writeAlarmChanges(db, factoryId, valuesByRule, mayWrite);
}
