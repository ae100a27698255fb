import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBarcode } from '#shared/rules/barcode.ts';
import type { TerminalProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { hireWorker, addTerminal, identifyAtTerminal, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder, type ReleasedOrder } from '#tests/support/wire-order.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';

type CardAnswer = Extract<ScanAnswer, { kind: 'card' }>;

describeForEachDatabase('a terminal', (database) => {
  let server: TestServer;
  let admin: Caller;
  let terminal: Caller;
  let worker: TestWorker;
  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.caller().logIn();
    worker = await hireWorker(admin, 'Worker');
    ({ terminal } = await addTerminal(server, admin));
  });
  afterAll(() => server.close());

  const createOrder = (code: string, quantity: number, crafts: string[]): Promise<ReleasedOrder> =>
    createAndReleaseOrder(admin as never, code, quantity, crafts);
  const scanCode = async (caller: Caller, code: string) =>
    caller.call<CardAnswer>('/mes/floor/scan', { code });
  const readRefusal = async (caller: Caller, path: string, fields: Record<string, unknown>) =>
    getErrorCode((await caller.ask(path, fields)).body);
  /** Moves the start of a report this many minutes back. */
  const moveStartBack = (reportId: number, minutes: number) =>
    server.connection.pool.query(
      `update work_report set started_at = started_at - make_interval(mins => $1) where id = $2`,
      [minutes, reportId],
    );

  describe('is opened', () => {
    it('with its device code by somebody with the permission, and then has no person', async () => {
      const { user } = await addTerminal(server, admin);
      expect(user).toMatchObject({ kind: 'terminal', employeeId: null, permissions: [] });
      expect(user.terminal).not.toBeNull();
    });

    it('by nobody else, and not with a wrong code', async () => {
      expect(getErrorCode((await server.caller('10.9.1.1').tryLogIn({ deviceCode: 'NONE' })).body)).toBe(
        'terminalUnknown',
      );
      expect(
        getErrorCode(
          (await server.caller('10.9.1.2').tryLogIn({ password: 'Wrong123', deviceCode: 'NONE' })).body,
        ),
      ).toBe('loginFailed');
    });

    it('and is signed out, with everybody at it, when it is deleted', async () => {
      const removedTerminal = await addTerminal(server, admin);
      const person = await identifyAtTerminal(server, removedTerminal.terminal, { badge: worker.badge });
      await admin.send('/mes/system/basic/terminal/delete', { ids: [removedTerminal.id] });
      expect(await readRefusal(removedTerminal.terminal, '/mes/login/current', {})).toBe('notSignedIn');
      expect(await readRefusal(person, '/mes/login/current', {})).toBe('notSignedIn');
    });

    it('and reports nothing while nobody is recognised', async () => {
      const { processIds } = await createOrder('T-NOBODY', 5, ['Turning']);
      expect(
        await readRefusal(terminal, '/mes/report/start', { processId: processIds[0], quantity: 1 }),
      ).toBe('noPermission');
    });
  });

  describe('recognises', () => {
    it('a badge, printed or from a card reader', async () => {
      for (const badge of [worker.badge, buildBarcode(TEST_ADMIN.factoryCode, 'PERSON', worker.badge)]) {
        const person = await identifyAtTerminal(server, terminal, { badge });
        expect(decodeUser(await person.call<AnyUserAnswer>('/mes/login/current'))).toMatchObject({
          kind: 'employee',
          employeeId: worker.id,
        });
      }
      expect(await readRefusal(terminal, '/mes/terminal/identify', { badge: 'B-UNKNOWN' })).toBe(
        'personNotRecognised',
      );
      expect(
        await readRefusal(terminal, '/mes/terminal/identify', {
          badge: buildBarcode('ELSEWHERE', 'PERSON', 'x'),
        }),
      ).toBe('personNotRecognised');
    });

    it('a PIN, and locks it after too many wrong ones', async () => {
      const pinWorker = await hireWorker(admin, 'With PIN');
      const identity = { employeeId: pinWorker.id, pin: '4711' };
      expect(await readRefusal(terminal, '/mes/terminal/identify', identity)).toBe('pinMissing');
      expect(
        await readRefusal(admin, '/mes/system/basic/employee/pin', { employeeId: pinWorker.id, pin: '12a4' }),
      ).toBe('pinRule');
      await admin.send('/mes/system/basic/employee/pin', identity);
      await identifyAtTerminal(server, terminal, identity);
      const codes: (string | null)[] = [];
      for (let guess = 0; guess < 12; guess++)
        codes.push(
          await readRefusal(terminal, '/mes/terminal/identify', { ...identity, pin: String(1000 + guess) }),
        );
      expect(codes[0]).toBe('personNotRecognised');
      expect(codes.at(-1)).toBe('loginLocked');
      expect(await readRefusal(terminal, '/mes/terminal/identify', identity)).toBe('loginLocked');
    });

    it('people with what they may do on the floor, and nothing else', async () => {
      const head = await hireWorker(admin, 'Head', ['TASK_REPORT', 'TASK_REPORT_TEAM', 'WORK_ORDER_MODIFY']);
      const person = await identifyAtTerminal(server, terminal, { badge: head.badge });
      const user = decodeUser(await person.call<AnyUserAnswer>('/mes/login/current'));
      expect([...user.permissions].sort()).toEqual(['TASK_REPORT', 'TASK_REPORT_TEAM']);
      expect(await readRefusal(person, '/mes/order/save', { code: 'X', name: 'X', quantity: 1 })).toBe(
        'noPermission',
      );
    });

    it('nobody from a browser that is no terminal', async () => {
      expect(await readRefusal(admin, '/mes/terminal/identify', { badge: worker.badge })).toBe(
        'notATerminal',
      );
    });
  });

  describe('scans', () => {
    it('a card, and offers what can be reported now', async () => {
      const { partId } = await createOrder('T-SCAN', 8, ['Turning', 'Milling']);
      const cards = await admin.call<{ rows: { code: string }[] }>('/mes/process/card/page', {
        filter: JSON.stringify({ partId: [partId] }),
      });
      expect(cards.rows.map((card) => card.code)).toEqual(['T-SCAN-01']);
      const person = await identifyAtTerminal(server, terminal, { badge: worker.badge });
      const answer = await scanCode(person, buildBarcode(TEST_ADMIN.factoryCode, 'CARD', 'T-SCAN-01'));
      expect(answer).toMatchObject({ kind: 'card', code: 'T-SCAN-01', why: null });
      expect(answer.processes.map((row) => row.next.step)).toEqual(['start', null]);
      expect(answer.processes[0]!.next.quantity).toBe(8);
      expect(answer.processId).toBe(answer.processes[0]!.processId);
      expect((await scanCode(person, 't-scan-01')).code).toBe('T-SCAN-01');
    });

    it('a code that is cut off, of another factory, unknown or finished, and says why it is refused', async () => {
      const person = await identifyAtTerminal(server, terminal, { badge: worker.badge });
      for (const [code, refusal] of [
        ['TEST|CA', 'barcodeFormat'],
        ['TEST|CARD|', 'barcodeFormat'],
        ['TEST|LOT|1', 'barcodeFormat'],
        ['OTHER|CARD|T-SCAN-01', 'barcodeOtherFactory'],
        ['TEST|CARD|NO-SUCH', 'barcodeUnknown'],
        ['NO-SUCH', 'barcodeUnknown'],
        ['   ', 'fieldsInvalid'],
      ] as const)
        expect([code, await readRefusal(person, '/mes/floor/scan', { code })]).toEqual([code, refusal]);
      const { processIds } = await createOrder('T-DONE', 2, ['Only']);
      await person.send('/mes/report/record', { processId: processIds[0], good: 2, minutes: 5 });
      const cardAnswer = await scanCode(person, 'T-DONE-01');
      expect(cardAnswer.processId).toBeNull();
      expect(cardAnswer.why).toContain('T-DONE-01');
    });

    it('a card that waits for somebody else’s work, and says so', async () => {
      const { processIds } = await createOrder('T-WAIT', 4, ['Only']);
      const firstPerson = await identifyAtTerminal(server, terminal, { badge: worker.badge });
      await firstPerson.send('/mes/report/start', { processId: processIds[0], quantity: 4 });
      const otherWorker = await hireWorker(admin, 'Other Person');
      const secondPerson = await identifyAtTerminal(server, terminal, { badge: otherWorker.badge });
      expect((await scanCode(secondPerson, 'T-WAIT-01')).why).toContain('Worker');
      expect((await scanCode(firstPerson, 'T-WAIT-01')).processes[0]!.next.step).toBe('finish');
    });
  });

  describe('lists', () => {
    it('what somebody has running, and what a group can begin', async () => {
      const hiredWorker = await hireWorker(admin, 'Lister');
      const person = await identifyAtTerminal(server, terminal, { badge: hiredWorker.badge });
      const group = await admin.send<{ id: number }>('/mes/system/basic/group/save', {
        code: 'LIST',
        name: 'Group',
      });
      const { processIds } = await createOrder('T-LIST', 6, ['First', 'Second']);
      for (const processId of processIds) {
        const { rows } = await admin.call<{ rows: { id: number; version: number }[] }>('/mes/process/page', {
          filter: JSON.stringify({ partId: [(await readProgress(processId)).partId] }),
        });
        const { id, version } = rows.find((row) => row.id === processId)!;
        await admin.send('/mes/process/save', { id, version, workGroupId: group.id });
      }
      const readQueue = () => person.call<TerminalProcess[]>('/mes/floor/queue', { workGroupId: group.id });
      expect((await readQueue()).map((row) => row.processId)).toEqual([processIds[0]]);
      const { reportId } = await person.send<{ reportId: number }>('/mes/report/start', {
        processId: processIds[0],
        quantity: 4,
      });
      const openWork = await person.call<TerminalProcess[]>('/mes/floor/mine');
      expect(openWork.map((row) => [row.processId, row.next.step, row.next.quantity])).toEqual([
        [processIds[0], 'finish', 4],
      ]);
      expect((await readQueue()).map((row) => row.next.quantity)).toEqual([2]);
      await moveStartBack(reportId, 3);
      await person.send('/mes/report/finish', { reportId, good: 4 });
      expect(await person.call<TerminalProcess[]>('/mes/floor/mine')).toEqual([]);
    });

    async function readProgress(processId: number): Promise<TerminalProcess> {
      return (await admin.call<TerminalProcess[]>('/mes/process/progress', { processId }))[0]!;
    }
  });

  describe('takes back', () => {
    const readLedger = async (processId: number) => {
      const [row] = await admin.call<TerminalProcess[]>('/mes/process/progress', { processId });
      const { received, machinable, inWork, good, scrap, openReports } = row!;
      return { received, machinable, inWork, good, scrap, openReports };
    };

    it('a start; and an end, after which the work runs on from its original start', async () => {
      const hiredWorker = await hireWorker(admin, 'Undoer');
      const person = await identifyAtTerminal(server, terminal, { badge: hiredWorker.badge });
      const { processIds } = await createOrder('T-UNDO', 6, ['First', 'Second']);
      const [processId] = processIds as [number];
      const ledgerBefore = await readLedger(processId);
      const startReport = () =>
        person.send<{ reportId: number; startedAt: string }>('/mes/report/start', {
          processId,
          quantity: 6,
        });
      const wrongReport = await startReport();
      await person.send('/mes/report/undo', { reportId: wrongReport.reportId });
      expect(await readLedger(processId)).toEqual(ledgerBefore);

      const { reportId } = await startReport();
      await moveStartBack(reportId, 10);
      const runningLedger = await readLedger(processId);
      const before = (await person.call<TerminalProcess[]>('/mes/floor/mine'))[0]!.open[0]!;
      await person.send('/mes/report/finish', { reportId, good: 5, scrap: 1 });
      const undo = await person.send<{ reportId: number }>('/mes/report/undo', { reportId, reopen: true });
      expect(await readLedger(processId)).toEqual(runningLedger);
      const after = (await person.call<TerminalProcess[]>('/mes/floor/mine'))[0]!.open[0]!;
      expect(after).toMatchObject({ reportId: undo.reportId, startedAt: before.startedAt, started: 6 });
      await person.send('/mes/report/finish', { reportId: undo.reportId, good: 6 });
      expect(await readLedger(processId)).toMatchObject({ good: 6, scrap: 0, openReports: 0 });
    });

    it('no end at a process that was suspended meanwhile, and then changes nothing', async () => {
      const hiredWorker = await hireWorker(admin, 'Stopped');
      const person = await identifyAtTerminal(server, terminal, { badge: hiredWorker.badge });
      const { processIds } = await createOrder('T-STOP', 4, ['Only']);
      const [processId] = processIds as [number];
      const { reportId } = await person.send<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity: 4,
      });
      await moveStartBack(reportId, 3);
      await person.send('/mes/report/unfinished', { reportId, good: 1 });
      await admin.send('/mes/process/suspend', { processId, reason: 'Drawing changes' });
      const before = await readLedger(processId);
      expect(await readRefusal(person, '/mes/report/undo', { reportId, reopen: true })).toBe('processState');
      expect(await readLedger(processId)).toEqual(before);
    });

    it('nothing after the time limit, and nothing of somebody else', async () => {
      const hiredWorker = await hireWorker(admin, 'Late');
      const person = await identifyAtTerminal(server, terminal, { badge: hiredWorker.badge });
      const { processIds } = await createOrder('T-LATE', 3, ['Only']);
      const { reportId } = await person.send<{ reportId: number }>('/mes/report/record', {
        processId: processIds[0],
        good: 3,
        minutes: 2,
      });
      const otherPerson = await identifyAtTerminal(server, terminal, { badge: worker.badge });
      expect(await readRefusal(otherPerson, '/mes/report/undo', { reportId })).toBe('undoOfOthers');
      await server.connection.pool.query(
        `update work_report set updated_at = updated_at - interval '1 minute' where id = $1`,
        [reportId],
      );
      expect(await readRefusal(person, '/mes/report/undo', { reportId })).toBe('undoTooLate');
    });
  });

  it('records finished work in one step, with its duration', async () => {
    const hiredWorker = await hireWorker(admin, 'Done');
    const person = await identifyAtTerminal(server, terminal, { badge: hiredWorker.badge });
    const { processIds } = await createOrder('T-REC', 5, ['Only']);
    expect(await readRefusal(person, '/mes/report/record', { processId: processIds[0], good: 5 })).toBe(
      'fieldsInvalid',
    );
    const { reportId } = await person.send<{ reportId: number }>('/mes/report/record', {
      processId: processIds[0],
      good: 4,
      scrap: 1,
      minutes: 45,
    });
    const report = await admin.call<{ seconds: number; good: number; kind: string }>('/mes/report/get', {
      id: reportId,
    });
    expect(report).toMatchObject({ seconds: 2700, good: 4, kind: 'finish' });
  });
});
