import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import { createBatchFloor } from '#tests/support/batch-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { readProcessProgress, startWork, type ReportAnswer } from '#tests/support/reports.ts';

describeForEachDatabase('a batch of reports', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  const callOnSecondNode = openSecondNode(database, () => factory);

  const { saveCraft, makeProcess, sendBatch, readVerdicts, readReportIds, hireWorker, startBatch } =
    createBatchFloor(() => factory);
  const readSeconds = async (reportIds: readonly number[]) =>
    Promise.all(
      reportIds.map(
        async (id) => (await factory.call<{ seconds: number }>('/mes/report/get', { id })).seconds,
      ),
    );
  const makeFinishRows = (reportIds: readonly number[], quantities: readonly number[]) =>
    reportIds.map((id, index) => ({ id, reportId: id, good: quantities[index] }));

  test('shares the time by quantity, and a person’s day counts it once', async () => {
    const quantities = [10, 20, 30];
    const processes = await Promise.all(
      quantities.map(async (quantity) => ({ id: await makeProcess(quantity), quantity })),
    );
    const { employeeId, people } = await hireWorker();
    const startAnswer = await startBatch(processes, people);
    expect(readVerdicts(startAnswer)).toEqual(['done', 'done', 'done']);
    const reportIds = readReportIds(startAnswer);
    expect(readVerdicts(await sendBatch('finish', makeFinishRows(reportIds, quantities)))).toEqual([
      'done',
      'done',
      'done',
    ]);
    const seconds = await readSeconds(reportIds);
    const total = seconds.reduce((sum, value) => sum + value, 0);
    expect(total).toBeGreaterThanOrEqual(2400);
    expect(total).toBeLessThan(2460);
    for (const [index, quantity] of quantities.entries())
      expect(Math.abs(seconds[index]! - (total * quantity) / 60)).toBeLessThan(1);
    const { rows } = await sql<{ seconds: number }>`select sum(seconds)::integer as seconds
      from people_work(${factory.factoryId}::bigint, 'UTC', current_date - 2, current_date + 1)
      where employee_id = ${employeeId}`.execute(factory.connection.db);
    expect(rows[0]!.seconds).toBe(total);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });

  test('shares the time by standard time × quantity where all processes have one', async () => {
    const processes = [
      { id: await makeProcess(10, { deviceMinutes: 1, manMachineRatio: 1 }), quantity: 10 },
      { id: await makeProcess(10, { deviceMinutes: 3, manMachineRatio: 1 }), quantity: 10 },
    ];
    const { people } = await hireWorker();
    const reportIds = readReportIds(await startBatch(processes, people));
    // The second process finishes later. The time after the end of the first process counts only for the second
    // process.
    await sendBatch('finish', [{ id: 1, reportId: reportIds[0], good: 10, at: getIsoTimeAgo(20) }]);
    await sendBatch('finish', makeFinishRows([reportIds[1]!], [10]));
    const seconds = await readSeconds(reportIds);
    expect(seconds[0]).toBeGreaterThanOrEqual(299);
    expect(seconds[0]).toBeLessThanOrEqual(301);
    expect(seconds[1]).toBeGreaterThanOrEqual(2099);
    expect(seconds[1]).toBeLessThan(2160);
  });

  test('is refused as a whole for processes of different operation types or states', async () => {
    const [first, second] = [await makeProcess(5), await makeProcess(5)];
    const otherCraft = await makeProcess(5, { craftId: await saveCraft({ name: 'Grinding' }) });
    const { people } = await hireWorker();
    const makeRow = (id: number) => ({ id, quantity: 5 });
    expect(await readRefusalCode(startBatch([makeRow(first), makeRow(otherCraft)], people))).toBe(
      'batchOfCrafts',
    );
    await startWork(factory.call, second, 5, { people });
    expect(await readRefusalCode(startBatch([makeRow(first), makeRow(second)], people))).toBe(
      'batchOfStates',
    );
    expect(await readProcessProgress(factory, first)).toMatchObject({ state: 'notStarted', received: 0 });
  });

  test('is refused for reports by production parameters or by material-out barcode', async () => {
    for (const reportWay of ['byProductionParameters', 'byMaterialOutBarcode']) {
      const id = await makeProcess(5, { craftId: await saveCraft({ name: reportWay, reportWay }) });
      for (const kind of ['receive', 'start'] as const)
        expect(await readRefusalCode(sendBatch(kind, [{ id, processId: id, quantity: 5 }]))).toBe(
          'batchNotAllowed',
        );
      const { people } = await hireWorker();
      const startCall = startWork(factory.call, id, 5, { people, batchId: randomUUID() });
      expect(await readRefusalCode(startCall)).toBe('batchNotAllowed');
    }
  });

  test('does not take the same process twice', async () => {
    const id = await makeProcess(5);
    const { people } = await hireWorker();
    const row = { id, processId: id, quantity: 2, people, batchId: randomUUID() };
    expect(await readRefusalCode(sendBatch('start', [row, row]))).toBe('fieldsInvalid');
    expect(await readProcessProgress(factory, id)).toMatchObject({ inWork: 0 });
  });

  test('gives each process its own verdict, and a repeated call does nothing again', async () => {
    const [first, second] = [await makeProcess(5), await makeProcess(8)];
    const { people } = await hireWorker();
    const batchId = randomUUID();
    const rows = [
      { id: first, processId: first, quantity: 6, people, batchId },
      { id: second, processId: second, quantity: 8, people, batchId },
    ];
    const requestId = randomUUID();
    const answer = await sendBatch('start', rows, factory.call, requestId);
    expect(readVerdicts(answer)).toEqual(['quantityExceedsMachinable', 'done']);
    expect(readVerdicts(await sendBatch('start', rows, factory.call, requestId))).toEqual([
      'quantityExceedsMachinable',
      'done',
    ]);
    expect(await readProcessProgress(factory, second)).toMatchObject({ inWork: 8, received: 8 });
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });

  test('sent twice at once with one request id is written once, and both senders get its verdicts', async () => {
    const ids = [await makeProcess(5), await makeProcess(5), await makeProcess(5)];
    const { people } = await hireWorker();
    const batchId = randomUUID();
    const rows = ids.map((id) => ({ id, processId: id, quantity: 5, people, batchId }));
    const requestId = randomUUID();
    const answers = await Promise.all([
      sendBatch('start', rows, factory.call, requestId),
      sendBatch('start', rows, callOnSecondNode, requestId),
    ]);
    expect(answers.map(readVerdicts)).toEqual([Array(3).fill('done'), Array(3).fill('done')]);
    expect(readReportIds(answers[1]!)).toEqual(readReportIds(answers[0]!));
    for (const id of ids) expect(await readProcessProgress(factory, id)).toMatchObject({ openReports: 1 });
  });

  test('is written together: its rows have one transaction, and share the positions of the change feed', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => makeProcess(5)));
    const { people } = await hireWorker();
    const { db } = factory.connection;
    const readFeedHead = async () =>
      (
        await sql<{ pos: number }>`select pos from feed_head where factory_id = ${factory.factoryId}`.execute(
          db,
        )
      ).rows[0]!.pos;
    const before = await readFeedHead();
    const started = await startBatch(
      ids.map((id) => ({ id, quantity: 5 })),
      people,
    );
    const { rows } = await sql<{
      count: number;
    }>`select count(distinct xmin::text)::integer as count from work_report
      where factory_id = ${factory.factoryId} and id = any(${readReportIds(started)}::bigint[])`.execute(db);
    expect(rows[0]!.count).toBe(1);
    expect((await readFeedHead()) - before).toBeLessThan(ids.length);
  });

  test('without a batch id has rows of their own jobs, which one person cannot do at once', async () => {
    const ids = [await makeProcess(5), await makeProcess(5)];
    const { people } = await hireWorker();
    const rows = ids.map((id) => ({ id, processId: id, quantity: 5, people }));
    expect(readVerdicts(await sendBatch('start', rows))).toEqual(['done', 'timesOverlap']);
  });

  test('counts as one job: other work is refused meanwhile, and nobody joins with other people or operation types', async () => {
    const ids = [await makeProcess(5), await makeProcess(5), await makeProcess(5)] as const;
    const otherCraft = await makeProcess(5, { craftId: await saveCraft({ name: 'Polishing' }) });
    const [worker, otherWorker] = [await hireWorker(), await hireWorker()];
    const batchId = randomUUID();
    await startBatch([{ id: ids[0], quantity: 5 }], worker.people, batchId);
    const startWithBatch = (processId: number, people: object[], extraFields = { batchId }) =>
      startWork(factory.call, processId, 5, { people, ...extraFields });
    expect(await readRefusalCode(startWithBatch(ids[1], otherWorker.people))).toBe('batchOfPeople');
    expect(await readRefusalCode(startWithBatch(otherCraft, worker.people))).toBe('batchOfCrafts');
    expect(await readRefusalCode(startWithBatch(ids[1], worker.people, {} as never))).toBe('timesOverlap');
    expect((await startWithBatch(ids[1], worker.people)).process.inWork).toBe(5);
  });

  const reverseBatch = (reportIds: readonly number[], call?: CallFunction) =>
    (call ?? factory.call)<BatchAnswer>('/mes/report/reverse/batch', {
      rows: JSON.stringify(reportIds.map((id) => ({ id, reportId: id, reason: 'Wrong furnace' }))),
    });

  test('is reversed as a whole, with one verdict for each report', async () => {
    const ids = [await makeProcess(5), await makeProcess(5), await makeProcess(5)];
    const { people } = await hireWorker();
    const batchId = randomUUID();
    const started = await startBatch(
      ids.map((id) => ({ id, quantity: 5 })),
      people,
      batchId,
    );
    const reportIds = readReportIds(started);
    await sendBatch('finish', makeFinishRows(reportIds, [5, 5, 5]));
    const { rows } = await factory.call<{ rows: { id: number }[] }>('/mes/report/page', {
      filter: JSON.stringify({ batchId, reversesId: null, reversedAt: null }),
    });
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(reportIds);
    await factory.call('/mes/report/reverse', { reportId: reportIds[1], reason: 'Before' });
    // Without the permission, a person can reverse only their own reports.
    const stranger = await factory.createPerson('Stranger', ['TASK_REPORT']);
    expect(readVerdicts(await reverseBatch(reportIds, stranger.call))).toEqual(
      Array(3).fill('notYourReport'),
    );
    expect(
      await readRefusalCode(reverseBatch(reportIds, (await factory.createPerson('Idle', [])).call)),
    ).toBe('noPermission');
    const foreman = await factory.createPerson('Foreman', ['TASK_REPORT_REVERSE']);
    expect(readVerdicts(await reverseBatch(reportIds, foreman.call))).toEqual([
      'done',
      'reportReversed',
      'done',
    ]);
    for (const id of ids)
      expect(await readProcessProgress(factory, id)).toMatchObject({ state: 'notStarted', received: 0 });
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });

  test('is undone by the person who pressed: its end, so that the batch goes on with its time', async () => {
    const ids = [await makeProcess(10), await makeProcess(30)];
    const { call } = await factory.createPerson('Presser', ['TASK_REPORT']);
    const batchId = randomUUID();
    const rows = ids.map((id, index) => ({
      id,
      processId: id,
      quantity: [10, 30][index],
      batchId,
      at: getIsoTimeAgo(40),
    }));
    const reportIds = readReportIds(await sendBatch('start', rows, call));
    await sendBatch('finish', makeFinishRows(reportIds, [10, 30]), call);
    const undoBatch = (ownCall: CallFunction, undoneIds: readonly number[]) =>
      ownCall<BatchAnswer<ReportAnswer>>('/mes/report/undo/batch', {
        rows: JSON.stringify(undoneIds.map((id) => ({ id, reportId: id, reopen: true }))),
      });
    expect(readVerdicts(await undoBatch(factory.call, reportIds))).toEqual(['undoOfOthers', 'undoOfOthers']);
    const undoAnswer = await undoBatch(call, reportIds);
    expect(readVerdicts(undoAnswer)).toEqual(['done', 'done']);
    const reopenedIds = readReportIds(undoAnswer);
    for (const id of reopenedIds)
      expect(await factory.call('/mes/report/get', { id })).toMatchObject({ batchId, endedAt: null });
    await sendBatch('finish', makeFinishRows(reopenedIds, [10, 30]), call);
    const [first, second] = await readSeconds(reopenedIds);
    expect(first! + second!).toBeGreaterThanOrEqual(2400);
    expect(first! + second!).toBeLessThan(2460);
    expect(Math.abs(second! - 3 * first!)).toBeLessThan(4);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });

  test('receives for many processes, and leaves work unfinished', async () => {
    const needsReceive = await saveCraft({ name: 'Coating', needsReceive: true });
    const ids = [
      await makeProcess(4, { craftId: needsReceive }),
      await makeProcess(4, { craftId: needsReceive }),
    ];
    const rows = ids.map((id) => ({ id, processId: id, quantity: 4 }));
    expect(readVerdicts(await sendBatch('receive', rows))).toEqual(['done', 'done']);
    const { people } = await hireWorker();
    const reportIds = readReportIds(
      await startBatch(
        ids.map((id) => ({ id, quantity: 4 })),
        people,
      ),
    );
    expect(readVerdicts(await sendBatch('unfinished', makeFinishRows(reportIds, [1, 3])))).toEqual([
      'done',
      'done',
    ]);
    expect(await readProcessProgress(factory, ids[0]!)).toMatchObject({
      state: 'unfinished',
      good: 1,
      machinable: 3,
    });
  });
});
