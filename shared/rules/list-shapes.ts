import type { TermKey } from '#shared/kernel/term-key.ts';

/** How the list of an entity begins where that is not the order of its declaration. */
interface ListShape {
  /** The columns that stand first, in this order. */
  readonly first: readonly string[];
  /** Columns that are hidden until somebody wants them. */
  readonly hidden: readonly string[];
  /** Columns that the screen computes, by name: no row holds a value of that name. */
  readonly drawn: Readonly<Record<string, TermKey>>;
  /** In pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

/** The lists that a person reads in another order than their entity is declared in. */
export const LIST_SHAPES: Readonly<Record<string, ListShape>> = {
  // As a planner reads orders; the rest can be found on the order's own page.
  workOrder: {
    first: [
      'code',
      'name',
      'state',
      'progress',
      'lateBy',
      'dueDate',
      'customerId',
      'quantity',
      'completedQuantity',
      'priority',
    ],
    hidden: [
      'projectId',
      'orderTypeId',
      'promisedDate',
      'startedAt',
      'endedAt',
      'remark',
      'updatedBy',
      'updatedAt',
    ],
    drawn: { lateBy: 'lateOrAhead' },
    widths: {
      code: 140,
      name: 160,
      state: 126,
      progress: 160,
      lateBy: 142,
      customerId: 120,
      quantity: 92,
      completedQuantity: 108,
      dueDate: 110,
      priority: 88,
    },
  },
};
