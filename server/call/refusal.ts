import { randomBytes } from 'node:crypto';
import { ERRORS, fail, MesError, type ErrorParams } from '#shared/kernel/errors.ts';
import { isColumn, labelOf, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { FieldProblem, FieldProblems } from '#shared/kernel/validate.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { entities, entityOf } from '#shared/entities/index.ts';
import { can, toRead, type Permitted } from '#shared/kernel/permissions.ts';
import { errorMessage, fieldMessage } from '#shared/terms/error-message.ts';
import { constraintOf, ownedTable, snake } from '../db/names.ts';
import type { Reply } from './backend.ts';
import { log } from '../log.ts';
import { referenceMissing, valueTaken } from './field-refusals.ts';

/** What PostgreSQL tells of an error. */
interface DatabaseError {
  code: string;
  table?: string;
  constraint?: string;
  detail?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test((error as { code?: unknown }).code as string);

/** A declared field, and the name under which the caller sent it: that of the lines where it belongs to one of them. */
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

/** The declared fields by what the names of their constraints begin with. */
const fieldsByConstraint: ReadonlyMap<string, Behind> = new Map(constrainedFields());

const fieldBehind = ({ constraint }: DatabaseError): Behind | undefined =>
  fieldsByConstraint.get(constraint?.replace(/_(unique|fkey|check)$/, '') ?? '');

/** The value in "Key (factory_id, code)=(1, A-1) already exists", in whatever language the rest is. */
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

/** The refusal that a database error means; null where it means none. */
function refusedByDatabase(error: DatabaseError): MesError | null {
  const behind = fieldBehind(error);
  switch (error.code) {
    case '23505': {
      if (!behind) return null;
      return valueTaken(behind.name, behind.field, valueIn(error.detail));
    }
    case '23503': {
      if (!behind) return null;
      return referenceMissing(behind.name, labelOf(behind.name, behind.field));
    }
    case '23514':
      return fail('fieldsInvalid', {}, behind ? { [behind.name]: outOfRange(behind) } : {});
    case '22003': // a number beyond its column
    case '22021': // text that is not of the database's encoding
    case '22P05': // a character that jsonb cannot keep
      return fail('fieldsInvalid');
    case '57014': // statement timeout
    case '55P03': // lock timeout
    case '40001': // serialisation, after the tries of a unit of work
    case '40P01': // deadlock, likewise
      return fail('timedOut');
    default:
      return null;
  }
}

/** Term keys go out bare: a program reads the parameters, a person the message. */
const bare = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^@/, '') : value,
    ]),
  );

const fieldWords = (lang: Lang, problems: FieldProblems) =>
  Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, fieldMessage(lang, problem)]));

/** The answer for a refusal of the catalogue, in the caller's language. */
export function refusal(
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

/** What of an unforeseen error may be logged: a database error's detail would hold what people typed. */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint } = error as Partial<DatabaseError>;
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint };
}

/**
 * The answer for anything that was thrown: the one place where errors become answers.
 * Instants in its words are on the clock of the caller's zone. What nobody foresaw is logged under an id, and the answer names only the id.
 */
export function refusalOf(
  lang: Lang,
  error: unknown,
  path: string,
  caller?: (Permitted & { zone: string }) | null,
): Reply {
  const about = { zone: caller?.zone, caller };
  if (error instanceof MesError) return refusal(lang, error, about);
  const refused = isDatabaseError(error) ? refusedByDatabase(error) : null;
  if (refused) return refusal(lang, refused, about);
  const requestLogId = randomBytes(6).toString('hex');
  log.error({ requestLogId, path, error: loggable(error) }, 'A call failed');
  return refusal(lang, fail('internal', { requestLogId }), { requestLogId });
}
