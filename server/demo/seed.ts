import { demoContent, type DemoWorkGroup } from './content.ts';
import { getIdByCode, type DemoApiCall } from './demo-call.ts';
import {
  listDemoDevices,
  groupsByCraft,
  getStandardMinutes,
  seedMasterData,
  type MasterDataIds,
} from './masters.ts';
import {
  getDateAfter,
  createOrder,
  planOrder,
  releaseOrder,
  type CreatedPart,
  type PlannedOrder,
} from './orders.ts';
import { makePastReports, type PastReportOrder, type PastReportWorker } from './make-past-reports.ts';
import { seedCustomerKanbans } from './kanbans.ts';
import { seedCorrectives } from './quality/corrective.ts';
import { seedOutsourcing } from './outsourcing.ts';
import { listDemoPeople } from './people.ts';
import { seedExceptions, seedSigners } from './quality/exceptions.ts';
import { seedInspections, type InspectedProcess } from './quality/inspections.ts';
import { INSPECTED_CRAFT } from './technology.ts';
import { toLocalDate } from './shift-clock.ts';
import { seedMasterPlans } from './master-plans.ts';
import { seedProjectsAndOrderColumn } from './projects.ts';

/** The number of orders of a new factory; the simulated planner adds more. */
const ORDER_COUNT = 40;
/**
 * The number of large orders. They are created in addition to the other orders. They wait for each other and
 * take longer than their due dates allow, so that a plan has late orders with causes.
 */
const LARGE_ORDER_COUNT = 5;
/** A large order has this many times the quantity of the order from which it is made. */
const LARGE_ORDER_FACTOR = 4;
/**
 * The number of the order from which all large orders are made. They therefore have the same product and need
 * the same machines.
 */
const REPEATED_ORDER_NUMBER = 44;
/** The number of orders that stay drafts, so that a planner can release one at once. */
const DRAFT_COUNT = 3;
/** The maximum number of reports that one import call sends. */
const MAX_REPORTS_PER_CALL = 500;
/** The calendar and the rates are valid from this number of days before today. */
const VALID_SINCE_DAYS_AGO = 90;

/** Returns the people and devices of each group, by the code of the group. */
function findGroupResources(
  masterDataIds: MasterDataIds,
): Map<string, { people: PastReportWorker[]; deviceIds: number[] }> {
  return new Map(
    demoContent.groups.map((group: DemoWorkGroup) => [
      group.code,
      {
        people: listDemoPeople()
          .filter((person) => person.group === group.code)
          .map((person) => ({ id: getIdByCode(masterDataIds.people, person.code), isNight: person.isNight })),
        deviceIds: listDemoDevices(group).map((device) => getIdByCode(masterDataIds.devices, device.code)),
      },
    ]),
  );
}

/**
 * Makes the input for generating the past reports of an order. Usually the processes that are due by today
 * have begun.
 */
function makePastOrder(
  masterDataIds: MasterDataIds,
  part: CreatedPart,
  plan: ReturnType<typeof planOrder>,
): PastReportOrder {
  const resources = findGroupResources(masterDataIds);
  const dueCount = plan.parts[0]!.plannedEndDays.filter((end) => end <= 0).length;
  return {
    quantity: plan.quantity,
    // Some orders are one process behind their plan. Assemblies have not begun.
    begunProcessCount: plan.parts.length > 1 ? 0 : plan.number % 6 === 4 ? dueCount - 1 : dueCount,
    processes: part.processes.map(({ id, craft }) => {
      const group = groupsByCraft.get(craft)!;
      return {
        id,
        minutes: getStandardMinutes(craft),
        usesDevice: group.ratio !== null,
        ...resources.get(group.code)!,
      };
    }),
  };
}

/** Lists the processes of an order that the inspection procedure applies to. */
const listInspectable = (plan: PlannedOrder, parts: readonly CreatedPart[]): InspectedProcess[] =>
  parts.flatMap(({ processes }, index) => {
    const { code: partCode, quantity } = plan.parts[index]!;
    return processes
      .filter(({ craft }) => craft === INSPECTED_CRAFT)
      .map(({ id: processId }) => ({ processId, partCode, quantity }));
  });

/** Makes a large order from an order. */
const enlargeOrder = (plan: PlannedOrder): PlannedOrder => ({
  ...plan,
  quantity: plan.quantity * LARGE_ORDER_FACTOR,
  parts: plan.parts.map((part) => ({ ...part, quantity: part.quantity * LARGE_ORDER_FACTOR })),
});

/** Fills an empty factory through the public API: with master data, orders and the reports of the last 52 hours. */
export async function seedDemoFactory(call: DemoApiCall, now: Date, zone: string): Promise<void> {
  const localNow = toLocalDate(now.getTime(), zone);
  const masterDataIds = await seedMasterData(call, {
    today: getDateAfter(localNow, 0),
    firstValidDay: getDateAfter(localNow, -VALID_SINCE_DAYS_AGO),
  });
  const getOrderExtras = await seedProjectsAndOrderColumn(call, masterDataIds, localNow);
  await seedCustomerKanbans(call, masterDataIds);
  const pastOrders: PastReportOrder[] = [];
  const inspectable: InspectedProcess[] = [];
  for (let number = 0; number < ORDER_COUNT; number++) {
    // Some orders are due today, some in the coming days, and some are late. Assemblies are due later.
    const plan = planOrder(number, number % 6 === 5 ? 4 + (number % 5) : (number % 8) - 2);
    const order = await createOrder(call, masterDataIds, plan, localNow, getOrderExtras(number));
    if (number >= ORDER_COUNT - DRAFT_COUNT) continue;
    await releaseOrder(call, order);
    pastOrders.push(makePastOrder(masterDataIds, order.parts[0]!, plan));
    inspectable.push(...listInspectable(plan, order.parts));
  }
  for (let number = ORDER_COUNT; number < ORDER_COUNT + LARGE_ORDER_COUNT; number++) {
    const plan = enlargeOrder({ ...planOrder(REPEATED_ORDER_NUMBER, 1 + (number % 3)), number });
    await releaseOrder(call, await createOrder(call, masterDataIds, plan, localNow));
  }
  const reports = makePastReports(pastOrders, now, zone);
  for (let from = 0; from < reports.length; from += MAX_REPORTS_PER_CALL) {
    await call('/mes/report/import', {
      source: 'demo',
      rows: JSON.stringify(reports.slice(from, from + MAX_REPORTS_PER_CALL)),
    });
  }
  const reportedIds = new Set(reports.map(({ processId }) => processId));
  await seedInspections(
    call,
    inspectable.filter(({ processId }) => reportedIds.has(processId)),
  );
  await seedSigners(call, masterDataIds.people);
  const { people, classifications } = masterDataIds;
  const exceptions = await seedExceptions(call, people, classifications);
  const today = getDateAfter(localNow, 0);
  await seedCorrectives(call, { people, errorClasses: classifications }, exceptions, today);
  await seedOutsourcing(call, localNow);
  await seedMasterPlans(call, today);
}
