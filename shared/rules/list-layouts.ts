import type { TermKey } from '#shared/kernel/term-key.ts';

/** The default layout of a list whose columns differ from the fields of the declaration. */
interface ListLayout {
  /** The columns that come first, in this order. */
  readonly first: readonly string[];
  /** The columns that are hidden by default. */
  readonly hidden: readonly string[];
  /** The terms for the headings of columns that the screen computes, by column name. */
  readonly drawn: Readonly<Record<string, TermKey>>;
  /** The column widths in pixels, by column name. */
  readonly widths: Readonly<Record<string, number>>;
}

/** The default layouts by entity, for the lists whose columns differ from the fields of the declaration. */
export const LIST_LAYOUTS: Readonly<Record<string, ListLayout>> = {
  // The list shows the columns that planners need. The page of an order also shows the hidden ones.
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
      'deadlineClassId',
      'plannedStart',
      'promisedDate',
      'startedAt',
      'endedAt',
      'remark',
      'updatedBy',
      'updatedAt',
    ],
    drawn: { lateBy: 'lateOrAhead' },
    widths: {
      code: 132,
      name: 150,
      state: 126,
      progress: 130,
      customerId: 120,
      quantity: 92,
      completedQuantity: 108,
      dueDate: 110,
      priority: 88,
    },
  },
};
