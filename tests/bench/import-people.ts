import { employee } from '#shared/entities/employee.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { makeWorkbook, WorkbookClient, type SheetRows } from '#tests/support/workbooks.ts';
import { printResult } from './expected.ts';
import { makeServerEnvironment, BENCH_LOGIN } from './installation.ts';

/** The number of imported people: as many as a large factory has. */
const PEOPLE_COUNT = 20_000;
/** The time limits for the two steps of the import (`check`, `write`) and for the export, in seconds. */
const LIMIT_SECONDS = { check: 15, write: 60, export: 15 } as const;

/** Makes a workbook of people, each in one of five departments. */
function makePeopleWorkbook(): Buffer {
  const rows: SheetRows = [['Code', 'Name', 'Department', 'Working status', 'Phone']];
  for (let number = 0; number < PEOPLE_COUNT; number++)
    rows.push([`E${number}`, `员工 ${number}`, `D${number % 5}`, 'Active', String(13_900_000_000 + number)]);
  return makeWorkbook({ Employee: rows });
}

function requireCompleteImport(answer: Answer<WorkbookImportResult>): WorkbookImportResult {
  if (!answer.success || answer.data.problemCount > 0 || answer.data.added !== PEOPLE_COUNT)
    throw new Error(JSON.stringify(answer));
  return answer.data;
}

/**
 * Measures the import of people from a workbook, and their export.
 * @param url the URL of the PostgreSQL database; undefined for the embedded database
 */
export async function measurePeopleImportAndExport(url: string | undefined, dataDir: string): Promise<void> {
  const databaseName = url ? 'PostgreSQL' : 'the embedded database';
  const server = await startServer(
    readConfig({ PORT: '0', ...makeServerEnvironment(url ?? '', dataDir), DATABASE_URL: url }),
  );
  const measureStep = async <T>(step: keyof typeof LIMIT_SECONDS, run: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    const result = await run();
    const label = `${PEOPLE_COUNT} people on ${databaseName}: ${step}`;
    printResult(label, (performance.now() - startMs) / 1000, 's', LIMIT_SECONDS[step]);
    return result;
  };
  try {
    const client = new WireClient(server.url);
    await client.logIn(BENCH_LOGIN);
    for (let number = 0; number < 5; number++)
      await client.call('/mes/system/basic/department/save', { code: `D${number}`, name: `Shop ${number}` });
    const workbookClient = new WorkbookClient(server.url, client.token!);
    const content = makePeopleWorkbook();
    const { file } = requireCompleteImport(
      await measureStep('check', () => workbookClient.check(employee, content)),
    );
    requireCompleteImport(await measureStep('write', () => workbookClient.write(employee, file!)));
    await measureStep('export', () => workbookClient.export(employee));
  } finally {
    await server.close();
  }
}
