import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { MAX_ROWS_PER_CALL, type ImportTotals } from '../demo/replay/import-reports.ts';
import { readProductionLog, type ProductionLog } from '../demo/replay/production-log.ts';
import { createProgressBar } from '../demo/replay/progress-bar.ts';
import { replayLog } from '../demo/replay/replay.ts';
import { WireClient, WireRefusal, type LoginCredentials } from '../demo/wire-client.ts';

const USAGE_TEXT = `npm run replay -- <folder> [options]

Replays a production log (CSV files) through the public API: masters, orders with their routings, every report
in the order of time. Interrupted, it goes on where it was when it is started again.

  --fast                 as fast as the server takes them (the default)
  --speed <n>            n times faster than the log's own clock
  --batch <n>            most reports of one call, 1 to 500 (500)
  --url <url>            where the MES is (http://localhost:8080)
  --factory <code>       the factory (DEMO)
  --user <code>          the employee to log in as (admin)
  --password-env <name>  the environment variable that holds the password (MES_ADMIN_PASSWORD)`;

/** An error in the arguments or the environment of the command. The usage text is printed after its message. */
class UsageError extends Error {}

interface ReplayArguments {
  folder: string;
  url: string;
  speed: number | null;
  batchSize: number;
  login: LoginCredentials;
}

function readArguments(): ReplayArguments | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fast: { type: 'boolean' },
      speed: { type: 'string' },
      batch: { type: 'string', default: String(MAX_ROWS_PER_CALL) },
      url: { type: 'string', default: 'http://localhost:8080' },
      factory: { type: 'string', default: 'DEMO' },
      user: { type: 'string', default: 'admin' },
      'password-env': { type: 'string', default: 'MES_ADMIN_PASSWORD' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const folder = positionals[0];
  if (!folder || positionals.length > 1) throw new UsageError('Name one folder with a production log.');
  if (values.fast && values.speed !== undefined) throw new UsageError('Choose --fast or --speed, not both.');
  const speed = values.speed === undefined ? null : Number(values.speed);
  if (speed !== null && !(speed > 0 && Number.isFinite(speed)))
    throw new UsageError('--speed takes a number above 0.');
  const batchSize = Number(values.batch);
  if (!(Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= MAX_ROWS_PER_CALL))
    throw new UsageError(`--batch takes a whole number from 1 to ${MAX_ROWS_PER_CALL}.`);
  if (!URL.canParse(values.url)) throw new UsageError(`--url ${values.url} is no URL.`);
  const passwordVariable = values['password-env'];
  const password = process.env[passwordVariable];
  if (!password)
    throw new UsageError(
      `Put the password of ${values.user} into the environment variable ${passwordVariable}.`,
    );
  return {
    folder,
    url: values.url,
    speed,
    batchSize,
    login: { factoryCode: values.factory, employeeCode: values.user, password },
  };
}

/** Writes the picture of a verification code to a file, and prompts for the code that the picture shows. */
async function askVerificationCode(picture: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mes-code-'));
  const file = join(folder, 'code.svg');
  writeFileSync(file, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await prompt.question(`Type the verification code that ${file} shows: `)).trim();
  } finally {
    prompt.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Logs in. If the server requires a verification code, it asks the user for the code.
 * @returns whether the program can log in again without a verification code
 */
async function logIn(client: WireClient, login: LoginCredentials): Promise<boolean> {
  const code = await client.call<{ required: boolean; id: string | null; picture: string | null }>(
    '/mes/login/code',
    {},
  );
  if (!code.required || !code.picture) {
    await client.logIn(login);
    return true;
  }
  if (!process.stdin.isTTY)
    throw new UsageError(
      'This server asks for a verification code: run this in a terminal, or start the server with MES_CAPTCHA=off.',
    );
  await client.logIn({ ...login, codeId: code.id ?? '', code: await askVerificationCode(code.picture) });
  return false;
}

function formatSummary(
  log: ProductionLog,
  { importedCount: filedCount, earlierCount, warnings, refused: refusals }: ImportTotals,
): string {
  const lines = [
    `${filedCount} reports filed${earlierCount > 0 ? `, ${earlierCount} had been filed before` : ''}, ${refusals.length} refused.`,
  ];
  if (warnings.size > 0) lines.push('What the log did and the rules forbid, kept with a warning:');
  for (const [warning, count] of [...warnings].sort((a, b) => b[1] - a[1]))
    lines.push(`  ${warning.padEnd(20)} ${count}`);
  const reworkCount = log.reports.filter((report) => report.isRework).length;
  if (reworkCount > 0)
    lines.push(`${reworkCount} reports are marked as rework in the log; their remark says so.`);
  for (const { line, reason } of refusals.slice(0, 10)) lines.push(`  line ${line}: ${reason}`);
  if (refusals.length > 10) lines.push(`  and ${refusals.length - 10} more`);
  return lines.join('\n');
}

/**
 * Makes a signal for Ctrl-C. The first Ctrl-C aborts the signal, which stops the replay before its next call.
 * The second Ctrl-C ends the process at once.
 */
function stopOnCtrlC(): AbortSignal {
  const stopController = new AbortController();
  process.on('SIGINT', () => {
    if (stopController.signal.aborted) process.exit(130);
    stopController.abort();
  });
  return stopController.signal;
}

async function main(): Promise<number> {
  const options = readArguments();
  if (!options) {
    console.log(USAGE_TEXT);
    return 0;
  }
  const log = await readProductionLog(options.folder);
  console.error(
    `${log.orders.length} orders, ${log.reports.length} reports; to factory ${options.login.factoryCode} at ${options.url}`,
  );
  const client = new WireClient(options.url);
  client.lang = 'en_US';
  const canLogInAgain = await logIn(client, options.login);
  const stopSignal = stopOnCtrlC();
  const bar = createProgressBar(process.stderr);
  try {
    const result = await replayLog(log, {
      client,
      login: canLogInAgain ? options.login : null,
      speed: options.speed,
      batchSize: options.batchSize,
      bar,
      stopSignal,
    });
    console.log(formatSummary(log, result));
    return result.refused.length > 0 ? 1 : 0;
  } catch (error) {
    bar.end();
    if (!stopSignal.aborted) throw error;
    console.error('Interrupted. The same command goes on where it was.');
    return 130;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    console.error(`${(error as Error).message}\n\n${USAGE_TEXT}`);
  else if (error instanceof WireRefusal) console.error(error.message);
  else if (error instanceof TypeError)
    console.error(
      `The server does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  else console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
