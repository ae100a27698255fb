import { beforeAll, expect, it } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { PlannedProcess } from '#shared/planning/process-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { createOrderFunctions, type OrderFunctions } from '#tests/support/planner.ts';

interface SavedProcess {
  id: number;
  version: number;
  workGroupId: number | null;
  deviceId: number | null;
  plannedPeople: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
}

describeForEachDatabase('Planning many processes at once', (database) => {
  let factory: TestFactory;
  let planner: OrderFunctions;
  let groupId: number;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    planner = createOrderFunctions(factory);
    groupId = await planner.add('system/basic/group', { code: 'T', name: 'Turning group' });
  });

  const getProcess = (id: number) => factory.call<SavedProcess>('/mes/process/get', { id });
  const readPlannedStarts = (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await getProcess(id)).plannedStart));
  /** Creates an order whose processes are planned to start on these days. */
  async function makeRouting(starts: readonly (string | null)[]): Promise<number[]> {
    const { processIds } = await planner.createOrder({}, [
      { name: 'Part', steps: starts.map((_start, index) => ({ name: `Step ${index}` })) },
    ]);
    const ids = processIds[0]!;
    for (const [index, plannedStart] of starts.entries())
      if (plannedStart) await factory.call('/mes/process/save', { id: ids[index], version: 1, plannedStart });
    return ids;
  }
  const readVersions = (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => ({ processId: id, version: (await getProcess(id)).version })));
  const planProcesses = async (
    ids: readonly number[],
    change: Record<string, unknown>,
    call = factory.call,
  ) =>
    call<BatchAnswer<PlannedProcess>>('/mes/process/plan', { processes: await readVersions(ids), ...change });
  const listVerdicts = ({ rows }: BatchAnswer<PlannedProcess>) =>
    rows.map(({ answer }) =>
      answer.success ? (answer.data.isChanged ? 'changed' : 'unchanged') : answer.code,
    );

  it('sets and empties group, device, people and dates, and leaves what is not named', async () => {
    const deviceId = await planner.add('system/basic/device', { code: 'L1', name: 'Lathe 1' });
    const ids = await makeRouting(['2030-01-01', null]);
    const planAnswer = await planProcesses(ids, {
      workGroupId: groupId,
      deviceId,
      plannedPeople: 2,
      plannedEnd: '2030-02-01',
    });
    expect(listVerdicts(planAnswer)).toEqual(['changed', 'changed']);
    expect(await getProcess(ids[0]!)).toMatchObject({
      workGroupId: groupId,
      deviceId,
      plannedPeople: 2,
      plannedStart: '2030-01-01',
      plannedEnd: '2030-02-01',
    });
    expect(listVerdicts(await planProcesses(ids, { cleared: 'deviceId,plannedStart' }))).toEqual([
      'changed',
      'changed',
    ]);
    expect(await getProcess(ids[0]!)).toMatchObject({
      workGroupId: groupId,
      deviceId: null,
      plannedStart: null,
    });
    const before = (await getProcess(ids[1]!)).version;
    expect(listVerdicts(await planProcesses(ids, { plannedPeople: 2 }))).toEqual(['unchanged', 'unchanged']);
    expect((await getProcess(ids[1]!)).version).toBe(before);
  });

  it('moves dates along a whole routing to later and to earlier days', async () => {
    const ids = await makeRouting(['2030-01-01', '2030-01-03', '2030-01-05']);
    expect(listVerdicts(await planProcesses(ids, { shiftDays: 10 }))).toEqual([
      'changed',
      'changed',
      'changed',
    ]);
    expect(await readPlannedStarts(ids)).toEqual(['2030-01-11', '2030-01-13', '2030-01-15']);
    expect(listVerdicts(await planProcesses(ids, { shiftDays: -20 }))).toEqual([
      'changed',
      'changed',
      'changed',
    ]);
    expect(await readPlannedStarts(ids)).toEqual(['2029-12-22', '2029-12-24', '2029-12-26']);
    // All processes get the same start day. Some move forward, others back.
    expect(listVerdicts(await planProcesses(ids, { plannedStart: '2029-12-24' }))).toEqual([
      'changed',
      'unchanged',
      'changed',
    ]);
  });

  it('refuses a start after the next process or before the previous one, and changes the others', async () => {
    const ids = await makeRouting(['2030-01-01', '2030-01-10', '2030-01-20']);
    const otherRouting = await makeRouting(['2030-01-01']);
    const answer = await planProcesses([ids[0]!, otherRouting[0]!], { plannedStart: '2030-01-15' });
    expect(listVerdicts(answer)).toEqual(['startsAfterNext', 'changed']);
    expect(listVerdicts(await planProcesses([ids[2]!], { plannedStart: '2030-01-05' }))).toEqual([
      'startsBeforePrevious',
    ]);
    expect(await readPlannedStarts([...ids, ...otherRouting])).toEqual([
      '2030-01-01',
      '2030-01-10',
      '2030-01-20',
      '2030-01-15',
    ]);
  });

  it('refuses stale and missing processes and those of closed orders, each for itself', async () => {
    const [open] = await makeRouting([null]);
    const [staleProcessId] = await makeRouting([null]);
    const { id: orderId, processIds } = await planner.createOrder({}, [
      { name: 'P', steps: [{ name: 'S' }] },
    ]);
    const order = await factory.call<{ version: number }>('/mes/order/get', { id: orderId });
    await factory.call('/mes/order/cancel', { id: orderId, version: order.version });
    const processes = [
      ...(await readVersions([open!, processIds[0]![0]!])),
      { processId: staleProcessId, version: 7 },
      { processId: 999_999_999, version: 1 },
    ];
    const answer = await factory.call<BatchAnswer<PlannedProcess>>('/mes/process/plan', {
      processes,
      plannedPeople: 3,
    });
    expect(listVerdicts(answer)).toEqual(['changed', 'orderState', 'stale', 'rowNotFound']);
  });

  it('foretells every verdict without writing anything', async () => {
    const ids = await makeRouting(['2030-01-01', '2030-01-10']);
    const before = await getProcess(ids[1]!);
    const preview = await planProcesses(ids, { shiftDays: 5, isPreview: true });
    expect(listVerdicts(preview)).toEqual(['changed', 'changed']);
    expect(preview.rows[1]!.answer).toMatchObject({ data: { plannedStart: '2030-01-15' } });
    expect(await getProcess(ids[1]!)).toEqual(before);
    const { rows: log } = await factory.call<{ rows: { action: string }[] }>('/mes/log/page', {
      entity: 'process',
      rowId: ids[1],
    });
    expect(log.map(({ action }) => action)).toEqual(['modify', 'add']);
  });

  it('warns that a work group is not listed for a craft, but not when it is', async () => {
    const ids = await makeRouting([null, null]);
    const { craftId } = await factory.call<{ craftId: number }>('/mes/process/get', { id: ids[0] });
    const listedId = await planner.add('system/basic/group', {
      code: 'L',
      name: 'Listed',
      craftIds: [craftId],
    });
    const listWarnings = ({ rows }: BatchAnswer<PlannedProcess>) =>
      rows.map(({ answer }) => answer.success && answer.data.craftNotOfGroup);
    expect(listWarnings(await planProcesses(ids, { workGroupId: listedId, isPreview: true }))).toEqual([
      null,
      'Step 1',
    ]);
    expect(listWarnings(await planProcesses(ids, { plannedPeople: 1, isPreview: true }))).toEqual([
      null,
      null,
    ]);
  });

  it('refuses an empty or contradictory change, a process named twice, and people without the permission', async () => {
    const ids = await makeRouting([null]);
    for (const change of [
      {},
      { cleared: 'state' },
      { cleared: 'deviceId,plannedPeople', plannedPeople: 1 },
      { shiftDays: 0 },
      { shiftDays: 2, plannedStart: '2030-01-01' },
      { shiftDays: 2, cleared: 'plannedEnd' },
    ])
      expect(await readRefusalCode(planProcesses(ids, change))).toBe('fieldsInvalid');
    expect(await readRefusalCode(planProcesses([...ids, ...ids], { plannedPeople: 1 }))).toBe(
      'fieldsInvalid',
    );
    const reporter = await factory.createPerson('reporter', ['TASK_REPORT']);
    expect(await readRefusalCode(planProcesses(ids, { plannedPeople: 1 }, reporter.call))).toBe(
      'noPermission',
    );
  });
});
