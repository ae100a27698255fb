import { sql } from 'kysely';
import type { TimeChange } from '#shared/answers/routing/time-change.ts';
import { findPartInput, readPartInputs, type MeasuredPart } from '#shared/formula/part-inputs.ts';
import type { Transaction } from '../db/transaction.ts';
import { evaluateForValues } from '../formula/evaluate-formula.ts';
import type { DraftOf, SavedRowOf } from './hooks.ts';

/** A formula of the minutes per piece, with the names of its inputs. */
interface TimeFormula {
  expression: string;
  inputNames: string[];
}

/** The times of a craft, and the formulas of its times. */
interface CraftTimes {
  deviceMinutes: number | null;
  manpowerMinutes: number | null;
  deviceFormula: TimeFormula | null;
  manpowerFormula: TimeFormula | null;
}

/** The times of a process that formulas compute, and for each time the fields that belong to it. */
const FORMULA_TIMES = [
  {
    minutes: 'deviceMinutes',
    formulaMinutes: 'formulaDeviceMinutes',
    craftMinutes: 'deviceMinutes',
    formula: 'deviceFormula',
  },
  {
    minutes: 'manMinutes',
    formulaMinutes: 'formulaManMinutes',
    craftMinutes: 'manpowerMinutes',
    formula: 'manpowerFormula',
  },
] as const;

type FormulaTime = (typeof FORMULA_TIMES)[number];

/** The factory and the database from which rows are read. */
type FactoryReader = Pick<Transaction, 'db' | 'factoryId'>;

/** Builds the SQL of a formula of a craft with the alias `c`, as JSON. */
const buildFormulaSql = (column: string) => sql`(select json_build_object('expression', f.expression,
    'inputNames', (select coalesce(json_agg(i.name order by i.position), '[]'::json) from formula_inputs i
      where i.factory_id = f.factory_id and i.owner_id = f.id))
  from formula f where f.factory_id = c.factory_id and f.id = ${sql.ref(`c.${column}`)})`;

const CRAFT_TIMES_SQL = sql`c.device_minutes, c.manpower_minutes,
  ${buildFormulaSql('device_formula_id')} as device_formula, ${buildFormulaSql('manpower_formula_id')} as manpower_formula`;

/** Computes the minutes of a formula for a part; null if the part lacks an input, or the formula has no result. */
function computeFormulaMinutes(formula: TimeFormula, part: MeasuredPart): number | null {
  const values = readPartInputs(part);
  const inputEntries = formula.inputNames.map((name) => {
    const input = findPartInput(name);
    return [name, input === undefined ? undefined : values[input]] as const;
  });
  if (inputEntries.some(([, value]) => value === undefined)) return null;
  const minutes = evaluateForValues(formula.expression, new Map(inputEntries as [string, number][]));
  return minutes === null || minutes < 0 ? null : minutes;
}

/** Computes a time of a process by a formula. If the formula has no result, it returns the time of the craft. */
const computeProcessTime = (craft: CraftTimes, part: MeasuredPart, { formula, craftMinutes }: FormulaTime) =>
  (craft[formula] && computeFormulaMinutes(craft[formula], part)) ?? craft[craftMinutes];

/** Loads the times of crafts and their formulas, by the id of the craft. */
export async function loadCraftTimes(
  { db, factoryId }: FactoryReader,
  craftIds: readonly number[],
): Promise<Map<number, CraftTimes>> {
  const { rows } = await sql<CraftTimes & { id: number }>`select c.id, ${CRAFT_TIMES_SQL} from craft c
    where c.factory_id = ${factoryId} and c.id = any(${[...new Set(craftIds)]}::bigint[]) and c.deleted_at is null`.execute(
    db,
  );
  return new Map(rows.map((craft) => [craft.id, craft]));
}

/**
 * Fills in the times of a process for which its craft has a formula: empty times, and times that followed the formula
 * of another craft. A time that a person typed stays, and no longer follows the formula.
 */
export function fillInFormulaTimes(
  next: DraftOf<'process'>,
  before: SavedRowOf<'process'> | null,
  craft: CraftTimes | undefined,
  part: MeasuredPart,
): void {
  if (!craft) return;
  for (const time of FORMULA_TIMES) {
    const { minutes, formulaMinutes } = time;
    const isEmpty = (next[minutes] ?? null) === null;
    const hasFollowed = before !== null && before[formulaMinutes] !== null;
    const isTyped = !isEmpty && next[minutes] !== before?.[minutes];
    const isMoved = hasFollowed && !isTyped && next.craftId !== before.craftId;
    if (isTyped) next[formulaMinutes] = null;
    if (!isEmpty && !isMoved) continue;
    if (craft[time.formula]) {
      next[minutes] = computeProcessTime(craft, part, time);
      next[formulaMinutes] = next[minutes];
    } else next[formulaMinutes] = null;
  }
}

/**
 * Returns the times of a process that a person typed. A copy for another part keeps these times, and gets all other
 * times from the formulas.
 */
export const pickTypedTimes = (
  process: Pick<
    DraftOf<'process'>,
    'deviceMinutes' | 'manMinutes' | 'formulaDeviceMinutes' | 'formulaManMinutes'
  >,
): Pick<DraftOf<'process'>, 'deviceMinutes' | 'manMinutes'> => ({
  deviceMinutes: process.formulaDeviceMinutes === null ? process.deviceMinutes : null,
  manMinutes: process.formulaManMinutes === null ? process.manMinutes : null,
});

interface FollowingProcess
  extends
    CraftTimes,
    Pick<SavedRowOf<'process'>, 'formulaDeviceMinutes' | 'formulaManMinutes' | 'manMinutes' | 'seq'> {
  id: number;
  name: string;
  ownDeviceMinutes: number | null;
}

/**
 * Finds the formula times that change with the values of a part. Processes that have received pieces keep their times.
 */
export async function findTimeChanges(
  { db, factoryId }: FactoryReader,
  partId: number,
  part: MeasuredPart,
): Promise<TimeChange[]> {
  const { rows } = await sql<FollowingProcess>`select p.id, p.seq, coalesce(p.name, c.name) as name,
      p.device_minutes as own_device_minutes, p.man_minutes, p.formula_device_minutes, p.formula_man_minutes, ${CRAFT_TIMES_SQL}
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where p.factory_id = ${factoryId} and p.part_id = ${partId} and p.deleted_at is null
      and p.received = 0 and p.open_reports = 0 and not p.has_run
      and (c.device_formula_id is not null or c.manpower_formula_id is not null)
    order by p.seq, p.id`.execute(db);
  return rows.flatMap((process) =>
    FORMULA_TIMES.flatMap((time): TimeChange[] => {
      const before = time.minutes === 'deviceMinutes' ? process.ownDeviceMinutes : process.manMinutes;
      const isTyped = before !== null && process[time.formulaMinutes] === null;
      if (isTyped || !process[time.formula]) return [];
      const after = computeProcessTime(process, part, time);
      const { id: processId, seq, name } = process;
      return after === before ? [] : [{ processId, seq, name, time: time.minutes, before, after }];
    }),
  );
}

/**
 * Recomputes the formula times of the processes of parts, after the quantity, size or weight of the parts has changed.
 * The history of each process keeps the old time. The caller must have locked the parts.
 */
export async function updateFormulaTimes(tx: Transaction, parts: readonly (MeasuredPart & { id: number })[]) {
  for (const part of parts) {
    const changes = await findTimeChanges(tx, part.id, part);
    for (const { processId, time, before, after } of changes) {
      const [column, formulaColumn] =
        time === 'deviceMinutes'
          ? ['device_minutes', 'formula_device_minutes']
          : ['man_minutes', 'formula_man_minutes'];
      await sql`update process set ${sql.ref(column)} = ${after}, ${sql.ref(formulaColumn)} = ${after},
          version = version + 1, updated_at = now(), updated_by = ${tx.name}
        where factory_id = ${tx.factoryId} and id = ${processId}`.execute(tx.db);
      tx.log({
        entity: 'process',
        id: processId,
        action: 'modify',
        before: { [time]: before },
        after: { [time]: after },
      });
    }
    if (changes.length > 0)
      tx.announce(
        'progress',
        'process',
        changes.map(({ processId }) => processId),
      );
  }
}
