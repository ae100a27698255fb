import { Client } from 'pg';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start/start-server.ts';
import {
  BENCH_LOGIN,
  executeAsAdministrator,
  makeDatabaseUrl,
  makeServerEnvironment,
  runWithInstallation,
} from './installation.ts';
import { measureCalls } from './measure-calls.ts';

const PART_COUNT = 1000;
/** How often the card of a part is split into two cards that are combined again. Each time adds four edges. */
const ROUNDS_PER_PART = 250;
const CALL_COUNT = Number(process.env['MES_BENCH_CALLS'] ?? 10);
const FIRST_CARD_ID = 1_000_000_000;
const CARDS_PER_PART = ROUNDS_PER_PART * 3 + 1;
const FACTORY_SQL = `(select id from factory where code = '${BENCH_LOGIN.factoryCode}')`;
const CARD_ID_SQL = `${FIRST_CARD_ID} + (p.id - (select min(id) from part)) * ${CARDS_PER_PART}`;

/** Inserts orders of one part with one process, whose first card was reported on one device. */
const FILL_SQL = [
  `with craft as (insert into craft (factory_id, code, name) values (${FACTORY_SQL}, 'K', 'Craft') returning id),
    orders as (insert into work_order (factory_id, code, name, quantity, state)
      select ${FACTORY_SQL}, 'R-' || n, 'Order ' || n, 10, 'inProgress' from generate_series(1, ${PART_COUNT}) n returning id, factory_id),
    parts as (insert into part (factory_id, order_id, code, name, quantity)
      select factory_id, id, 'P', 'Part', 10 from orders returning id, factory_id)
  insert into process (factory_id, part_id, seq, craft_id, planned_quantity, arrived, received, machinable)
  select p.factory_id, p.id, 10, craft.id, 10, 10, 10, 10 from parts p, craft`,
  `insert into card (factory_id, id, code, part_id, quantity, state)
  select p.factory_id, ${CARD_ID_SQL} + n, 'R' || p.id || '-' || n, p.id, case n % 3 when 0 then 10 else 5 end,
    case when n = ${CARDS_PER_PART - 1} then 'active' when n % 3 = 0 then 'split' else 'combined' end
  from part p, generate_series(0, ${CARDS_PER_PART - 1}) n`,
  `insert into card_genealogy (factory_id, from_card_id, to_card_id, kind, quantity, by_name)
  select p.factory_id, ${CARD_ID_SQL} + 3 * n + e.from_card, ${CARD_ID_SQL} + 3 * n + e.to_card, e.kind, 5, 'bench'
  from part p, generate_series(0, ${ROUNDS_PER_PART - 1}) n,
    (values (0, 1, 'split'), (0, 2, 'split'), (1, 3, 'combined'), (2, 3, 'combined')) e(from_card, to_card, kind)`,
  `with device as (insert into device (factory_id, code, name) values (${FACTORY_SQL}, 'D', 'Device') returning id)
  insert into work_report (factory_id, kind, phase, process_id, device_id, card_id, started_at, ended_at, seconds, started, good)
  select p.factory_id, 'finish', 'run', q.id, device.id, ${CARD_ID_SQL}, now() - interval '1 hour', now(), 3600, 0, 0
  from device, part p join process q on q.factory_id = p.factory_id and q.part_id = p.id`,
  'analyze',
];

/** Compares two recalls with their SQL sent directly: over all edges of the genealogy, and over the edges of a part. */
export async function measureRecall(): Promise<void> {
  await runWithInstallation(async (installation) => {
    console.log(
      `${installation.machine}; ${PART_COUNT * ROUNDS_PER_PART * 4} edges, ${CALL_COUNT} calls each`,
    );
    await executeAsAdministrator(installation, 'create database recall');
    const url = makeDatabaseUrl(installation, 'recall');
    const server = await startServer(
      readConfig({ ...makeServerEnvironment(url, installation.dataDir), PORT: '0', HOST: '127.0.0.1' }),
    );
    const database = new Client({ connectionString: url });
    try {
      await database.connect();
      // Foreign keys are not checked while the rows are inserted, because that would take most of the time.
      await database.query('set statement_timeout = 0; set session_replication_role = replica');
      for (const statement of FILL_SQL) await database.query(statement);
      const { rows } = await database.query<{ id: number; cardCode: string }>(
        `select d.id, c.code as "cardCode" from device d, card c where d.code = 'D' and c.id = ${FIRST_CARD_ID}`,
      );
      const path = '/mes/quality/recall/forward';
      await measureCalls(
        server,
        url,
        [
          {
            name: 'recall of a device, all edges',
            path,
            fields: { origin: 'device', deviceId: rows[0]!.id },
          },
          { name: 'recall of a card', path, fields: { origin: 'card', code: rows[0]!.cardCode } },
        ],
        { warmUpCount: 2, count: CALL_COUNT },
      );
    } finally {
      await database.end();
      await server.close();
    }
  });
}
