import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, file, flag, lines, number, ref, refs, text } from '#shared/kernel/fields.ts';

/** How a kanban arranges the orders: in columns by state or by milestone, or by the days until delivery. */
export const KANBAN_LAYOUTS = ['ordersByState', 'ordersByMilestone', 'deliveryCountdown'] as const;
export type KanbanLayout = (typeof KANBAN_LAYOUTS)[number];

/** The fields of an order that a kanban can show in addition to its code. Each name is the key of a term. */
export const KANBAN_FIELDS = [
  'purchasingOrder',
  'name',
  'orderState',
  'quantity',
  'completed',
  'progress',
  'dueDate',
  'expectedDay',
] as const;
export type KanbanField = (typeof KANBAN_FIELDS)[number];

/**
 * A board for one customer with the customer's own orders. The customer sees exactly the listed fields. The server
 * leaves out all other fields.
 */
export const customerKanban = defineEntity({
  name: 'customerKanban',
  path: '/mes/customerKanban',
  permission: { read: 'CUSTOMER_KANBAN_MANAGE', write: 'CUSTOMER_KANBAN_MANAGE' },
  shownAs: 'name',
  sort: 'name',
  topic: 'board',
  filters: ['customerId', 'layout'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    customerId: ref('customer', { required: true }),
    layout: choice(KANBAN_LAYOUTS, { initial: 'ordersByState', label: 'kanbanLayout' }),
    /** The heading that the customer reads. Without it, the heading is the name of the kanban. */
    heading: text({ max: 120, label: 'kanbanHeading' }),
    /** A sentence for the customer below the heading. */
    note: text({ max: 500, label: 'kanbanNote' }),
    logo: file(),
    /** For how many days an order stays on the kanban after its completion. */
    completedDays: number({
      unit: 'days',
      min: 0,
      max: 365,
      decimals: 0,
      initial: 14,
      label: 'kanbanCompletedDays',
    }),
    /** Whether the users of the customer see the kanban after they log in. */
    forCustomerUsers: flag({ label: 'kanbanForCustomerUsers' }),
    /** The fields that the customer sees, in display order, with the captions that the customer uses. */
    shownFields: lines(
      {
        field: choice(KANBAN_FIELDS, { required: true, label: 'kanbanField' }),
        caption: text({ max: 40, label: 'kanbanCaption' }),
      },
      { max: KANBAN_FIELDS.length, label: 'kanbanFields' },
    ),
    /**
     * The columns of the layout by milestone. An order passes a milestone when all of its processes with a craft of the
     * milestone are done.
     */
    milestoneIds: refs('masterPlanNode', { max: 12, label: 'kanbanMilestones' }),
  },
});
