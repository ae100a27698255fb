import { makeError } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CallSender, InstallationSettings, Route } from '../call/route.ts';
import type { Db } from '../db/database.ts';
import { runTransaction, type Actor } from '../db/transaction.ts';
import type { EarlierAnswer } from '../session/authenticate.ts';
import {
  findStoredAnswer,
  hashInput,
  replayAnswer,
  storeAnswers,
  type IdempotentWrite,
} from './exactly-once.ts';

/** The user, the language, the sender and the validated input of a call that writes. */
export interface WriteContext {
  installation: InstallationSettings;
  user: CurrentUser | null;
  lang: Lang;
  sender: CallSender;
  input: Record<string, unknown>;
}

/** Describes a write with a request id; null if the call has no user or no request id. */
export const makeIdempotentWrite = (
  { path }: Route,
  fields: Record<string, unknown>,
  user: CurrentUser | null,
  requestId: string | undefined,
): IdempotentWrite | null =>
  user && requestId ? { requestId, accountId: user.accountId, path, inputHash: hashInput(fields) } : null;

export const makeActor = (user: CurrentUser, { ip }: CallSender): Actor => ({
  factoryId: user.factoryId,
  accountId: user.accountId,
  name: user.name,
  ip,
});

/** Runs a command in one transaction. A command with a request id succeeds at most once. */
export async function runCommand(
  db: Db,
  route: Route,
  context: WriteContext,
  idempotentWrite: IdempotentWrite | null,
  earlierAnswer: EarlierAnswer | null,
): Promise<unknown> {
  const { user, sender } = context;
  if (!user) throw makeError('notSignedIn');
  if (idempotentWrite && earlierAnswer) return replayAnswer(earlierAnswer, idempotentWrite);
  const prepared = await route.before?.({ ...context, db } as never);
  try {
    return await runTransaction(db, makeActor(user, sender), async (tx) => {
      const answer = (await route.run({ ...context, tx, prepared } as never)) ?? null;
      if (idempotentWrite)
        await storeAnswers(tx, [{ write: idempotentWrite, answer: route.secret ? null : answer }]);
      return answer;
    });
  } catch (error) {
    // A concurrent call with the same request id may have succeeded. In that case its answer is
    // returned.
    const storedAnswer =
      idempotentWrite && (await findStoredAnswer(db, user.factoryId, idempotentWrite.requestId));
    if (idempotentWrite && storedAnswer) return replayAnswer(storedAnswer, idempotentWrite);
    throw error;
  }
}
