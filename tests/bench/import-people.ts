import { employee } from '#shared/entities/employee.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import type { ImportVerdict } from '#shared/answers/transfer.ts';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { startServer } from '#server/start/start-server.ts';
import { makeBook, Workbooks, type Rows } from '#tests/support/workbooks.ts';
import { say } from './expected.ts';
import { configOf, LOGIN } from './installation.ts';

/** The people of a large factory, and the most that somebody waits who brings them in, in seconds. */
const PEOPLE = 20_000;
const MOST = { check: 15, write: 60, export: 15 } as const;

/** People as another program writes them down: each in one of five departments. */
function list(): Buffer {
  const rows: Rows = [['Code', 'Name', 'Department', 'Working status', 'Phone']];
  for (let n = 0; n < PEOPLE; n++)
    rows.push([`E${n}`, `员工 ${n}`, `D${n % 5}`, 'On the job', String(13_900_000_000 + n)]);
  return makeBook({ Employee: rows });
}

function known(answer: Answer<ImportVerdict>): ImportVerdict {
  if (!answer.success || answer.data.problemCount > 0 || answer.data.added !== PEOPLE)
    throw new Error(JSON.stringify(answer));
  return answer.data;
}

/**
 * Brings people in by a workbook, and takes them out again.
 * @param url the database; undefined: the embedded one
 */
export async function importPeople(url: string | undefined, dataDir: string): Promise<void> {
  const kind = url ? 'PostgreSQL' : 'the embedded database';
  const server = await startServer(
    readConfig({ PORT: '0', ...configOf(url ?? '', dataDir), DATABASE_URL: url }),
  );
  const timed = async <T>(what: keyof typeof MOST, run: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await run();
    const words = `${PEOPLE} people on ${kind}: ${what}`;
    say(words, (performance.now() - began) / 1000, 's', MOST[what]);
    return result;
  };
  try {
    const client = new WireClient(server.url);
    await client.logIn(LOGIN);
    for (let n = 0; n < 5; n++)
      await client.call('/mes/system/basic/department/save', { code: `D${n}`, name: `Shop ${n}` });
    const books = new Workbooks(server.url, client.token!);
    const content = list();
    const { file } = known(await timed('check', () => books.check(employee, content)));
    known(await timed('write', () => books.write(employee, file!)));
    await timed('export', () => books.export(employee));
  } finally {
    await server.close();
  }
}
