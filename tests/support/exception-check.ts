import { sql } from 'kysely';
import type { HandlingQuantities, HoldSource } from '#shared/ledger/quality.ts';
import type { QualityState } from '#shared/machines/quality-exception.ts';
import type { PenaltyState } from '#shared/machines/quality-penalty.ts';
import type { TestFactory } from './floor.ts';

interface CheckedException extends HandlingQuantities {
  code: string;
  state: QualityState;
  source: HoldSource;
  quantity: number;
  /** The movements of its pieces, each as `from>to:quantity`. */
  movements: string[];
  remedyRounds: number;
  tracingRounds: number;
  penalties: { amount: number; state: PenaltyState }[];
}

async function loadExceptions({ connection, factoryId }: TestFactory): Promise<CheckedException[]> {
  const { rows } = await sql<CheckedException>`
    select x.code, x.state, x.source, x.quantity, x.rework, x.concession, x.scrap,
      array(select e.from_account || '>' || e.to_account || ':' || trim_scale(e.quantity) from ledger_entry e
        where e.factory_id = x.factory_id and e.exception_id = x.id) as movements,
      (select count(*)::integer from quality_round r
        where r.factory_id = x.factory_id and r.exception_id = x.id and r.stage = 'remedies') as remedy_rounds,
      (select count(*)::integer from quality_round r
        where r.factory_id = x.factory_id and r.exception_id = x.id and r.stage = 'tracing') as tracing_rounds,
      (select coalesce(json_agg(json_build_object('amount', y.amount, 'state', y.state) order by y.id), '[]'::json)
        from quality_penalty y where y.factory_id = x.factory_id and y.exception_id = x.id) as penalties
    from quality_exception x where x.factory_id = ${factoryId} order by x.id`.execute(connection.db);
  return rows;
}

/** Lists the movements that an exception must have caused, each exactly once. */
function listExpectedMovements({
  state,
  source,
  quantity,
  rework,
  concession,
  scrap,
}: CheckedException): string[] {
  const holdMovement = `${source}>hold:${quantity}`;
  if (state === 'cancelled') return [holdMovement, `hold>${source}:${quantity}`];
  if (state !== 'tracingCountersign' && state !== 'finished') return [holdMovement];
  const posted = [
    ['reworkOpen', rework],
    [source === 'machinable' ? 'machinable' : 'concession', concession],
    ['scrap', scrap],
  ] as const;
  return [
    holdMovement,
    ...posted.filter(([, moved]) => moved > 0).map(([to, moved]) => `hold>${to}:${moved}`),
  ];
}

/** What a caller knows about an exception from the calls that were accepted. */
export interface KnownException {
  /** How often the remedies were put up for signing. */
  determinationCount: number;
  /** How often the tracing was put up for signing. */
  tracingCount: number;
  /** The penalty as it was decided; null if it was not decided. */
  penalty: { amount: number; state: PenaltyState } | null;
}

/**
 * Checks the exceptions of a factory. The pieces of each must be held once, posted once if its remedies were passed,
 * and given back once if it was cancelled. All its rounds must still be readable. A finished exception must have one
 * penalty, in the state in which it was decided.
 * @returns a description of every exception that is wrong
 */
export async function findWrongExceptions(
  factory: TestFactory,
  knownExceptions: ReadonlyMap<string, KnownException>,
): Promise<string[]> {
  const exceptions = await loadExceptions(factory);
  const wrongExceptions = exceptions.filter((exception) => {
    const { code, state, movements, penalties } = exception;
    const { determinationCount, tracingCount, penalty } = knownExceptions.get(code)!;
    const [storedPenalty] = penalties;
    return (
      movements.sort().join() !== listExpectedMovements(exception).sort().join() ||
      exception.remedyRounds !== determinationCount ||
      exception.tracingRounds !== tracingCount ||
      penalties.length !== (state === 'finished' ? 1 : 0) ||
      (penalty !== null &&
        (storedPenalty?.amount !== penalty.amount || storedPenalty.state !== penalty.state))
    );
  });
  return [
    ...(exceptions.length === knownExceptions.size
      ? []
      : [`${exceptions.length} exceptions, ${knownExceptions.size} were raised`]),
    ...wrongExceptions.map((exception) => JSON.stringify(exception)),
  ];
}
