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

/** Returns the place of a share among those of its operation, such as ' 1/2'; an empty text if it is not split. */
export const nameShare = ({ share }: ScheduleOperation): string =>
  share ? ` ${share.number}/${share.count}` : '';

/** Finds the machines, groups, orders and operations of a plan by id, and their names. */
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

  /** Returns the name of a machine; an empty text if there is none. */
  nameMachine(id: number | null): string {
    return (id !== null && this.machines.get(id)?.name) || '';
  }

  nameGroup(id: number | null): string {
    return (id !== null && this.groups.get(id)?.name) || '';
  }

  nameOrder(id: number): string {
    return this.orders.get(id)?.code ?? `#${id}`;
  }

  /** Names an operation by its order and process, such as 'W-1 · 10 Turning'. */
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

  /** Returns the group in which an operation counts: that of its machine, else its own. */
  groupOf(bar: ScheduleBar): number | null {
    return (bar.machine === null ? null : this.machines.get(bar.machine)?.workGroupId) ?? bar.workGroupId;
  }
}

/** Returns the `PlanNames` of a plan; null without a plan. */
export const usePlanNames = (plan: SchedulePlan | null | undefined): PlanNames | null =>
  useMemo(() => (plan ? new PlanNames(plan) : null), [plan]);
