import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TerminalDevice, WorkToday } from '#shared/answers/terminal.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { hireWorker, identifyAtTerminal, addTerminal, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

describeForEachDatabase('work at a terminal', (database) => {
  let server: TestServer;
  let admin: Caller;
  let terminal: Caller;
  let groupId: number;
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller().logIn();
    ({ id: groupId } = await admin.send<{ id: number }>('/mes/system/basic/group/save', {
      code: 'TW',
      name: 'Turners',
    }));
    ({ terminal } = await addTerminal(server, admin, { workGroupId: groupId }));
  });
  afterAll(() => server?.close());

  const identifyWorker = (worker: TestWorker) =>
    identifyAtTerminal(server, terminal, { badge: worker.badge });
  const hireTestWorker = async (
    name: string,
    ...morePermissions: ('TASK_REPORT_TEAM' | 'TASK_REPORT_REVERSE')[]
  ) => {
    const worker = await hireWorker(admin, name, ['TASK_REPORT', ...morePermissions]);
    return { worker, person: await identifyWorker(worker) };
  };
  const readRefusalCode = async (caller: Caller, path: string, fields: Record<string, unknown>) =>
    getErrorCode((await caller.ask(path, fields)).body);
  /** Moves the start of a report this many minutes back. */
  const moveStartBack = (reportId: number, minutes: number) =>
    server.connection.pool.query(
      `update work_report set started_at = started_at - make_interval(mins => $1) where id = $2`,
      [minutes, reportId],
    );
  const startReport = (
    caller: Caller,
    processId: number,
    quantity: number,
    extraFields: Record<string, unknown> = {},
  ) => caller.send<{ reportId: number }>('/mes/report/start', { processId, quantity, ...extraFields });

  describe('undo belongs to the person who pressed', () => {
    it('not to a colleague at the same work, a head of the team or an administrator', async () => {
      const [mate, head, presser] = [
        await hireTestWorker('Mate'),
        await hireTestWorker('Head', 'TASK_REPORT_TEAM', 'TASK_REPORT_REVERSE'),
        await hireTestWorker('Presser', 'TASK_REPORT_TEAM'),
      ];
      const { processIds } = await createAndReleaseOrder(admin as never, 'TW-UNDO', 5, ['Turning']);
      const people = [{ employeeId: mate.worker.id }, { employeeId: presser.worker.id }];
      const { reportId } = await startReport(presser.person, processIds[0]!, 5, { people });
      for (const otherPerson of [mate.person, head.person, admin])
        expect(await readRefusalCode(otherPerson, '/mes/report/undo', { reportId })).toBe('undoOfOthers');
      await presser.person.send('/mes/report/undo', { reportId });
    });

    it('and is of the last press only: whoever ended the work of others takes back only the end', async () => {
      const [worker, head] = [
        await hireTestWorker('Ended'),
        await hireTestWorker('Ender', 'TASK_REPORT_TEAM'),
      ];
      const { processIds } = await createAndReleaseOrder(admin as never, 'TW-END', 5, ['Turning']);
      const { reportId } = await startReport(worker.person, processIds[0]!, 5);
      await moveStartBack(reportId, 5);
      await head.person.send('/mes/report/finish', { reportId, good: 5 });
      expect(await readRefusalCode(worker.person, '/mes/report/undo', { reportId, reopen: true })).toBe(
        'undoOfOthers',
      );
      await head.person.send('/mes/report/undo', { reportId, reopen: true });
      const ownProcesses = await worker.person.call<{ processId: number }[]>('/mes/floor/mine');
      expect(ownProcesses.map((process) => process.processId)).toEqual(processIds);
    });
  });

  it('lists the devices of the group, the people who use each device, and the device chosen last', async () => {
    const addDevice = (name: string, extraFields: Record<string, unknown> = {}) =>
      admin.send<{ id: number }>('/mes/system/basic/device/save', {
        code: `TW-${name}`,
        name,
        workGroupId: groupId,
        ...extraFields,
      });
    const [lathe, mill] = [await addDevice('Lathe'), await addDevice('Mill')];
    await addDevice('Broken', { status: 'repair' });
    const [ann, ben] = [await hireTestWorker('Ann'), await hireTestWorker('Ben')];
    const listDevices = (caller: Caller) =>
      caller.call<TerminalDevice[]>('/mes/floor/devices', { workGroupId: groupId });
    expect(await listDevices(ann.person)).toEqual([
      { deviceId: lathe.id, name: 'Lathe', status: 'normal', busyWith: [], isLast: false },
      { deviceId: mill.id, name: 'Mill', status: 'normal', busyWith: [], isLast: false },
      { deviceId: expect.any(Number), name: 'Broken', status: 'repair', busyWith: [], isLast: false },
    ]);
    const { processIds } = await createAndReleaseOrder(admin as never, 'TW-DEV', 5, ['Turning']);
    const { reportId } = await startReport(ann.person, processIds[0]!, 5, { deviceId: mill.id });
    expect((await listDevices(ben.person))[1]).toMatchObject({ busyWith: ['Ann'], isLast: false });
    await moveStartBack(reportId, 5);
    await ann.person.send('/mes/report/finish', { reportId, good: 5 });
    expect((await listDevices(ann.person))[1]).toMatchObject({ busyWith: [], isLast: true });
  });

  it('sums the work of a person today, by their share, and the target of the group', async () => {
    const { worker, person } = await hireTestWorker('Maker', 'TASK_REPORT_TEAM');
    const mate = await hireTestWorker('Helper');
    const readWorkToday = (caller: Caller) =>
      caller.call<WorkToday>('/mes/floor/today', { workGroupId: groupId });
    const before = await readWorkToday(person);
    expect(before).toMatchObject({ good: 0, scrap: 0, seconds: 0, group: { name: 'Turners' } });
    const { processIds } = await createAndReleaseOrder(admin as never, 'TW-DAY', 12, ['Turning']);
    const [processId] = processIds as [number];
    const { version } = await admin.call<{ version: number }>('/mes/process/get', { id: processId });
    const { rows } = await server.connection.pool.query<{ today: string }>(
      `select (now() at time zone 'Asia/Shanghai')::date::text as today`,
    );
    await admin.send('/mes/process/save', {
      id: processId,
      version,
      workGroupId: groupId,
      plannedEnd: rows[0]!.today,
    });
    const people = [
      { employeeId: worker.id, ratio: 75 },
      { employeeId: mate.worker.id, ratio: 25 },
    ];
    const { reportId } = await startReport(person, processId, 9, { people });
    await moveStartBack(reportId, 10);
    await person.send('/mes/report/finish', { reportId, good: 8, scrap: 1 });
    const after = await readWorkToday(person);
    expect(after).toMatchObject({ good: 6, scrap: 0.75, reports: 1 });
    expect(after.seconds).toBeGreaterThanOrEqual(450);
    expect(after.group!.planned - before.group!.planned).toBe(12);
    expect(after.group!.actual - before.group!.actual).toBe(8);
    expect(await readWorkToday(mate.person)).toMatchObject({ good: 2, scrap: 0.25 });
  });
});
