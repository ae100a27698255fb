import type { KanbanField, KanbanLayout } from '#shared/entities/customer-kanban.ts';
import { getIdByCode, saveRows, type DemoApiCall } from './demo-call.ts';
import type { SeededMasterData } from './masters.ts';

interface DemoKanban {
  name: string;
  customerCode: string;
  layout: KanbanLayout;
  heading: string;
  note?: string;
  forCustomerUsers?: true;
  /** The fields of the kanban. A pair consists of a field and the caption that the customer uses for it. */
  fields: readonly (KanbanField | readonly [KanbanField, string])[];
  milestones?: readonly string[];
}

/** One kanban of each layout. */
const KANBANS: readonly DemoKanban[] = [
  {
    name: '华东液压订单进度',
    customerCode: 'K01',
    layout: 'ordersByState',
    heading: '华东液压 · 订单进度',
    note: '每次报工后自动更新；如有疑问请联系生管部。',
    forCustomerUsers: true,
    fields: ['name', 'quantity', 'completed', 'progress', 'dueDate'],
  },
  {
    name: 'Nordlicht milestones',
    customerCode: 'K03',
    layout: 'ordersByMilestone',
    heading: 'Nordlicht Antriebe · Order milestones',
    fields: [
      ['name', 'Part'],
      ['progress', 'Done'],
      ['dueDate', 'Delivery'],
      ['expectedDay', 'Forecast'],
    ],
    milestones: ['N40', 'N50', 'N60', 'N80'],
  },
  {
    name: '北方重工交期',
    customerCode: 'K02',
    layout: 'deliveryCountdown',
    heading: '北方重工 · 交期倒计时',
    fields: ['name', ['completed', '已交检'], 'quantity', 'expectedDay'],
  },
];

/** Adds a kanban for each of three customers. */
export async function seedCustomerKanbans(call: DemoApiCall, masterDataIds: SeededMasterData): Promise<void> {
  await saveRows(
    call,
    '/mes/customerKanban',
    KANBANS,
    ({ name }) => name,
    ({ customerCode: customer, fields, milestones = [], ...kanban }) => ({
      ...kanban,
      customerId: getIdByCode(masterDataIds.customers, customer),
      shownFields: fields.map((shownField) =>
        typeof shownField === 'string'
          ? { field: shownField }
          : { field: shownField[0], caption: shownField[1] },
      ),
      milestoneIds: milestones.map((code) => getIdByCode(masterDataIds.planNodes, code)),
    }),
  );
}
