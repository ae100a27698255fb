import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { DayPlanFloor, type PlannedProcess } from '#tests/support/day-plan-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode, RefusedCallError } from '#tests/support/floor.ts';
import { startWork } from '#tests/support/reports.ts';

describeForEachDatabase('Work that follows the released plan', (database) => {
  let floor: DayPlanFloor;
  let deviceId: number;
  let reasonId: number;
  let count = 0;
  beforeAll(async () => {
    floor = await DayPlanFloor.create(await database.open());
    reasonId = await floor.save('/mes/system/classify', {
      code: 'K1',
      name: 'Rush order',
      classId: 'skipReason',
    });
  });

  const makePeople = async () => [
    { employeeId: (await floor.factory.createPerson('Turner', [])).employeeId },
  ];
  const start = async (processId: number, fields: Record<string, unknown> = {}) =>
    startWork(floor.call, processId, 1, { deviceId, people: await makePeople(), ...fields });
  const readSkips = () =>
    floor.factory.connection.db
      .selectFrom('planSkip' as never)
      .selectAll()
      .where('factoryId' as never, '=', floor.factory.factoryId as never)
      .execute() as Promise<
      { reportId: number; skippedProcessId: number; reasonId: number; reason: string }[]
    >;
  /** Plans processes on a new device, due in this order, and releases the plan. */
  const planOnNewDevice = async (crafts: readonly Record<string, unknown>[]): Promise<PlannedProcess[]> => {
    const code = `N${count++}`;
    deviceId = await floor.save('/mes/system/basic/device', { code, name: code, workGroupId: floor.groupId });
    const planned: PlannedProcess[] = [];
    for (const craft of crafts) planned.push(await floor.plan({ deviceId }, craft));
    for (const [index, { processId }] of planned.entries())
      await floor.change(processId, {
        appointmentStart: `${floor.today}T0${index + 1}:00:00Z`,
        appointmentEnd: `${floor.today}T0${index + 2}:00:00Z`,
      });
    await floor.release();
    return planned;
  };

  it('is queued in its order, with the next and the one after next', async () => {
    const planned = await planOnNewDevice([{}, {}, {}]);
    const queue = await floor.call<QueuedProcess[]>('/mes/floor/queue', { workGroupId: floor.groupId });
    const linesWithTurns = queue
      .filter(({ processId }) => planned.some((line) => line.processId === processId))
      .map(({ processId, turn }) => [processId, turn]);
    expect(linesWithTurns).toEqual([
      [planned[0]!.processId, 'nextTurn'],
      [planned[1]!.processId, 'afterNextTurn'],
      [planned[2]!.processId, 'laterTurn'],
    ]);
    await start(planned[0]!.processId);
    const laterQueue = await floor.call<QueuedProcess[]>('/mes/floor/queue', { workGroupId: floor.groupId });
    expect(laterQueue.find(({ processId }) => processId === planned[1]!.processId)?.turn).toBe('nextTurn');
  });

  it('refuses to skip the next line without a reason, and names the line', async () => {
    const [first, second] = await planOnNewDevice([{ name: 'Roughing' }, {}]);
    const refusal = await start(second!.processId).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedCallError);
    expect(refusal).toMatchObject({ code: 'planSkipNeedsReason', params: { name: 'Roughing' } });
    expect((refusal as RefusedCallError).fields).toHaveProperty('skipReasonId');
    const { rows } = await floor.call<{ rows: SkippedLine[] }>('/mes/plan/day/skipped', {
      processId: second!.processId,
      deviceId,
    });
    expect(rows).toMatchObject([{ processId: first!.processId, name: 'Roughing' }]);
    expect(await readRefusalCode(start(second!.processId, { skipReason: '   ' }))).toBe(
      'planSkipNeedsReason',
    );
    expect(
      (await readSkips()).filter(({ skippedProcessId }) => skippedProcessId === first!.processId),
    ).toEqual([]);
  });

  it('keeps the reason with the report, also if its word is renamed', async () => {
    const [first, second, third] = await planOnNewDevice([{}, {}, {}]);
    const { reportId } = await start(second!.processId, { skipReasonId: reasonId, skipReason: 'by phone' });
    await start(third!.processId, { skipReason: 'No tool' });
    const skippedReports = await readSkips();
    expect(skippedReports.find((skip) => skip.reportId === reportId)).toMatchObject({
      skippedProcessId: first!.processId,
      reasonId,
      reason: 'Rush order · by phone',
    });
    expect(skippedReports.find(({ reason }) => reason === 'No tool')).toMatchObject({ reasonId: null });
    const wrongClassId = await floor.save('/mes/system/classify', {
      code: `S${count}`,
      name: 'Tool mark',
      classId: 'scrapReason',
    });
    const otherProcesses = await planOnNewDevice([{}, {}]);
    expect(await readRefusalCode(start(otherProcesses[1]!.processId, { skipReasonId: wrongClassId }))).toBe(
      'fieldsInvalid',
    );
  });

  it('asks for no reason if the plan is followed, or if an earlier line cannot start', async () => {
    const [first, second, third] = await planOnNewDevice([{}, {}, {}]);
    await start(first!.processId);
    // The first line is running, so the second one is next.
    await start(second!.processId);
    const { version } = await floor.call<{ version: number }>('/mes/process/get', { id: third!.processId });
    await floor
      .call('/mes/process/suspend', { id: third!.processId, version, reason: 'No tool' })
      .catch(() => null);
    const otherProcesses = await planOnNewDevice([{}, {}]);
    await floor.change(otherProcesses[0]!.processId, {
      state: 'suspended',
      suspendedAt: new Date().toISOString(),
    });
    await start(otherProcesses[1]!.processId);
    expect(
      (await readSkips()).some(({ skippedProcessId }) => skippedProcessId === otherProcesses[0]!.processId),
    ).toBe(false);
  });

  it('lets a process skip freely whose operation type may skip its sequence', async () => {
    const [first, second] = await planOnNewDevice([{}, { leapfrogAllowed: true }]);
    await start(second!.processId);
    expect((await readSkips()).some(({ skippedProcessId }) => skippedProcessId === first!.processId)).toBe(
      false,
    );
  });

  it('asks for a reason for work that the plan does not have at this device', async () => {
    await planOnNewDevice([{}]);
    const unplannedProcess = await floor.plan({ plannedStart: null, plannedEnd: null, deviceId: null });
    expect(await readRefusalCode(start(unplannedProcess.processId))).toBe('planSkipNeedsReason');
    expect(await readRefusalCode(start(unplannedProcess.processId, { skipReason: 'Sample' }))).toBe(
      'accepted',
    );
  });

  it('books a report that was made without network, as a skip whose reason nobody knows', async () => {
    const [first, second] = await planOnNewDevice([{}, {}]);
    const { reportId } = await start(second!.processId, { madeOffline: true });
    expect((await readSkips()).find((skip) => skip.reportId === reportId)).toMatchObject({
      skippedProcessId: first!.processId,
      reason: null,
    });
  });

  it('asks for no reason because of lines that start in the same call, or of finished work', async () => {
    const [first, second, third] = await planOnNewDevice([{}, {}, {}]);
    const { craftId } = await floor.call<{ craftId: number }>('/mes/process/get', { id: first!.processId });
    await floor.change(second!.processId, { craftId });
    const people = await makePeople();
    const sharedFields = { quantity: 1, deviceId, people, batchId: randomUUID() };
    const rows = [second!, first!].map(({ processId }) => ({ id: processId, processId, ...sharedFields }));
    const answer = await floor.call<BatchAnswer>('/mes/report/start/batch', { rows: JSON.stringify(rows) });
    expect(answer.rows.map((row) => row.answer.success)).toEqual([true, true]);
    const recordCall = floor.call('/mes/report/record', {
      processId: third!.processId,
      deviceId,
      good: 1,
      minutes: 5,
    });
    expect(await readRefusalCode(recordCall)).toBe('accepted');
  });

  it('follows no plan that was withdrawn, or that is for another day', async () => {
    const [, second] = await planOnNewDevice([{}, {}]);
    const { lastNumber } = await floor.read();
    await floor.call('/mes/plan/day/withdraw', { day: floor.today, number: lastNumber });
    expect(await readRefusalCode(start(second!.processId))).toBe('accepted');
  });
});
