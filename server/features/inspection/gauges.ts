import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  findGaugeProblem,
  type GaugeProblem,
  type GaugeState,
  type OfferedGauge,
} from '#shared/quality/gauge.ts';
import type { InspectedCharacteristic } from '#shared/quality/inspection.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { getToday } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

type GaugeRow = Omit<OfferedGauge, 'problem'> & { state: GaugeState };

const addProblem = ({ state, ...gauge }: GaugeRow, today: string): OfferedGauge => ({
  ...gauge,
  problem: findGaugeProblem({ state, dueOn: gauge.dueOn }, today),
});

/**
 * Lists the gauges of the kinds that the procedure of an inspection requires. Gauges that are fit come first.
 */
export async function listOfferedGauges(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  inspectionId: number,
): Promise<OfferedGauge[]> {
  const { rows } = await sql<GaugeRow>`
    select g.id, g.code, g.name, g.gauge_kind_id, g.location, g.due_on, g.state
    from gauge g
    where g.factory_id = ${factoryId} and g.deleted_at is null and g.gauge_kind_id in (
      select k.gauge_kind_id from inspection i
        join sip_characteristics k on k.factory_id = i.factory_id and k.owner_id = i.sip_id
      where i.factory_id = ${factoryId} and i.id = ${inspectionId} and i.deleted_at is null)
    order by g.code`.execute(db);
  const today = getToday(db, zone);
  const gauges = rows.map((row) => addProblem(row, today));
  return [...gauges.filter(({ problem }) => !problem), ...gauges.filter(({ problem }) => problem)];
}

/** A gauge with which a value was measured. */
interface UsedGauge {
  id: number;
  code: string;
  problem: GaugeProblem | null;
}

/** The fields of an entered value that decide whether its gauge is right. */
interface ValueWithGauge {
  gaugeId: number | null;
  characteristic: Pick<InspectedCharacteristic, 'gaugeKindId'>;
  /** The path of the value in the input of the call, such as `values[0]`. */
  fieldPath: string;
}

/**
 * Refuses a value if its characteristic requires a gauge and none is given. Also refuses a gauge that does
 * not exist, that the characteristic does not require, or that is of another kind.
 * @throws fieldsInvalid
 */
function refuseWrongGauge(
  { gaugeId, characteristic, fieldPath }: ValueWithGauge,
  gauge: GaugeRow | undefined,
): void {
  const makeGaugeError = (reason: 'required' | 'notAsked' | 'notAReference' | 'notAChoice') =>
    makeError('fieldsInvalid', {}, { [`${fieldPath}.gaugeId`]: { reason } });
  const isGaugeRequired = characteristic.gaugeKindId !== null;
  if (isGaugeRequired && gaugeId === null) throw makeGaugeError('required');
  if (!isGaugeRequired && gaugeId !== null) throw makeGaugeError('notAsked');
  if (gaugeId !== null && !gauge) throw makeGaugeError('notAReference');
  if (gauge && gauge.gaugeKindId !== characteristic.gaugeKindId) throw makeGaugeError('notAChoice');
}

/**
 * Reads and locks the gauges of values, so that no calibration changes them before the commit. A gauge that is not fit
 * is refused, unless the user has the permission to use it. Values that were measured with it are marked.
 * @returns the gauges by id
 * @throws fieldsInvalid, gaugeUnfit
 */
export async function lockUsedGauges(
  tx: Transaction,
  user: CurrentUser,
  values: readonly ValueWithGauge[],
): Promise<Map<number, UsedGauge>> {
  const ids = [...new Set(values.flatMap(({ gaugeId }) => gaugeId ?? []))];
  const { rows } = await sql<GaugeRow>`
    select id, code, name, gauge_kind_id, location, due_on, state from gauge
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for share`.execute(tx.db);
  const today = toLocalDay(user.zone, tx.now);
  for (const value of values) {
    const gauge = rows.find(({ id }) => id === value.gaugeId);
    refuseWrongGauge(value, gauge);
    const problem = gauge ? findGaugeProblem(gauge, today) : null;
    if (gauge && problem && !hasPermission(user, 'QUALITY_USE_UNFIT_GAUGE'))
      throw makeError(
        'gaugeUnfit',
        { code: gauge.code, problem: markAsTerm(problem), dueOn: gauge.dueOn ?? '—' },
        { [`${value.fieldPath}.gaugeId`]: { reason: 'notAChoice' } },
      );
  }
  return new Map(rows.map((row) => [row.id, addProblem(row, today)]));
}
