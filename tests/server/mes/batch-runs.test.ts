import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { BatchRowAnswer, BatchRun } from '#shared/answers/batch.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import type { ReportAnswer } from '#tests/support/reports.ts';

/** The number of rows of a batch. Writing them takes more than two transactions. */
const ROW_COUNT = 130;

describeForEachDatabase('a batch in the background', (database) => {
  let factory: TestFactory;
  let craftId: number;
  let orderCount = 0;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftId = (
      await factory.call<{ id: number }>('/mes/system/basic/crafts/save', { code: 'K', name: 'Hardening' })
    ).id;
  });

  /** Releases an order with one process for each row. @returns the ids of the processes */
  async function makeProcesses(count = ROW_COUNT): Promise<number[]> {
    const code = `R-${++orderCount}`;
    const order = await factory.call<{ id: number; version: number }>('/mes/order/save', {
      code,
      name: code,
      quantity: 2,
    });
    await factory.call('/mes/order/part/save', { orderId: order.id, code: 'P0', name: 'Part', quantity: 2 });
    const { factoryId, connection } = factory;
    const { rows } = await sql<{ id: number }>`with parts as (
        insert into part (factory_id, order_id, code, name, quantity)
        select ${factoryId}::bigint, ${order.id}::bigint, 'Q' || n, 'Part', 2 from generate_series(1, ${count}) n returning id
      )
      insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived)
      select ${factoryId}::bigint, id, 10, ${craftId}::bigint, 2, 2 from parts returning id`.execute(
      connection.db,
    );
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    return rows.map(({ id }) => id);
  }
  const makeStartRows = (processIds: readonly number[], batchId = randomUUID()) =>
    processIds.map((id) => ({ id, processId: id, quantity: 2, batchId, at: getIsoTimeAgo(40) }));
  const beginBatch = (kind: string, rows: readonly object[], call = factory.call, requestId = randomUUID()) =>
    call<{ id: number }>(`/mes/report/${kind}/batch/run`, { rows: JSON.stringify(rows) }, requestId);
  const readRun = (id: number, call = factory.call) => call<BatchRun>('/mes/batch/status', { id });
  const readVerdicts = async (id: number, fields: object = {}, call = factory.call) =>
    (await call<{ rows: BatchRowAnswer<ReportAnswer>[] }>('/mes/batch/verdicts', { id, ...fields })).rows;
  const countStartedProcesses = async (processIds: readonly number[]) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from work_report
      where factory_id = ${factory.factoryId} and process_id = any(${[...processIds]}::bigint[])`.execute(
      factory.connection.db,
    );
    return rows[0]!.count;
  };
  async function waitForEnd(id: number, call = factory.call): Promise<BatchRun> {
    for (let tries = 0; tries < 600; tries++) {
      const run = await readRun(id, call);
      if (run.state !== 'running') return run;
      await pause(100);
    }
    throw new Error('The batch did not end');
  }
  const hireWorker = (name: string) => factory.createPerson(name, ['TASK_REPORT']);

  test('writes all rows, and keeps the verdict of each for the person who began it', async () => {
    const { call } = await hireWorker('Furnace');
    const processIds = await makeProcesses();
    const rows = makeStartRows(processIds).map((row, index) =>
      index === 70 ? { ...row, quantity: 3 } : row,
    );
    const { id } = await beginBatch('start', rows, call);
    expect(await waitForEnd(id, call)).toMatchObject({
      state: 'done',
      path: '/mes/report/start',
      rowCount: ROW_COUNT,
      doneCount: ROW_COUNT - 1,
      refusedCount: 1,
    });
    const verdicts = await readVerdicts(id, {}, call);
    expect(verdicts.map((verdict) => verdict.id)).toEqual(processIds);
    const [refusedVerdict, ...otherVerdicts] = await readVerdicts(id, { onlyRefused: true }, call);
    expect(otherVerdicts).toEqual([]);
    expect(refusedVerdict).toMatchObject({
      id: processIds[70],
      answer: { code: 'quantityExceedsMachinable' },
    });
    expect(await countStartedProcesses(processIds)).toBe(ROW_COUNT - 1);

    const reportIds = verdicts.flatMap(({ answer }) => (answer.success ? [answer.data.reportId] : []));
    const finishRun = await beginBatch(
      'finish',
      reportIds.map((reportId) => ({ id: reportId, reportId, good: 2 })),
      call,
    );
    expect(await waitForEnd(finishRun.id, call)).toMatchObject({ doneCount: ROW_COUNT - 1, refusedCount: 0 });
    const reverseRun = await beginBatch(
      'reverse',
      reportIds.map((reportId) => ({ id: reportId, reportId, reason: 'Wrong furnace' })),
      call,
    );
    expect(await waitForEnd(reverseRun.id, call)).toMatchObject({ doneCount: ROW_COUNT - 1 });
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    expect((await call<{ rows: BatchRun[] }>('/mes/batch/list', {})).rows.map((run) => run.id)).toEqual([
      reverseRun.id,
      finishRun.id,
      id,
    ]);
  });

  test('belongs to the account that began it', async () => {
    const [{ call }, stranger] = [await hireWorker('Owner'), await hireWorker('Stranger')];
    const { id } = await beginBatch('start', makeStartRows(await makeProcesses(3)), call);
    await waitForEnd(id, call);
    for (const path of ['status', 'verdicts', 'cancel', 'continue'])
      expect(await readRefusalCode(stranger.call(`/mes/batch/${path}`, { id }))).toBe('rowNotFound');
    expect(await stranger.call('/mes/batch/list', {})).toEqual({ rows: [] });
  });

  test('is refused as a whole before it begins, and needs the permission of its command', async () => {
    const processIds = await makeProcesses(2);
    const otherCraft = await factory.createOrder(2, ['Grinding']);
    const rows = makeStartRows([...processIds, otherCraft.processIds[0]!]);
    expect(await readRefusalCode(beginBatch('start', rows))).toBe('batchOfCrafts');
    const idle = await factory.createPerson('Idle', []);
    expect(await readRefusalCode(beginBatch('start', makeStartRows(processIds), idle.call))).toBe(
      'noPermission',
    );
    expect(await countStartedProcesses(processIds)).toBe(0);
  });

  test('is begun once by a repeated request, and another batch cannot take its place', async () => {
    const { call } = await hireWorker('Twice');
    const processIds = await makeProcesses();
    const [rows, requestId] = [makeStartRows(processIds), randomUUID()];
    const [first, repeatedRun] = await Promise.all([
      beginBatch('start', rows, call, requestId),
      beginBatch('start', rows, call, requestId),
    ]);
    expect(repeatedRun).toEqual(first);
    expect(await waitForEnd(first.id, call)).toMatchObject({ doneCount: ROW_COUNT, refusedCount: 0 });
    expect(await beginBatch('start', rows, call, requestId)).toEqual(first);
    expect(await countStartedProcesses(processIds)).toBe(ROW_COUNT);
    expect(await readRefusalCode(beginBatch('start', rows.slice(1), call, requestId))).toBe(
      'requestIdReused',
    );
  });

  test('refuses its rows if it is cancelled while it waits for another batch', async () => {
    const [{ call }, otherWorker] = [await hireWorker('Canceller'), await hireWorker('Other')];
    const [processIds, otherIds] = [await makeProcesses(), await makeProcesses()];
    const otherRun = await beginBatch('start', makeStartRows(otherIds), otherWorker.call);
    const { id } = await beginBatch('start', makeStartRows(processIds), call);
    await call('/mes/batch/cancel', { id });
    expect(await waitForEnd(id, call)).toMatchObject({
      state: 'cancelled',
      doneCount: 0,
      refusedCount: ROW_COUNT,
    });
    const refusedVerdicts = await readVerdicts(id, { onlyRefused: true }, call);
    expect(new Set(refusedVerdicts.map(({ answer }) => (answer as { code: string }).code))).toEqual(
      new Set(['batchCancelled']),
    );
    expect(await countStartedProcesses(processIds)).toBe(0);
    expect(await waitForEnd(otherRun.id, otherWorker.call)).toMatchObject({
      state: 'done',
      doneCount: ROW_COUNT,
    });
  });

  /** Stores the state of a batch whose node was killed after it had written some rows and some of their verdicts. */
  async function storeInterruptedBatch(call: CallFunction, processIds: readonly number[]) {
    const rows = makeStartRows(processIds);
    const { id } = await beginBatch('start', rows, call);
    await waitForEnd(id, call);
    // Pretends that the last rows were not written: reverses their reports, and deletes their answers.
    const lastIds = processIds.slice(100);
    const verdicts = await readVerdicts(id, {}, call);
    const reversed = await beginBatch(
      'reverse',
      verdicts
        .slice(100)
        .map(({ answer }) => (answer as { data: ReportAnswer }).data.reportId)
        .map((reportId) => ({ id: reportId, reportId, reason: 'Not written' })),
      call,
    );
    await waitForEnd(reversed.id, call);
    const { db } = factory.connection;
    await sql`delete from request_once where factory_id = ${factory.factoryId}
      and (answer -> 'process' ->> 'processId')::bigint = any(${lastIds}::bigint[])`.execute(db);
    await sql`update batch_run_row set answer = null where run_id = ${id} and row_id = any(${processIds.slice(80)}::bigint[])`.execute(
      db,
    );
    await sql`update batch_run set ended_at = null, alive_at = now() - interval '1 minute', done_count = 80 where id = ${id}`.execute(
      db,
    );
    return id;
  }

  test('is continued after its node was killed: what is written stays, and nothing is doubled', async () => {
    const { call } = await hireWorker('Survivor');
    const processIds = await makeProcesses();
    const id = await storeInterruptedBatch(call, processIds);
    expect(await readRun(id, call)).toMatchObject({ state: 'interrupted', doneCount: 80 });
    const reportCount = await countStartedProcesses(processIds);
    await call('/mes/batch/continue', { id });
    expect(await waitForEnd(id, call)).toMatchObject({
      state: 'done',
      doneCount: ROW_COUNT,
      refusedCount: 0,
    });
    expect(await countStartedProcesses(processIds)).toBe(reportCount + ROW_COUNT - 100);
    expect((await readVerdicts(id, {}, call)).every(({ answer }) => answer.success)).toBe(true);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });

  test('gives the open rows their verdict if it is cancelled after an interruption', async () => {
    const { call } = await hireWorker('Stopper');
    const processIds = await makeProcesses();
    const id = await storeInterruptedBatch(call, processIds);
    await call('/mes/batch/cancel', { id });
    await call('/mes/batch/continue', { id });
    // The batch recognises the rows that were written before the interruption.
    expect(await waitForEnd(id, call)).toMatchObject({
      state: 'cancelled',
      doneCount: 100,
      refusedCount: ROW_COUNT - 100,
    });
  });
});
