import { makeError } from '#shared/kernel/errors.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { BackwardTrace, ForwardTrace } from '#shared/quality/recall.ts';
import type { BACKWARD_FIELDS, FORWARD_FIELDS } from '#shared/quality/recall-fields.ts';
import type { Db } from '../../db/database.ts';
import { findPieces, readSubject } from './find-subject.ts';
import { readBackwardTrace } from './read-backward.ts';
import { readForwardTrace } from './read-forward.ts';

const makeRequiredProblem = (field: string) =>
  makeError('fieldsInvalid', {}, { [field]: { reason: 'required' } });

/**
 * Traces forward what a person has entered.
 * @throws fieldsInvalid if the field of the origin is empty; rowNotFound, traceTooLarge
 */
export async function traceForward(
  db: Db,
  user: CurrentUser,
  input: RecordValues<typeof FORWARD_FIELDS>,
): Promise<ForwardTrace> {
  const { origin, from, to } = input;
  if (origin === 'card') {
    if (input.code === null) throw makeRequiredProblem('code');
    const { pieces, subject } = await findPieces(db, user, input.code);
    return readForwardTrace(db, user.factoryId, { origin, pieces }, subject);
  }
  const id = input[`${origin}Id`];
  if (id === null) throw makeRequiredProblem(`${origin}Id`);
  const subject = await readSubject(db, user.factoryId, { origin, id });
  return readForwardTrace(db, user.factoryId, { origin, id, from, to }, subject);
}

/**
 * Traces backward the pieces that a person has scanned or typed.
 * @throws rowNotFound, traceTooLarge
 */
export async function traceBackward(
  db: Db,
  user: CurrentUser,
  { code }: RecordValues<typeof BACKWARD_FIELDS>,
): Promise<BackwardTrace> {
  const { pieces, subject } = await findPieces(db, user, code);
  return readBackwardTrace(db, user.factoryId, pieces, subject);
}
