import { content, type DemoGroup } from './content.ts';
import { idOf, type DemoCall } from './demo-call.ts';
import { devicesOf, groupOf, minutesOf, seedMasters, type Masters } from './masters.ts';
import { dayFrom, placeOrder, planOrder, releaseOrder, type PlacedPart } from './orders.ts';
import { makePastReports, type PastOrder, type Worker } from './make-past-reports.ts';
import { demoPeople } from './people.ts';
import { seedProjects } from './projects.ts';

/** The number of initial orders; the simulated planners add more. */
const ORDERS = 40;
/** The number of orders that stay drafts, so that a planner can release one at once. */
const DRAFTS = 3;
/** The number of reports per import call. */
const BATCH = 500;
/** The number of days before today from which the calendar and the rates are valid. */
const SINCE_DAYS = 90;

/** Returns the people and devices of each group. */
function resourcesOf(masters: Masters): Map<string, { people: Worker[]; devices: number[] }> {
  return new Map(
    content.groups.map((group: DemoGroup) => [
      group.code,
      {
        people: demoPeople()
          .filter((one) => one.group === group.code)
          .map((one) => ({ id: idOf(masters.people, one.code), isNight: one.isNight })),
        devices: devicesOf(group).map((one) => idOf(masters.devices, one.code)),
      },
    ]),
  );
}

/**
 * Returns the input for generating the past reports of an order. Its processes that are due by
 * today have begun.
 */
function pastOf(masters: Masters, part: PlacedPart, plan: ReturnType<typeof planOrder>): PastOrder {
  const resources = resourcesOf(masters);
  const begun = plan.parts[0]!.ends.filter((end) => end <= 0).length;
  return {
    quantity: plan.quantity,
    // Some orders are one process behind their plan. Assemblies have not begun.
    ahead: plan.parts.length > 1 ? 0 : plan.number % 6 === 4 ? begun - 1 : begun,
    processes: part.processes.map(({ id, craft }) => {
      const group = groupOf.get(craft)!;
      return {
        id,
        minutes: minutesOf(craft),
        usesDevice: group.ratio !== null,
        ...resources.get(group.code)!,
      };
    }),
  };
}

/**
 * Fills an empty factory through the public API: with master data, orders and the reports of the
 * last two days.
 */
export async function seedDemo(call: DemoCall, now: Date, zone: string): Promise<void> {
  const masters = await seedMasters(call, dayFrom(now, -SINCE_DAYS));
  const extras = await seedProjects(call, masters, now);
  const past: PastOrder[] = [];
  for (let number = 0; number < ORDERS; number++) {
    // Some orders are due today, some in the coming days, and a few are late. Assemblies are due
    // later.
    const plan = planOrder(number, number % 6 === 5 ? 4 + (number % 5) : (number % 8) - 2);
    const order = await placeOrder(call, masters, plan, now, extras(number));
    if (number >= ORDERS - DRAFTS) continue;
    await releaseOrder(call, order);
    past.push(pastOf(masters, order.parts[0]!, plan));
  }
  const reports = makePastReports(past, now, zone);
  for (let from = 0; from < reports.length; from += BATCH) {
    await call('/mes/report/import', {
      source: 'demo',
      rows: JSON.stringify(reports.slice(from, from + BATCH)),
    });
  }
}
