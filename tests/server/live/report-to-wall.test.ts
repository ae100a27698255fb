import { expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { reports } from '#server/reports/index.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

describeForEachDatabase('a report on the floor', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  it('updates the reports of the wall, and a log-out closes the socket of the wall', async () => {
    const server = await startTestServer(database);
    closeCallbacks.push(() => server.close());
    const caller = await server.caller().logIn();
    const order = await caller.send<{ id: number; version: number }>('/mes/order/save', {
      code: 'W',
      name: 'W',
      quantity: 9,
    });
    const part = await caller.send<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'P',
      name: 'P',
      quantity: 9,
    });
    const craft = await caller.send<{ id: number }>('/mes/system/basic/crafts/save', {
      code: 'K',
      name: 'K',
    });
    const process = await caller.send<{ id: number }>('/mes/process/save', {
      partId: part.id,
      seq: 10,
      craftId: craft.id,
    });
    await caller.send('/mes/order/release', { id: order.id, version: order.version });
    const wall = await openScreen(server.url, caller.token!);
    closeCallbacks.push(wall.close);
    for (const report of reports) expect(await wall.watch(report.path)).toMatchObject({ ok: true });

    const at = new Date(Date.now() - 300_000).toISOString();
    const { reportId } = await caller.send<{ reportId: number }>('/mes/report/start', {
      processId: process.id,
      quantity: 9,
      at,
    });
    const findFrame = (path: string) => wall.frames.find((frame) => frame.source.includes(path));
    await waitUntil('the latest reports', () => findFrame('latestReports') !== undefined);
    wall.frames.length = 0;
    await caller.send('/mes/report/finish', { reportId, good: 9 });
    // A late frame may still show the start, so look for the expected row in every frame.
    const findRow = (path: string, isExpected: (row: ReportRow) => boolean) =>
      wall.frames
        .filter((frame) => frame.source.includes(path))
        .flatMap((frame) => frame.upsert as ReportRow[])
        .find(isExpected);
    await waitUntil(
      'plan and actual',
      () => findRow('planActualToday', (row) => row.actual === 9) !== undefined,
    );
    await waitUntil(
      'the progress',
      () => findRow('orderProgress', (row) => row.progress === 100) !== undefined,
    );
    expect(findRow('planActualToday', (row) => row.groupKey === 'total')).toEqual({
      groupKey: 'total',
      groupName: null,
      planned: 0,
      plannedNow: 0,
      actual: 9,
      difference: 9,
      differenceNow: 9,
    });
    await caller.send('/mes/login/logout');
    await waitUntil('it is closed', () => wall.socket.disconnected);
    expect(wall.revocationCodes).toEqual(['notSignedIn']);
  });
});
