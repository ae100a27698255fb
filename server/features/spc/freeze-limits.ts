import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { estimateLimits, type SpcSubject } from '#shared/quality/spc.ts';
import type { DayPeriod } from '#shared/rules/days.ts';
import type { ChartKind } from '#shared/spc/control-chart.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { readSpcSeries } from '../../reports/read-spc-series.ts';

/**
 * Computes control limits from the samples of a period, and freezes them. Later samples are judged by these
 * limits. Frozen limits of the same chart are released first.
 * @throws limitsUnknown if the limits cannot be computed from the samples
 */
export async function freezeLimits(
  tx: Transaction,
  user: CurrentUser,
  subject: SpcSubject,
  chart: ChartKind,
  period: DayPeriod,
): Promise<{ id: number }> {
  // The lock makes requests wait for each other, so that a chart has one set of limits.
  await waitForLock(tx, 'frozenLimits');
  const { samples, frozen } = await readSpcSeries(tx.db, user, subject, period);
  const estimatedLimits = estimateLimits(chart, samples);
  if (!estimatedLimits) throw makeError('limitsUnknown');
  await sql`update control_limit set released_at = ${tx.now}, released_by = ${tx.name}
    where factory_id = ${tx.factoryId} and released_at is null and part_code = ${subject.partCode}
      and craft_id is not distinct from ${subject.craftId}::bigint
      and characteristic is not distinct from ${subject.characteristic}::text
      and device_id is not distinct from ${subject.deviceId}::bigint and chart = ${chart}`.execute(tx.db);
  const values = {
    ...subject,
    chart,
    ...estimatedLimits,
    sampleCount: samples.length,
    fromDay: period.from,
    toDay: period.to,
  };
  const { rows } = await sql<{ id: number }>`
    insert into control_limit (factory_id, part_code, craft_id, characteristic, device_id, chart, center, sigma, sample_count,
      from_day, to_day, frozen_at, frozen_by)
    values (${tx.factoryId}, ${values.partCode}, ${values.craftId}, ${values.characteristic}, ${values.deviceId}, ${chart},
      ${values.center}, ${values.sigma}, ${values.sampleCount}, ${values.fromDay}, ${values.toDay}, ${tx.now}, ${tx.name})
    returning id`.execute(tx.db);
  const { id } = rows[0]!;
  tx.announce('quality', 'controlLimit', [id]);
  tx.log({
    entity: 'controlLimit',
    id,
    action: 'freezeLimits',
    before: frozen.find((limits) => limits.chart === chart),
    after: values,
  });
  return { id };
}

/** Releases frozen limits: the chart takes its limits from its samples again. @throws rowNotFound */
export async function releaseLimits(tx: Transaction, id: number): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    update control_limit set released_at = ${tx.now}, released_by = ${tx.name}
    where factory_id = ${tx.factoryId} and id = ${id} and released_at is null returning id`.execute(tx.db);
  if (!rows[0]) throw makeError('rowNotFound');
  tx.announce('quality', 'controlLimit', [id]);
  tx.log({ entity: 'controlLimit', id, action: 'releaseLimits' });
  return { id };
}
