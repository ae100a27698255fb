import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#shared/kernel/wire.ts';
import { PROGRESS_HEADER } from '#shared/kernel/wire.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { department } from '#shared/entities/department.ts';
import { unit } from '#shared/entities/unit.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeWorkbook, WorkbookClient } from '#tests/support/workbooks.ts';

/** How many workbooks of an account may wait while another workbook is checked. */
const MAX_WAITING_WORKBOOKS = 5;

/** A check of a workbook that is running or waits in the queue. */
interface QueuedCheck {
  answer: Promise<Answer<WorkbookImportResult>>;
  leave: () => void;
}

// The test leaves out the embedded database, because it holds a table lock in a second connection during the first
// check.
describeForEachDatabase(
  'Workbooks of one account',
  (database) => {
    let server: AdminServer;
    let workbookClient: WorkbookClient;
    beforeAll(async () => {
      server = await startAdminServer(database);
      workbookClient = new WorkbookClient(server.url, server.admin.token!);
    });
    afterAll(() => server?.close());

    /** Sends a workbook with one row, and waits for the first line of the answer. */
    async function sendWorkbook({ path }: { path: string }): Promise<QueuedCheck> {
      const leaveController = new AbortController();
      const content = makeWorkbook({
        Sheet: [
          ['Code', 'Name'],
          [makeUniqueText(), 'One'],
        ],
      });
      const response = await workbookClient.postRaw(
        `${path}/import/check`,
        new Uint8Array(content),
        { [PROGRESS_HEADER]: 'lines' },
        leaveController.signal,
      );
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      const firstChunk = await reader.read();
      const readAnswer = async () => {
        let text = firstChunk.value ?? '';
        for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) text += chunk.value;
        return JSON.parse(text.trim().split('\n').at(-1)!) as Answer<WorkbookImportResult>;
      };
      const answer = readAnswer();
      answer.catch(() => undefined);
      return { answer, leave: () => leaveController.abort() };
    }

    /** Counts the workbooks on the disk. The server deletes a workbook whose sender has left the queue. */
    const countStoredWorkbooks = async () => {
      const folder = join(database.dataDir, 'files', 'imports');
      return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    };

    /** Locks a table against all readers. @returns a function that unlocks it */
    async function lockTable(table: string): Promise<() => Promise<void>> {
      const holder = await server.connection.pool.connect();
      await holder.query(`begin; lock table ${table} in access exclusive mode`);
      return async () => {
        await holder.query('rollback');
        holder.release();
      };
    }

    test('are checked one at a time; five more wait, and another is refused until one leaves', async () => {
      const unlock = await lockTable('unit');
      const runningCheck = await sendWorkbook(unit);
      const waitingChecks: QueuedCheck[] = [];
      // Only the queue holds these workbooks up, because their own table is not locked.
      for (let count = 0; count < MAX_WAITING_WORKBOOKS; count++)
        waitingChecks.push(await sendWorkbook(department));

      const refusedCheck = await sendWorkbook(department);
      expect(await refusedCheck.answer).toMatchObject({
        success: false,
        code: 'tooManyRequests',
        message: 'Too many requests, wait a moment',
      });

      const [leavingCheck] = waitingChecks.splice(2, 1);
      leavingCheck!.leave();
      await expect.poll(countStoredWorkbooks).toBe(MAX_WAITING_WORKBOOKS);
      waitingChecks.push(await sendWorkbook(department));
      expect(await (await sendWorkbook(department)).answer).toMatchObject({ code: 'tooManyRequests' });

      await unlock();
      for (const check of [runningCheck, ...waitingChecks])
        expect(await check.answer).toMatchObject({ success: true, data: { problemCount: 0 } });
    });
  },
  'postgres',
);
