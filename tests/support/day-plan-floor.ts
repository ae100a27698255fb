import type { DayLine, DayPlan } from '#shared/answers/daily-plan.ts';
import type { Connection } from '#server/db/connect.ts';
import { createTestFactory, type CallFunction, type TestFactory } from './floor.ts';
import { setZoneToNoon } from './noon.ts';

/** The only process of an order, planned for a day. */
export interface PlannedProcess {
  processId: number;
  partId: number;
  orderId: number;
  version: number;
}

/** A factory in which it is noon, with a group, a device and work that is planned for days. */
export class DayPlanFloor {
  private count = 0;

  private constructor(
    readonly factory: TestFactory,
    readonly today: string,
    readonly groupId: number,
    readonly deviceId: number,
  ) {}

  static async create(connection: Connection): Promise<DayPlanFloor> {
    const factory = await createTestFactory(connection);
    const { today } = await setZoneToNoon(factory);
    const save = async (path: string, fields: Record<string, unknown>) =>
      (await factory.call<{ id: number }>(`${path}/save`, fields)).id;
    const groupId = await save('/mes/system/basic/group', { code: 'TURN', name: 'Turning' });
    const deviceId = await save('/mes/system/basic/device', {
      code: 'L1',
      name: 'Lathe 1',
      workGroupId: groupId,
    });
    return new DayPlanFloor(factory, today(), groupId, deviceId);
  }

  get call(): CallFunction {
    return this.factory.call;
  }

  /** Returns the day that is some days after today. */
  getDay(days: number): string {
    return new Date(Date.parse(`${this.today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  }

  async save(path: string, fields: Record<string, unknown>): Promise<number> {
    return (await this.call<{ id: number }>(`${path}/save`, fields)).id;
  }

  change(processId: number, values: Record<string, unknown>) {
    return this.factory.connection.db
      .updateTable('process')
      .set(values)
      .where('factoryId', '=', this.factory.factoryId)
      .where('id', '=', processId)
      .execute();
  }

  /** Adds an order with one process that is planned for the lathe today. */
  async plan(
    values: Record<string, unknown> = {},
    craft: Record<string, unknown> = {},
    quantity = 4,
  ): Promise<PlannedProcess> {
    const name = `Craft ${++this.count}`;
    const { id, partId, version, processIds } = await this.factory.createOrder(quantity, [
      { name, deviceMinutes: 10, manMachineRatio: 1, ...craft },
    ]);
    const processId = processIds[0]!;
    await this.change(processId, {
      workGroupId: this.groupId,
      deviceId: this.deviceId,
      plannedStart: this.today,
      plannedEnd: this.today,
      ...values,
    });
    return { processId, partId, orderId: id, version };
  }

  read(day = this.today, filter: Record<string, unknown> = {}): Promise<DayPlan> {
    return this.call<DayPlan>('/mes/plan/day', { day, ...filter });
  }

  async readLine(processId: number, day = this.today): Promise<DayLine | undefined> {
    return (await this.read(day)).lines.find((line) => line.processId === processId);
  }

  async release(day = this.today, call = this.call): Promise<{ planId: number; number: number }> {
    const { lastNumber } = await this.read(day);
    return call<{ planId: number; number: number }>('/mes/plan/day/release', { day, number: lastNumber });
  }
}
