import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { loadConditions, loadEnabledRules, type EnabledRule } from './load-rules.ts';
import { planChanges, type RuleValues } from './plan-changes.ts';
import type { ValueSelector } from './measured-value.ts';
import { readMeasure } from './read-measure.ts';
import { writeAlarmChanges } from './write-changes.ts';

function groupByFactory<T extends { factoryId: number }>(items: readonly T[]): Map<number, T[]> {
  const itemsByFactory = new Map<number, T[]>();
  for (const item of items) {
    const itemsOfFactory = itemsByFactory.get(item.factoryId);
    if (itemsOfFactory) itemsOfFactory.push(item);
    else itemsByFactory.set(item.factoryId, [item]);
  }
  return itemsByFactory;
}

/** Reads the values of the due rules of a factory. A measure of several rules is read only once. */
async function readValuesByRule(
  db: Db,
  rules: readonly EnabledRule[],
  isDue: (rule: EnabledRule) => boolean,
): Promise<Map<number, RuleValues>> {
  const selectorsByMeasure = new Map<string, ValueSelector>();
  const valuesByRule = new Map<number, RuleValues>();
  for (const rule of rules.filter(isDue)) {
    const selectValues =
      selectorsByMeasure.get(rule.measure) ??
      (await readMeasure(db, rule, rule.measure, getDatabaseTime(db).getTime()));
    selectorsByMeasure.set(rule.measure, selectValues);
    valuesByRule.set(rule.id, { version: rule.version, values: selectValues(rule.workGroupId) });
  }
  return valuesByRule;
}

/** Tells which factories could not be evaluated, with the error of each. The other factories were evaluated. */
export class FactoryEvaluationError extends AggregateError {
  readonly factoryIds: readonly number[];

  constructor(errorsByFactory: ReadonlyMap<number, unknown>) {
    super([...errorsByFactory.values()], 'Alarm rules could not be evaluated');
    this.factoryIds = [...errorsByFactory.keys()];
  }
}

/**
 * Evaluates the alarm rules of all factories once. A factory whose values cannot be read keeps its alarms, and the others
 * are evaluated nevertheless.
 * @param isDue whether the measure of a rule is read this time
 * @throws FactoryEvaluationError with the errors of the factories that could not be evaluated
 */
export async function evaluateRules(db: Db, isDue: (rule: EnabledRule) => boolean): Promise<void> {
  const rulesByFactory = groupByFactory(await loadEnabledRules(db, null));
  const conditionsByFactory = groupByFactory(await loadConditions(db, null));
  const errorsByFactory = new Map<number, unknown>();
  for (const factoryId of new Set([...rulesByFactory.keys(), ...conditionsByFactory.keys()])) {
    const rules = rulesByFactory.get(factoryId) ?? [];
    try {
      const valuesByRule = await readValuesByRule(db, rules, isDue);
      const conditions = conditionsByFactory.get(factoryId) ?? [];
      const changes = planChanges(rules, conditions, valuesByRule, getDatabaseTime(db).getTime());
      // Usually nothing has changed, and no transaction is needed.
      if (changes.length > 0) await writeAlarmChanges(db, factoryId, valuesByRule);
    } catch (error) {
      errorsByFactory.set(factoryId, error);
    }
  }
  if (errorsByFactory.size > 0) throw new FactoryEvaluationError(errorsByFactory);
}
