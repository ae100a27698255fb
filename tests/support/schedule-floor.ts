import { afterAll, beforeAll, expect } from 'vitest';
import type {
  PresentSchedule,
  ScheduleBar,
  ScheduleProposal,
  ScheduleRun,
  ScheduleState,
} from '#shared/answers/schedule.ts';
import { SchedulePlanner } from '#server/planning/schedule/plan-runs.ts';
import type { Connection } from '#server/db/connect.ts';
import { addCommitListener } from '#server/db/transaction.ts';
import type { TestDatabase } from './databases.ts';
import { createTestFactory, type CraftOptions, type CreatedOrder, type TestFactory } from './floor.ts';
import { setZoneToNoon, type NoonClock } from './noon.ts';
import { EVERY_DAY } from './noon-floor.ts';

const PATH = '/mes/plan/schedule';

type PlannerOptions = Partial<Parameters<typeof SchedulePlanner.start>[1]>;

/** A planner as a node has it, with the errors that it would log. */
export interface TestPlanner {
  errors: unknown[];
  close: () => Promise<void>;
}

/**
 * Starts the planner of a node. Each commit tells the planner that something has changed, as the change feed would do.
 */
export async function startTestPlanner(
  connection: Connection,
  options: PlannerOptions = {},
): Promise<TestPlanner> {
  const errors: unknown[] = [];
  const planner = await SchedulePlanner.start(connection.db, {
    onError: (error) => errors.push(error),
    isOnlyNode: false,
    ...options,
  });
  const stopListening = addCommitListener(() => planner.onChange('scheduleRun'));
  return {
    errors,
    close: async () => {
      stopListening();
      await planner.close();
    },
  };
}

/** Registers a planner that runs during all tests of a suite. */
export function registerTestPlanner(database: TestDatabase): void {
  let planner: TestPlanner | undefined;
  beforeAll(async () => {
    planner = await startTestPlanner(await database.open());
  });
  afterAll(() => planner?.close());
}

/** A factory where it is noon, with a group of two lathes that work from 8:00 to 16:00 every day. */
export interface ScheduleFloor {
  factory: TestFactory;
  noon: NoonClock;
  groupId: number;
  deviceIds: number[];
  save: (path: string, fields: Record<string, unknown>) => Promise<number>;
  /** Creates a released order whose processes run in the group. */
  addOrder: (quantity: number, steps: readonly CraftOptions[], dueInDays?: number) => Promise<CreatedOrder>;
  /** Returns the calendar day this many days from today. */
  getDay: (days: number) => string;
  /** Returns the instant of an hour of the day this many days from today, in ISO 8601. */
  getInstant: (days: number, hour: number) => string;
  compute: (fields?: Record<string, unknown>) => Promise<number>;
  readStatus: (id: number) => Promise<ScheduleRun>;
  waitForState: (id: number, state: ScheduleState) => Promise<ScheduleRun>;
  /** Computes a plan, and waits until it is ready. */
  propose: (fields?: Record<string, unknown>) => Promise<ScheduleProposal>;
  apply: (id: number) => Promise<unknown>;
  readPresent: () => Promise<PresentSchedule>;
}

/** Finds the bar of a process. */
export const findBar = ({ plan }: Pick<ScheduleProposal, 'plan'>, processId: number): ScheduleBar =>
  plan!.bars.find((bar) => bar.processId === processId)!;

export async function createScheduleFloor(connection: Connection): Promise<ScheduleFloor> {
  const factory = await createTestFactory(connection);
  const noon = await setZoneToNoon(factory);
  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
  const getDay = (days: number): string => noon.getLocalTime(days * 24).slice(0, 10);
  const zoneOffsetMs =
    Math.round((Date.parse(`${noon.getLocalTime(0)}Z`) - Date.now()) / 3_600_000) * 3_600_000;
  const getInstant = (days: number, hour: number): string =>
    new Date(Date.parse(`${getDay(days)}T00:00:00Z`) + hour * 3_600_000 - zoneOffsetMs).toISOString();
  const classTableId = await save('/mes/system/classTable', {
    code: 'DAY',
    name: 'Day',
    shifts: [{ name: 'Day', startsAt: '08:00', endsAt: '16:00', ...EVERY_DAY }],
    breaks: [],
  });
  await save('/mes/system/roster', { classTableId, validFrom: getDay(-10) });
  const groupId = await save('/mes/system/basic/group', { code: 'TURN', name: 'Turning' });
  const deviceIds: number[] = [];
  for (const code of ['L1', 'L2'])
    deviceIds.push(
      await save('/mes/system/basic/device', { code, name: `Lathe ${code}`, workGroupId: groupId }),
    );
  const addOrder: ScheduleFloor['addOrder'] = async (quantity, steps, dueInDays) => {
    const order = await factory.createOrder(quantity, steps);
    for (const id of order.processIds) {
      const process = await factory.call<{ version: number }>('/mes/process/get', { id });
      await factory.call('/mes/process/save', { id, version: process.version, workGroupId: groupId });
    }
    if (dueInDays === undefined) return order;
    const savedOrder = await factory.call<{ version: number }>('/mes/order/save', {
      id: order.id,
      version: order.version,
      dueDate: getDay(dueInDays),
    });
    return { ...order, version: savedOrder.version };
  };
  const compute: ScheduleFloor['compute'] = async (fields = {}) =>
    (
      await factory.call<{ id: number }>(`${PATH}/compute`, {
        keep: 'planAfresh',
        horizonDays: 20,
        ...fields,
      })
    ).id;
  const readStatus = (id: number) => factory.call<ScheduleRun>(`${PATH}/status`, { id });
  const waitForState: ScheduleFloor['waitForState'] = async (id, state) => {
    await expect.poll(async () => (await readStatus(id)).state, { interval: 50 }).toBe(state);
    return readStatus(id);
  };
  return {
    factory,
    noon,
    groupId,
    deviceIds,
    save,
    addOrder,
    getDay,
    getInstant,
    compute,
    readStatus,
    waitForState,
    propose: async (fields) => {
      const id = await compute(fields);
      await waitForState(id, 'ready');
      return factory.call<ScheduleProposal>(`${PATH}/get`, { id });
    },
    apply: (id) => factory.call(`${PATH}/apply`, { id }),
    readPresent: () => factory.call<PresentSchedule>(`${PATH}/present`, {}),
  };
}
