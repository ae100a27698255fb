import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sql } from 'kysely';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { projectFolder } from '#server/root.ts';
import { listDatabaseKinds, runWithPostgresConnection } from '#tests/support/databases.ts';

const MIGRATION = '0040_kept_facts.sql';

/** Runs the migrations before MIGRATION. */
async function migrateToBefore({ pool }: Connection): Promise<void> {
  const folder = join(projectFolder, 'server/db/migrations');
  await pool.query('create table migration (name text primary key, at timestamptz not null default now())');
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql') || file >= MIGRATION) continue;
    await pool.query(readFileSync(join(folder, file), 'utf8'));
    await pool.query('insert into migration (name) values ($1)', [file]);
  }
}

/**
 * Data from before the migration. The times are local times of Monday, 9 March 2026. The shift is 08–17, with a break
 * 12–13.
 */
const OLD_DATA_SQL = `
  insert into factory (id, code, name, zone) values (1, 'OLD', 'Old', 'Asia/Shanghai');
  insert into department (factory_id, id, code, name) values (1, 10, 'D1', 'Machining');
  insert into work_group (factory_id, id, code, name, department_id) values (1, 11, 'G1', 'Milling', 10);
  insert into classification (factory_id, id, class_id, code, name) values
    (1, 12, 'wageGrade', 'W1', 'A'), (1, 13, 'errorClass', 'E1', 'Burr');
  insert into employee (factory_id, id, code, name, department_id, work_group_id, wage_grade_id) values
    (1, 20, 'E1', 'Wang', 10, 11, 12), (1, 21, 'E2', 'Li', 10, 11, null);
  insert into device (factory_id, id, code, name, work_group_id, normal_capacity) values (1, 22, 'M1', 'Mill', 11, 16);
  insert into cost_type (factory_id, id, code, name) values (1, 23, 'CT1', 'Machining');
  insert into cost_type_rates (factory_id, owner_id, position, valid_from, device_hour_rate, man_hour_rate) values
    (1, 23, 0, '2026-01-01', 60, 30), (1, 23, 1, '2026-03-10', 90, 45);
  insert into craft (factory_id, id, code, name, cost_type_id) values (1, 24, 'C1', 'Milling', 23);
  insert into class_table (factory_id, id, code, name) values (1, 25, 'T1', 'Day');
  insert into class_table_shifts (factory_id, owner_id, position, name, starts_at, ends_at) values (1, 25, 0, 'Day', '08:00', '17:00');
  insert into class_table_breaks (factory_id, owner_id, position, starts_at, ends_at) values (1, 25, 0, '12:00', '13:00');
  insert into roster (factory_id, id, class_table_id, valid_from) values (1, 26, 25, '2026-01-01');
  insert into work_order (factory_id, id, code, name, quantity, state) values (1, 30, 'WO-1', 'Order', 10, 'inProgress');
  insert into part (factory_id, id, order_id, code, name, quantity) values (1, 31, 30, 'P', 'Part', 10);
  insert into process (factory_id, id, part_id, seq, craft_id, work_group_id, planned_quantity, device_minutes, man_machine_ratio, state)
    values (1, 32, 31, 10, 24, 11, 10, 45, 2, 'unfinished'), (1, 33, 31, 20, 24, 11, 10, 45, 2, 'notStarted');
  insert into work_report (factory_id, id, kind, phase, process_id, device_id, started_at, ended_at, seconds, started, good, scrap,
      reversed_at, reverses_id) values
    (1, 40, 'finish', 'run', 32, 22, '2026-03-09T09:00+08', '2026-03-09T18:30+08', 30600, 10, 9, 1, null, null),
    (1, 41, 'finish', 'run', 32, 22, '2026-03-10T09:00+08', '2026-03-10T10:00+08', 3600, 2, 2, 0, '2026-03-10T10:05+08', null),
    (1, 42, 'finish', 'run', 32, 22, '2026-03-10T10:05+08', '2026-03-10T10:05+08', 0, 0, 0, 0, null, 41),
    (1, 43, 'start', 'run', 32, 22, '2026-03-10T11:00+08', null, 0, 2, 0, 0, null, null);
  insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds) values
    (1, 40, 0, 20, 60, 18360), (1, 40, 1, 21, 40, 12240), (1, 41, 0, 21, 100, 3600), (1, 43, 0, 20, 100, null);`;

describe.each(listDatabaseKinds())('A database without kept facts ($kind)', ({ kind, unavailableReason }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mes-before-'));
  const name = `mes_before_${randomUUID().replaceAll('-', '')}`;
  let connection: Connection;
  beforeAll(async () => {
    if (unavailableReason !== null) return;
    let url: string | undefined;
    if (kind === 'postgres') {
      await runWithPostgresConnection((admin) => admin.pool.query(`create database ${name}`));
      const address = new URL(inject('postgres')!);
      address.pathname = `/${name}`;
      url = address.href;
    }
    connection = await openDatabase({ url, dataDir });
    await migrateToBefore(connection);
    await connection.pool.query(OLD_DATA_SQL);
    expect(await migrateDatabase(connection.pool)).toContain(MIGRATION);
  });
  afterAll(async () => {
    if (unavailableReason !== null) return;
    await connection.close();
    if (kind === 'postgres')
      await runWithPostgresConnection((admin) => admin.pool.query(`drop database ${name} with (force)`));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const readRows = async (query: ReturnType<typeof sql>) =>
    (await sql<Record<string, unknown>>`${query}`.execute(connection.db)).rows;

  it.skipIf(unavailableReason !== null)('keeps the masters of now for each closed report, once', async () => {
    expect(
      await readRows(sql`select report_id, day::text as day, shift_name, day_kind, device_day::text as device_day,
        device_capacity_seconds, work_group_id, department_id, seconds, good, device_minutes, man_machine_ratio,
        device_hour_rate, device_cost from work_report_snapshot where report_id = 40`),
    ).toEqual([
      {
        reportId: 40,
        day: '2026-03-09',
        shiftName: 'Day',
        dayKind: 'workday',
        deviceDay: '2026-03-09',
        deviceCapacitySeconds: 8 * 3600,
        workGroupId: 11,
        departmentId: 10,
        seconds: 30_600,
        good: 9,
        deviceMinutes: 45,
        manMachineRatio: 2,
        deviceHourRate: 60,
        deviceCost: 510,
      },
    ]);
    // Before the migration, the time was divided by the ratio. After it, each person has their own full time.
    expect(
      await readRows(sql`select employee_id, work_group_id, department_id, wage_grade_id, seconds, overtime_seconds, good, scrap,
        man_hour_rate, labour_cost from work_report_person_snapshot where report_id = 40 order by position`),
    ).toEqual(
      [
        { employeeId: 20, wageGradeId: 12, good: 5.4, scrap: 0.6 },
        { employeeId: 21, wageGradeId: null, good: 3.6, scrap: 0.4 },
      ].map((person) => ({
        ...person,
        workGroupId: 11,
        departmentId: 10,
        seconds: 30_600,
        overtimeSeconds: 5400,
        manHourRate: 30,
        labourCost: 255,
      })),
    );
    expect(
      (await readRows(sql`select seconds from work_report_people where owner_id = 40`)).map(
        ({ seconds }) => seconds,
      ),
    ).toEqual([30_600, 30_600]);
  });

  it.skipIf(unavailableReason !== null)(
    'lets a reversal take back what its report kept, and leaves open reports out',
    async () => {
      const expected = [{ reportCount: 2, seconds: 0, good: 0, cost: 0 }];
      expect(
        await readRows(sql`select count(*)::integer as report_count, sum(seconds)::integer as seconds, sum(good) as good,
        sum(device_cost) as cost from work_report_snapshot where report_id in (41, 42)`),
      ).toEqual(expected);
      expect(
        await readRows(sql`select count(*)::integer as report_count, sum(seconds)::integer as seconds, sum(good) as good,
        sum(labour_cost) as cost from work_report_person_snapshot where report_id in (41, 42)`),
      ).toEqual(expected);
      expect(
        await readRows(sql`select labour_cost from work_report_person_snapshot where report_id = 41`),
      ).toEqual([{ labourCost: 45 }]);
      expect(await readRows(sql`select report_id from work_report_snapshot where report_id = 43`)).toEqual(
        [],
      );
    },
  );

  it.skipIf(unavailableReason !== null)(
    'leads the history of each process to its present state',
    async () => {
      expect(
        await readRows(sql`select process_id, from_state, to_state, report_id from process_state_change`),
      ).toEqual([{ processId: 32, fromState: 'notStarted', toState: 'unfinished', reportId: null }]);
    },
  );

  it.skipIf(unavailableReason !== null)('makes the wage grades rows of their own', async () => {
    expect(await readRows(sql`select id, code, name from wage_grade`)).toEqual([
      { id: 12, code: 'W1', name: 'A' },
    ]);
    expect(await readRows(sql`select id from classification`)).toEqual([{ id: 13 }]);
  });
});
