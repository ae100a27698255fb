import type { Compiled } from './compile.ts';
import type { NeedBy } from './need-by.ts';
import type { Order, RuleCriterion } from './types.ts';

/** The value of an order for each criterion. Orders with lower values come first. */
const CRITERION_VALUES: Record<RuleCriterion, (order: Order) => number> = {
  byDeadlineClass: ({ deadlineRank }) => deadlineRank ?? Infinity,
  byDueDate: ({ due }) => due ?? Infinity,
  byPriority: ({ priority }) => priority,
  byAge: ({ createdAt }) => createdAt,
};

const compareValues = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Ranks orders by criteria. Orders that all criteria rank equally have the same rank. */
function rankOrders(orders: readonly Order[], criteria: readonly RuleCriterion[]): Float64Array {
  const compare = (a: number, b: number): number => {
    for (const criterion of criteria) {
      const getValue = CRITERION_VALUES[criterion];
      const result = compareValues(getValue(orders[a]!), getValue(orders[b]!));
      if (result !== 0) return result;
    }
    return 0;
  };
  const sortedOrders = [...orders.keys()].sort(compare);
  const ranks = new Float64Array(orders.length);
  for (const [position, order] of sortedOrders.entries()) {
    const before = sortedOrders[position - 1];
    ranks[order] = before !== undefined && compare(before, order) === 0 ? ranks[before]! : position;
  }
  return ranks;
}

/** Returns the value of each task: the value of its order. */
function makeTaskValues(
  { orderOfTask }: Compiled,
  valueOfOrder: (order: number) => number,
  valueWithoutOrder: number,
): Float64Array {
  return Float64Array.from(orderOfTask, (order) => (order < 0 ? valueWithoutOrder : valueOfOrder(order)));
}

/** Returns the keys of the configured rule: the ranks of the orders, as minutes between 0 and the horizon. */
function makeConfiguredKeys(compiled: Compiled): Float64Array {
  const { orders, input, now, horizonEnd } = compiled;
  const ranks = rankOrders(orders, input.rule);
  const step = Math.max(1, (horizonEnd - now) / Math.max(1, orders.length));
  return makeTaskValues(compiled, (order) => ranks[order]! * step, horizonEnd - now);
}

/** Returns the keys of each rule, by task. A key is in minutes; the placer sorts the tasks by their keys. */
export function listRuleKeys(compiled: Compiled, needBy: NeedBy): Float64Array[] {
  const { dueOfOrder, horizonEnd } = compiled;
  const getDue = (order: number): number => Math.min(horizonEnd, dueOfOrder[order]!);
  const rules = [needBy.start.slice(), makeTaskValues(compiled, getDue, horizonEnd)];
  if (compiled.input.rule.length > 0) rules.push(makeConfiguredKeys(compiled));
  return rules;
}
