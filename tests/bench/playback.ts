import type pg from 'pg';
import { PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { readSourceParams } from '#shared/kernel/source-params.ts';
import { readConfig } from '#server/config.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { packFrame } from '#server/recording/frame-content.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { startServer } from '#server/start/start-server.ts';
import { printResult } from './expected.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
} from './installation.ts';
import { computeQuantile } from './quantiles.ts';

const RECORDED_DAYS = 8;
/** The time between two frames of a source, in seconds: twice the minimum. */
const FRAME_INTERVAL_SECONDS = 4;
const ROWS_PER_SOURCE = 200;
const DIFFERENT_FRAME_COUNT = 100;
const CALL_COUNT = Number(process.env['MES_BENCH_CALLS'] ?? 60);
const DAY_MS = 86_400_000;
const WINDOW_MS = 600_000;
/** The maximum duration of a call that reads what a wall showed (specification), in milliseconds. */
const MAX_ANSWER_MS = 2000;

const makeRow = (id: number, value: number) => ({
  id,
  code: `WO-2611-${String(id).padStart(3, '0')}`,
  name: `Bearing housing ${id}`,
  state: ['running', 'setUp', 'idle'][value % 3]!,
  good: value,
  plan: 240,
  since: new Date(1_760_000_000_000 + value * 1000).toISOString(),
});

/** Inserts recordings of 8 days for each source of the preset `mainHall`. Every frame has changes. */
async function fillRecordings(pool: pg.Pool, factoryId: number): Promise<void> {
  const keyFrameContent = await packFrame(
    JSON.stringify({
      rowKey: ['id'],
      rows: Array.from({ length: ROWS_PER_SOURCE }, (_, id) => makeRow(id, id)),
    }),
  );
  const changeFrameContents = await Promise.all(
    Array.from({ length: DIFFERENT_FRAME_COUNT }, (_, index) => {
      const upsert = [0, 1, 2].map((offset) => makeRow((index * 3 + offset) % ROWS_PER_SOURCE, index));
      return packFrame(JSON.stringify({ upsert, remove: [] }));
    }),
  );
  for (const { path, params: sourceParams } of PRESET_SOURCES.mainHall) {
    const report = reportDescriptors.find((candidate) => candidate.path === path)!;
    const parsedParams = readSourceParams(report.parameters, sourceParams);
    const source = buildSourceKey(factoryId, path, 'params' in parsedParams ? parsedParams.params : {});
    const { rows } = await pool.query<{ id: string }>(
      `insert into board_recording (factory_id, source, started_at, recorded_until)
       values ($1, $2, now() - make_interval(days => $3), now()) returning id`,
      [factoryId, source, RECORDED_DAYS],
    );
    await pool.query(
      `insert into board_frame (factory_id, recording_id, at, is_key, content)
       select $1, $2, now() - make_interval(days => $3) + second * interval '1 s', second % 3600 = 0,
         case when second % 3600 = 0 then $4::bytea else ($5::bytea[])[1 + (second / $6::int) % $7::int] end
       from generate_series(0, $3::int * 86400, $6::int) as second`,
      [
        ...[factoryId, rows[0]!.id, RECORDED_DAYS, keyFrameContent, changeFrameContents],
        ...[FRAME_INTERVAL_SECONDS, DIFFERENT_FRAME_COUNT],
      ],
    );
  }
  await pool.query('vacuum analyze board_frame');
}

/** Measures how fast the server returns what the wall `mainHall` showed during the last 8 days. */
export async function measurePlayback(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(`${installation.machine}; ${CALL_COUNT} calls each`);
    await executeAsAdministrator(installation, 'create database playback');
    const url = makeDatabaseUrl(installation, 'playback');
    const server = await startServer(
      readConfig({
        ...makeServerEnvironment(url, installation.dataDir),
        ...{ PORT: '0', HOST: '127.0.0.1', MES_BOARD_RECORDING: 'off' },
      }),
    );
    try {
      const { pool } = server.connection;
      const client = new WireClient(server.url);
      await client.logIn(BENCH_LOGIN);
      const factories = await pool.query<{ id: number }>('select id from factory');
      await fillRecordings(pool, factories.rows[0]!.id);
      const { rows } = await pool.query<{ count: number; mb: number }>(
        `select count(*) as count, (pg_total_relation_size('board_frame') / 1048576.0)::float8 as mb from board_frame`,
      );
      console.log(`${rows[0]!.count} frames of ${PRESET_SOURCES.mainHall.length} sources`);
      printResult(
        'size in the database per source and day',
        (rows[0]!.mb * 1024) / PRESET_SOURCES.mainHall.length / RECORDED_DAYS,
        'KB',
        null,
      );
      const sources = JSON.stringify(PRESET_SOURCES.mainHall);
      const measureCalls = async (path: string, spanMs: number): Promise<number[]> => {
        const durationsMs: number[] = [];
        for (let callIndex = 0; callIndex < CALL_COUNT; callIndex++) {
          const fromMs = Date.now() - DAY_MS / 2 - Math.random() * (RECORDED_DAYS - 2) * DAY_MS;
          const [from, until] = [fromMs, fromMs + spanMs].map((ms) => new Date(ms).toISOString());
          const startMs = performance.now();
          await client.call(path, { sources, from, until });
          durationsMs.push(performance.now() - startMs);
        }
        return durationsMs;
      };
      for (const [name, path, spanMs] of [
        ['10 minutes of all rows', '/mes/recording/rows', WINDOW_MS],
        ['the strip of an hour', '/mes/recording/activity', DAY_MS / 24],
        ['the strip of a day', '/mes/recording/activity', DAY_MS],
      ] as const) {
        const durationsMs = await measureCalls(path, spanMs);
        printResult(`${name}: median`, computeQuantile(durationsMs, 0.5), 'ms', null);
        printResult(`${name}: p95`, computeQuantile(durationsMs, 0.95), 'ms', MAX_ANSWER_MS);
      }
    } finally {
      await server.close();
    }
  });
}
