import { makeError, MesError } from '#shared/kernel/errors.ts';
import { runTransaction, type Transaction } from '#server/db/transaction.ts';
import { formCallRoutes } from '#server/mes/routes.ts';
import { validateInput } from '#server/mes/validate-input.ts';
import { authenticate } from '#server/session/authenticate.ts';
import type { CallFunction, TestFactory } from './floor.ts';
import type { SequenceCaller } from './sequence-caller.ts';

const routesByPath = new Map(formCallRoutes.map((route) => [route.path, route]));
const sender = { ip: '127.0.0.1', agent: 'test', token: null };

/** Returns the code of a refusal by a route; null for any other error. */
const readMesErrorCode = (error: unknown): string | null => (error instanceof MesError ? error.code : null);

/** Returns a function that calls routes within a transaction. A refused call changes nothing in the transaction. */
function makeCallInTransaction(tx: Transaction, user: unknown): CallFunction {
  return async <T>(path: string, fields: Record<string, unknown>) => {
    const route = routesByPath.get(path);
    if (!route) throw makeError('notFound');
    const call = { user, lang: 'en_US', sender, installation: null, input: validateInput(route, fields) };
    if (!route.writes) return route.run({ ...call, db: tx.db } as never) as Promise<T>;
    return tx.attempt(async () => {
      const answer = await route.run({ ...call, tx } as never);
      await tx.settle();
      return answer as T;
    });
  };
}

/** A caller whose calls are rolled back. */
export interface RolledBackCaller extends SequenceCaller {
  runChunk: NonNullable<SequenceCaller['runChunk']>;
  /** Runs calls, reads a result, and rolls the calls back at once. */
  runAndRollBack: <T>(run: () => Promise<T>) => Promise<T>;
}

function makeRolledBackCaller(tx: Transaction, user: unknown): RolledBackCaller {
  const call = makeCallInTransaction(tx, user);
  return {
    db: tx.db,
    call,
    readRefusal: readMesErrorCode,
    runChunk: (path, rows) =>
      tx.attempt(async () => {
        const route = routesByPath.get(path)!;
        const inputs = rows.map((row) => validateInput(route, row));
        const outcomes = await route.runRows!({
          user,
          lang: 'en_US',
          sender,
          installation: null,
          tx,
          inputs,
        } as never);
        await tx.settle();
        return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'accepted'));
      }),
    runAndRollBack: async (run) => {
      const outcome: { result?: Awaited<ReturnType<typeof run>> } = {};
      const rollback = new Error('The calls are rolled back at once');
      await tx
        .attempt(async () => {
          outcome.result = await run();
          throw rollback;
        })
        .catch((error: unknown) => {
          if (error !== rollback) throw error;
        });
      return outcome.result!;
    },
  };
}

/** Runs calls in a separate transaction and rolls it back, so that the database does not change. */
export type RolledBackRunner = (run: (caller: RolledBackCaller) => Promise<void>) => Promise<void>;

/**
 * Returns a function that makes many calls of one user in one transaction. This is much faster than a commit after each
 * call.
 * @param token the session of the user
 */
export async function createRolledBackRunner(
  { connection, factoryId }: TestFactory,
  token: string,
): Promise<RolledBackRunner> {
  const { user } = (await authenticate(connection.db, token))!;
  const actor = { factoryId, accountId: user.accountId, name: user.name, ip: sender.ip };
  return async (run) => {
    const rollback = new Error('The calls are rolled back');
    await runTransaction(connection.db, actor, async (tx) => {
      await run(makeRolledBackCaller(tx, user));
      throw rollback;
    }).catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  };
}
