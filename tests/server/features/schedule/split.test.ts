import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import type { CapacityLoad } from '#shared/answers/capacity-load.ts';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import type { ScheduleBar, ScheduleProposal } from '#shared/answers/schedule.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode, type CreatedOrder, type RefusedCallError } from '#tests/support/floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';
import {
  createScheduleFloor,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 10, preparationMinutes: 15, manMachineRatio: 1 };
const MILL = { name: 'Mill', deviceMinutes: 5, manMachineRatio: 1 };
const PATH = '/mes/process/split';
const NO_APPOINTMENT = { appointmentStart: null, appointmentEnd: null };

describeForEachDatabase('Splitting an operation over machines', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  let order: CreatedOrder;
  let turnId: number;
  let millId: number;

  beforeEach(async () => {
    floor = await createScheduleFloor(await database.open());
    order = await floor.addOrder(10, [TURN, MILL], 3);
    [turnId, millId] = order.processIds as [number, number];
  });

  const read = () => floor.factory.call<OperationSplit>(`${PATH}/get`, { processId: turnId });
  const save = (version: number, shares: readonly Partial<OperationSplit['shares'][number]>[]) =>
    floor.factory.call<OperationSplit>(`${PATH}/save`, {
      processId: turnId,
      version,
      shares: shares.map((share) => ({ id: null, ...NO_APPOINTMENT, ...share })),
    });
  const splitTurn = async (...quantities: number[]) =>
    save(
      (await read()).version,
      quantities.map((quantity, index) => ({ deviceId: floor.deviceIds[index]!, quantity })),
    );
  const listBars = ({ plan }: Pick<ScheduleProposal, 'plan'>, processId: number): ScheduleBar[] =>
    plan!.bars.filter((bar) => bar.processId === processId).toSorted((a, b) => a.task - b.task);
  const readProcess = () =>
    floor.factory.call<{ version: number; deviceId: number | null; appointmentStart: string | null }>(
      '/mes/process/get',
      { id: turnId },
    );
  const saveTurn = async (fields: Record<string, unknown>) => {
    const { version } = await readProcess();
    return floor.factory.call('/mes/process/save', { id: turnId, version, ...fields });
  };

  /** Expects that every page and report about the applied plan shows the shares of both machines. */
  const expectReadersToShowShares = async (
    shares: OperationSplit['shares'],
    first: ScheduleBar,
    second: ScheduleBar,
  ): Promise<void> => {
    const { call } = floor.factory;
    const today = floor.getDay(0);
    // The capacity load of a day is the work that the plan places on this day.
    const load = await call<CapacityLoad>('/mes/plan/capacityLoad', { from: today, to: floor.getDay(1) });
    const db = floor.factory.connection.db;
    const { rows: millRows } = await sql<{
      minutes: number;
    }>`select day_minutes[1] as minutes from planned_operation
      where factory_id = ${floor.factory.factoryId} and process_id = ${millId}`.execute(db);
    const { deviceHours } = load.groups.find(({ id }) => id === floor.groupId)!;
    expect(deviceHours.load[0]).toBe(75 + 55 + millRows[0]!.minutes);
    // The plan of the day has a line for each machine with its quantity.
    const day = await call<DayPlan>('/mes/plan/day', { day: today });
    const lines = day.lines.filter(({ processId }) => processId === turnId);
    expect(
      lines.map(({ shareId, deviceId, quantity, deviceMinutes }) => [
        shareId,
        deviceId,
        quantity,
        deviceMinutes,
      ]),
    ).toEqual([
      [shares[0]!.id, floor.deviceIds[0], 6, 75],
      [shares[1]!.id, floor.deviceIds[1], 4, 55],
    ]);
    await call('/mes/plan/day/release', { day: today, number: 0 });
    const releasedDay = await call<DayPlan>('/mes/plan/day', { day: today });
    expect(releasedDay.lines.filter(({ change }) => change !== null)).toEqual([]);
    // The queue of each machine shows only its own share. The terminal shows both shares.
    for (const [index, quantity] of [6, 4].entries()) {
      const queue = await call<{ rows: { id: number; quantity: number; plannedStart: string }[] }>(
        '/mes/form/groupQueue',
        { deviceId: floor.deviceIds[index]! },
      );
      const row = queue.rows.find(({ id }) => id === turnId)!;
      expect(row.quantity).toBe(quantity);
      expect(Date.parse(row.plannedStart) / 60_000).toBe([first, second][index]!.start);
    }
    const schedule = await call<{ rows: { deviceId: number; processId: number }[] }>(
      '/mes/form/machineSchedule',
      {},
    );
    expect(
      schedule.rows.filter(({ processId }) => processId === turnId).map(({ deviceId }) => deviceId),
    ).toEqual(floor.deviceIds);
  };

  it('plans the shares side by side, each with its preparation, and what follows after both', async () => {
    const { shares } = await splitTurn(6, 4);
    const proposal = await floor.propose();
    const [first, second] = listBars(proposal, turnId) as [ScheduleBar, ScheduleBar];
    expect([first, second].map(({ task, machine, share }) => ({ task, machine, share }))).toEqual([
      { task: shares[0]!.id, machine: floor.deviceIds[0], share: { number: 1, count: 2, quantity: 6 } },
      { task: shares[1]!.id, machine: floor.deviceIds[1], share: { number: 2, count: 2, quantity: 4 } },
    ]);
    // It is between 12:00 and 13:00, and the lathes stop at 16:00, so both shares fit into today.
    expect([first, second].map(({ start, end }) => end - start)).toEqual([75, 55]);
    expect(first.start).toBe(second.start);
    const [mill] = listBars(proposal, millId);
    expect(mill!.start).toBeGreaterThanOrEqual(first.end);
    // In the applied plan each share has its own row. A new plan keeps both shares.
    await floor.apply(proposal.run.id);
    const { rows } = await sql<{ shareId: number; deviceId: number }>`
      select share_id, device_id from planned_operation where factory_id = ${floor.factory.factoryId}
        and process_id = ${turnId} order by share_id`.execute(floor.factory.connection.db);
    expect(rows).toEqual(shares.map(({ id, deviceId }) => ({ shareId: id, deviceId })));
    await expectReadersToShowShares(shares, first, second);
    for (const keep of ['keepOrder', 'repairPlan']) {
      const nextProposal = await floor.propose({ keep });
      // Only machines are compared: work that begins now may begin a minute later in the next plan.
      expect(listBars(nextProposal, turnId).map(({ task, machine }) => [task, machine])).toEqual(
        shares.map(({ id, deviceId }) => [id, deviceId]),
      );
      expect(nextProposal.comparison!.moved.filter(({ isMachineChanged }) => isMachineChanged)).toEqual([]);
    }
  });

  it('refuses wrong shares in words', async () => {
    const { version } = await read();
    const [firstDeviceId, secondDeviceId] = floor.deviceIds as [number, number];
    const refuse = (shares: { deviceId: number; quantity: number }[]) =>
      readRefusalCode(save(version, shares));
    expect(
      await refuse([
        { deviceId: firstDeviceId, quantity: 6 },
        { deviceId: secondDeviceId, quantity: 5 },
      ]),
    ).toBe('shareSumWrong');
    expect(
      await refuse([
        { deviceId: firstDeviceId, quantity: 6 },
        { deviceId: firstDeviceId, quantity: 4 },
      ]),
    ).toBe('shareMachineTwice');
    const error = await save(version, [
      { deviceId: firstDeviceId, quantity: 9.5 },
      { deviceId: secondDeviceId, quantity: 0.5 },
    ]).catch((reason: unknown) => reason as RefusedCallError);
    expect(error).toMatchObject({ code: 'fieldsInvalid' });
    const otherGroupId = await floor.save('/mes/system/basic/group', { code: 'SAW', name: 'Sawing' });
    const saw = await floor.save('/mes/system/basic/device', {
      code: 'S1',
      name: 'Saw',
      workGroupId: otherGroupId,
    });
    expect(
      await refuse([
        { deviceId: firstDeviceId, quantity: 6 },
        { deviceId: saw, quantity: 4 },
      ]),
    ).toBe('shareMachineCannot');
    await saveTurn({ external: true });
    expect(await readRefusalCode(splitTurn(6, 4))).toBe('splitExternal');
    const onePieceOrder = await floor.addOrder(1, [TURN]);
    turnId = onePieceOrder.processIds[0]!;
    expect(await readRefusalCode(splitTurn(0.5, 0.5))).toBe('splitSinglePiece');
  });

  it('keeps a machine that has a share from being deleted until the operation is joined', async () => {
    await splitTurn(6, 4);
    const deleteMachine = () =>
      floor.factory.call('/mes/system/basic/device/delete', { ids: [floor.deviceIds[0]] });
    expect(await readRefusalCode(deleteMachine())).toBe('inUse');
    await save((await read()).version, []);
    await deleteMachine();
  });

  it('accepts only one of two planners who change the same operation, and waits for the last share', async () => {
    const { version } = await read();
    const [firstDeviceId, secondDeviceId] = floor.deviceIds as [number, number];
    const dragCall = floor.factory.call('/mes/process/save', {
      id: turnId,
      version,
      deviceId: secondDeviceId,
      appointmentStart: floor.getInstant(1, 9),
      appointmentEnd: floor.getInstant(1, 12),
    });
    const splitCall = save(version, [
      { deviceId: firstDeviceId, quantity: 5 },
      { deviceId: secondDeviceId, quantity: 5 },
    ]);
    const codes = await Promise.all([readRefusalCode(dragCall), readRefusalCode(splitCall)]);
    expect(codes.filter((code) => code === 'stale')).toHaveLength(1);
    // A split operation has no machine of its own.
    await splitTurn(4, 6);
    expect(await readProcess()).toMatchObject({ deviceId: null, appointmentStart: null });
    expect(await readRefusalCode(saveTurn({ deviceId: secondDeviceId }))).toBe('operationIsSplit');
    // The next process waits for the share that ends last.
    const nextProposal = await floor.propose();
    const ends = listBars(nextProposal, turnId).map(({ end }) => end);
    expect(ends[1]).toBeGreaterThan(ends[0]!);
    expect(listBars(nextProposal, millId)[0]!.start).toBeGreaterThanOrEqual(ends[1]!);
  });

  it('reduces the share of the machine that reports, and joins the operation again', async () => {
    const { shares } = await splitTurn(6, 4);
    const planned = await floor.propose();
    await floor.apply(planned.run.id);
    const deviceId = floor.deviceIds[1]!;
    const { reportId } = await startWorkByNewPerson(floor.factory, turnId, 10, { deviceId });
    // The running work holds only the share of its own machine. The other share has not started.
    const proposalDuringWork = await floor.propose({ keep: 'keepOrder' });
    expect(
      listBars(proposalDuringWork, turnId).map(({ started, bound }) => [started, bound.kind === 'started']),
    ).toEqual([
      [false, false],
      [true, true],
    ]);
    await finishWork(floor.factory.call, reportId, 3);
    expect((await read()).shares.map(({ quantity }) => quantity)).toEqual([6, 1]);
    const repairProposal = await floor.propose({ keep: 'repairPlan' });
    expect(listBars(repairProposal, turnId).map(({ share }) => share!.quantity)).toEqual([6, 1]);
    // A plan that was computed before the split changed cannot be applied.
    const { version } = await read();
    await save(version, [
      { ...shares[0]!, quantity: 2 },
      { ...shares[1]!, quantity: 5 },
    ]);
    const error = await floor
      .apply(repairProposal.run.id)
      .catch((reason: unknown) => reason as RefusedCallError);
    expect(error).toMatchObject({ code: 'scheduleOutdated', params: { count: 1 } });
    const joinedOperation = await save((await read()).version, []);
    expect(joinedOperation.shares).toEqual([]);
    const proposalAfterJoining = await floor.propose({ keep: 'keepOrder' });
    expect(listBars(proposalAfterJoining, turnId)).toMatchObject([{ task: turnId, share: null }]);
    expect(proposalAfterJoining.plan!.unplaced).toEqual([]);
  });
});
