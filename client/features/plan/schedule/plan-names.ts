import { useMemo } from 'react';
import type {
  ScheduleBar,
  ScheduleGroup,
  ScheduleMachine,
  ScheduleOperation,
  ScheduleOrder,
  SchedulePlan,
} from '#shared/answers/schedule.ts';

const indexBy = <T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** Returns the number of a share of a split operation, such as ' 1/2'; an empty text if the operation is not split. */
export const nameShare = ({ share }: ScheduleOperation): string =>
  share ? ` ${share.number}/${share.count}` : '';

/** A plan, with functions that find its machines, groups, orders and operations by id and return their names. */
export class PlanNames {
  readonly machines: ReadonlyMap<number, ScheduleMachine>;
  readonly groups: ReadonlyMap<number, ScheduleGroup>;
  readonly orders: ReadonlyMap<number, ScheduleOrder>;
  readonly bars: ReadonlyMap<number, ScheduleBar>;
  private readonly operations: ReadonlyMap<number, ScheduleOperation>;

  constructor(readonly plan: SchedulePlan) {
    this.machines = indexBy(plan.machines, ({ id }) => id);
    this.groups = indexBy(plan.groups, ({ id }) => id);
    this.orders = indexBy(plan.orders, ({ id }) => id);
    this.bars = indexBy(plan.bars, ({ task }) => task);
    this.operations = new Map<number, ScheduleOperation>([
      ...plan.unplaced.map((row): [number, ScheduleOperation] => [row.task, row]),
      ...this.bars,
    ]);
  }

  /** Returns the name of a machine; an empty text if `id` is null or the plan does not have the machine. */
  nameMachine(id: number | null): string {
    return (id !== null && this.machines.get(id)?.name) || '';
  }

  nameGroup(id: number | null): string {
    return (id !== null && this.groups.get(id)?.name) || '';
  }

  nameOrder(id: number): string {
    return this.orders.get(id)?.code ?? `#${id}`;
  }

  /** Returns the name of an operation: its order and its process, such as 'W-1 · 10 Turning'. */
  nameTask(task: number): string {
    const operation = this.operations.get(task);
    return operation
      ? `${this.nameOrder(operation.orderId)} · ${operation.seq} ${operation.name}${nameShare(operation)}`
      : `#${task}`;
  }

  findOrderOf(task: number): ScheduleOrder | undefined {
    const operation = this.operations.get(task);
    return operation && this.orders.get(operation.orderId);
  }

  /** Returns the group to which an operation belongs: the group of its machine or, without a machine, its own group. */
  findGroupOf(bar: ScheduleBar): number | null {
    return (bar.machine === null ? null : this.machines.get(bar.machine)?.workGroupId) ?? bar.workGroupId;
  }
}

/** Returns the `PlanNames` of a plan; null if there is no plan. */
export const usePlanNames = (plan: SchedulePlan | null | undefined): PlanNames | null =>
  useMemo(() => (plan ? new PlanNames(plan) : null), [plan]);
