import { randomBytes } from 'node:crypto';
import { ERRORS, fail, MesError, type ErrorParams } from '#shared/kernel/errors.ts';
import { isColumn, labelOf, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { FieldProblem, FieldProblems } from '#shared/kernel/validate.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { entities, entityOf } from '#shared/entities/index.ts';
import { can, toRead, type Permitted } from '#shared/kernel/permissions.ts';
import { errorMessage, fieldMessage } from '#shared/terms/error-message.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { constraintOf, ownedTable, snake } from '../db/names.ts';
import type { Reply } from './backend.ts';
import { log } from '../log.ts';
import { referenceMissing, valueTakenError } from './field-refusals.ts';

/** The fields of a PostgreSQL error. */
interface DatabaseError {
  code: string;
  table?: string;
  constraint?: string;
  detail?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test((error as { code?: unknown }).code as string);

/**
 * A declared field, and the name under which the request contains it. For a field of a line, the
 * name is that of the field which holds the lines.
 */
interface Behind {
  name: string;
  field: Field;
}

function* constrainedFields(): Generator<[constraint: string, behind: Behind]> {
  for (const entity of Object.values(entities)) {
    for (const [name, field] of Object.entries<Field>(entity.fields)) {
      const owned = ownedTable(entity.name, name);
      if (isColumn(field)) yield [constraintOf(snake(entity.name), name), { name, field }];
      if (field.kind === 'refs') yield [constraintOf(owned, 'targetId'), { name, field }];
      for (const [key, line] of Object.entries(field.of ?? {}))
        yield [constraintOf(owned, key), { name, field: line }];
    }
  }
}

/** The declared fields by the common prefix of their constraint names. */
const fieldsByConstraint: ReadonlyMap<string, Behind> = new Map(constrainedFields());

const fieldBehind = ({ constraint }: DatabaseError): Behind | undefined =>
  fieldsByConstraint.get(constraint?.replace(/_(unique|fkey|check)$/, '') ?? '');

/**
 * Extracts the value from "Key (factory_id, code)=(1, A-1) already exists", in any server language.
 */
function valueIn(detail: string | undefined): string {
  const found = /\(([^)]*)\)=\((.*)\)/s.exec(detail ?? '');
  return found
    ? found[2]!
        .split(', ')
        .slice(found[1]!.split(', ').length - 1)
        .join(', ')
    : '';
}

function outOfRange({ field }: Behind): FieldProblem {
  if (field.kind === 'choice') return { reason: 'notAChoice' };
  return field.min === undefined
    ? { reason: 'notANumber' }
    : { reason: 'tooSmall', params: { min: field.min } };
}

/** Translates a database error to an error of the catalogue; null if none fits. */
function refusedByDatabase(error: DatabaseError): MesError | null {
  const behind = fieldBehind(error);
  switch (error.code) {
    case '23505': {
      if (!behind) return null;
      return valueTakenError(behind.name, behind.field, valueIn(error.detail));
    }
    case '23503': {
      if (!behind) return null;
      return referenceMissing(behind.name, labelOf(behind.name, behind.field));
    }
    case '23514':
      return fail('fieldsInvalid', {}, behind ? { [behind.name]: outOfRange(behind) } : {});
    case '22003': // The number is out of range.
    case '22021': // The text is not valid in the encoding of the database.
    case '22P05': // The text contains a character that jsonb cannot store.
      return fail('fieldsInvalid');
    case '57014': // The statement timed out.
    case '55P03': // The statement waited too long for a lock.
    case '40001': // The transaction could not be serialized, even after all retries.
    case '40P01': // The transaction deadlocked, even after all retries.
      return fail('timedOut');
    default:
      return null;
  }
}

/** Removes the marker of term keys from parameters, because programs read them. */
const bare = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^@/, '') : value,
    ]),
  );

const fieldWords = (lang: Lang, problems: FieldProblems) =>
  Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, fieldMessage(lang, problem)]));

/** Makes the answer for an error of the catalogue, in the caller's language. */
export function makeRefusal(
  lang: Lang,
  error: MesError,
  about: { zone?: string | undefined; requestLogId?: string; caller?: Permitted | null | undefined } = {},
): Reply {
  const { flag, status } = ERRORS[error.code];
  const rows = error.rows.filter((row) => can(about.caller, toRead(entityOf(row.entity).permission)));
  const body: Answer = {
    success: false,
    flag,
    code: error.code,
    message: errorMessage(lang, error.code, error.params, about.zone),
    ...(error.fields ? { fields: fieldWords(lang, error.fields) } : {}),
    ...(Object.keys(error.params).length > 0 ? { params: bare(error.params) } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(about.requestLogId ? { requestLogId: about.requestLogId } : {}),
  };
  return { status, body };
}

/**
 * Picks the parts of an unexpected error that may be logged. It leaves out the detail of a database
 * error, which may contain user input.
 */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint } = error as Partial<DatabaseError>;
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint };
}

/**
 * Makes the answer for any thrown error. Only this function converts errors to answers. Messages
 * show times in the caller's zone. An unexpected error is logged under an id, and the answer
 * contains only the id.
 */
export function makeErrorReply(
  lang: Lang,
  error: unknown,
  path: string,
  caller?: (Permitted & { zone: string }) | null,
): Reply {
  const about = { zone: caller?.zone, caller };
  if (error instanceof MesError) return makeRefusal(lang, error, about);
  const refused = isDatabaseError(error) ? refusedByDatabase(error) : null;
  if (refused) return makeRefusal(lang, refused, about);
  if (isDatabaseAway(error)) {
    log.warn({ path, error: loggable(error) }, 'The database does not answer a call');
    return makeRefusal(lang, fail('databaseAway'), about);
  }
  const requestLogId = randomBytes(6).toString('hex');
  log.error({ requestLogId, path, error: loggable(error) }, 'A call failed');
  return makeRefusal(lang, fail('internal', { requestLogId }), { requestLogId });
}
