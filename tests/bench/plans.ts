import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { entities } from '#shared/entities/index.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { projectFolder } from '#server/root.ts';
import { openScreen } from '#tests/support/live-node.ts';
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts';
import { printResult } from './expected.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
  type Installation,
} from './installation.ts';

const MEASURED_SECONDS = Number(process.env['MES_BENCH_SECONDS'] ?? 20);
/** Whether the tests of the server run too, on the PostgreSQL of the benchmark. They take minutes. */
const SHOULD_RUN_SERVER_TESTS = process.env['MES_TEST_PLANS'] === 'on';
/** PostgreSQL logs the plan of every statement that takes at least this long, in milliseconds. */
const MIN_LOGGED_MS = 1;
/** The number of statements that are printed: those that took the most time in total. */
const LISTED_STATEMENT_COUNT = 12;
/** A statement counts as badly estimated if an estimate in its plan is wrong by this factor or more. */
const BAD_ESTIMATE_FACTOR = 1000;
const MAX_FEED_READ_MS = 1;

const makePlanLogSettings = (folder: string): string => `shared_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = ${MIN_LOGGED_MS}
auto_explain.log_analyze = on
auto_explain.log_timing = off
auto_explain.log_nested_statements = on
auto_explain.log_format = json
logging_collector = on
log_destination = jsonlog
log_min_messages = log
log_directory = '${folder}'
log_filename = 'plans.log'
log_file_mode = 0644
`;

/** A node of a logged plan. */
interface QueryPlanNode {
  'Node Type': string;
  'Plan Rows': number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: QueryPlanNode[];
}

/** A statement that auto_explain logged, with its plan. */
interface LoggedStatement {
  'Query Text': string;
  Plan: QueryPlanNode;
  JIT?: unknown;
}

/** A summary of all logged executions of a statement. */
interface StatementSummary {
  text: string;
  executionCount: number;
  totalMs: number;
  maxMs: number;
  /** The largest factor by which the planner's estimate of a node was wrong. */
  worstEstimateFactor: number;
  isCompiled: boolean;
}

/** Returns the largest factor between estimated and actual rows of a plan. Nodes that never ran are left out. */
function findWorstEstimate(node: QueryPlanNode): number {
  const actualRows = node['Actual Rows'] ?? 0;
  const ratio = Math.max(node['Plan Rows'], 1) / Math.max(actualRows, 1);
  const ownRatio = (node['Actual Loops'] ?? 0) === 0 ? 1 : Math.max(ratio, 1 / ratio);
  return Math.max(ownRatio, ...(node.Plans ?? []).map(findWorstEstimate));
}

const collapseWhitespace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Reads the logged plans and sums them up by statement. The statement with the most time comes first. */
function summarisePlans(folder: string): StatementSummary[] {
  const summaryByText = new Map<string, StatementSummary>();
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  for (const line of lines) {
    if (!line.includes('plan:')) continue;
    const { message } = JSON.parse(line) as { message: string };
    const match = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message);
    if (!match) continue;
    const loggedStatement = JSON.parse(match[2]!) as LoggedStatement;
    const text = collapseWhitespace(loggedStatement['Query Text']);
    const summary = summaryByText.get(text) ?? {
      text,
      executionCount: 0,
      totalMs: 0,
      maxMs: 0,
      worstEstimateFactor: 1,
      isCompiled: false,
    };
    const durationMs = Number(match[1]);
    summaryByText.set(text, {
      text,
      executionCount: summary.executionCount + 1,
      totalMs: summary.totalMs + durationMs,
      maxMs: Math.max(summary.maxMs, durationMs),
      worstEstimateFactor: Math.max(summary.worstEstimateFactor, findWorstEstimate(loggedStatement.Plan)),
      isCompiled: summary.isCompiled || loggedStatement.JIT !== undefined,
    });
  }
  return [...summaryByText.values()].toSorted((a, b) => b.totalMs - a.totalMs);
}

/**
 * Runs the demonstration factory for MEASURED_SECONDS. Meanwhile a screen watches every report, and a client reads the
 * first page of every list again and again.
 */
async function runDemoFactory(installation: Installation): Promise<void> {
  await executeAsAdministrator(installation, 'create database plans');
  const url = makeDatabaseUrl(installation, 'plans');
  const server = await startServerProcess({ url, dataDir: installation.dataDir }, await findFreePort(), {
    ...makeServerEnvironment(url, installation.dataDir),
    MES_DEMO: 'on',
    MES_DEMO_SPEED: '60',
  });
  try {
    const client = new WireClient(server.url);
    await client.logIn({ ...BENCH_LOGIN, factoryCode: 'DEMO' });
    const screen = await openScreen(server.url, client.token!);
    for (const { path } of await client.call<ReportDescriptor[]>('/mes/form/describe', {}))
      await screen.watch(path);
    const endMs = Date.now() + MEASURED_SECONDS * 1000;
    while (Date.now() < endMs) {
      for (const { path } of Object.values(entities))
        await client.call(`${path}/page`, {}).catch(() => undefined);
      await wait(500);
    }
    screen.close();
  } finally {
    await server.end();
  }
}

/** Runs the tests of the server on the PostgreSQL of the installation. */
const runServerTests = (installation: Installation): Promise<void> =>
  new Promise((resolve) => {
    const args = [join(projectFolder, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server'];
    const env = {
      ...process.env,
      MES_TEST_DATABASES: 'postgres',
      MES_TEST_POSTGRES: installation.cluster.url,
    };
    spawn(process.execPath, args, { cwd: projectFolder, env, stdio: 'inherit' }).once('exit', () =>
      resolve(),
    );
  });

/**
 * Prints the statements that take the most time, how many statements were compiled or badly estimated, and the slowest
 * read of the feed.
 */
export async function measureQueryPlans(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mes-plans-'));
  chmodSync(folder, 0o777);
  try {
    await runWithInstallation(async (installation) => {
      console.log(installation.machine);
      await runDemoFactory(installation);
      if (SHOULD_RUN_SERVER_TESTS) await runServerTests(installation);
    }, makePlanLogSettings(folder));
    const statements = summarisePlans(folder);
    console.log(
      `${statements.length} statements took longer than ${MIN_LOGGED_MS} ms; those with the most time:`,
    );
    for (const statement of statements.slice(0, LISTED_STATEMENT_COUNT))
      console.log(
        `${statement.totalMs.toFixed(0).padStart(8)} ms in ${String(statement.executionCount).padStart(5)}, at most ${statement.maxMs
          .toFixed(1)
          .padStart(
            8,
          )} ms, estimate wrong by ${statement.worstEstimateFactor.toFixed(0).padStart(6)}×  ${statement.text.slice(0, 110)}`,
      );
    const isFeedRead = ({ text }: StatementSummary) =>
      text.startsWith('select m.epoch, h.factory_id, h.pos as head');
    printResult(
      'statements that PostgreSQL compiled',
      statements.filter((statement) => statement.isCompiled).length,
      '',
      0,
    );
    printResult(
      `statements estimated wrong by ${BAD_ESTIMATE_FACTOR}× or more`,
      statements.filter((statement) => statement.worstEstimateFactor >= BAD_ESTIMATE_FACTOR).length,
      '',
      null,
    );
    const slowestReadMs = Math.max(0, ...statements.filter(isFeedRead).map((statement) => statement.maxMs));
    printResult('the slowest read of the feed, 0 if all are faster', slowestReadMs, 'ms', MAX_FEED_READ_MS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
