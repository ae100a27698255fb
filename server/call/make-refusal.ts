import { randomBytes } from 'node:crypto';
import { ERRORS } from '#shared/kernel/error-catalogue.ts';
import { makeError, MesError, type ErrorParams } from '#shared/kernel/errors.ts';
import { isTableColumn, getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { FieldProblem, FieldProblems } from '#shared/kernel/validate.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { entities, getEntity } from '#shared/entities/index.ts';
import { hasPermission, getReadPermission, type PermissionHolder } from '#shared/kernel/permissions.ts';
import { buildErrorMessage, buildFieldMessage } from '#shared/terms/error-message.ts';
import { isDatabaseAwayError, isDatabaseBusyError } from '../db/database-away.ts';
import { isDiskFullError } from '../db/disk-space.ts';
import { getConstraintPrefix, getListFieldTableName, toSnakeCase } from '../db/names.ts';
import type { Reply } from './backend.ts';
import { log } from '../log.ts';
import { makeReferenceMissingError, makeValueTakenError } from './field-refusals.ts';

/** The fields of a PostgreSQL error that this file uses. */
interface DatabaseError {
  code: string;
  table?: string;
  constraint?: string;
  detail?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test((error as { code?: unknown }).code as string);

/**
 * A declared field whose column has constraints in the database. `name` is the name of the field in a call; for a
 * field of a line it is the name of the field that holds the lines.
 */
interface ConstrainedField {
  name: string;
  field: Field;
}

function* listConstrainedFields(): Generator<[constraint: string, behind: ConstrainedField]> {
  for (const entity of Object.values(entities)) {
    for (const [name, field] of Object.entries<Field>(entity.fields)) {
      const listFieldTable = getListFieldTableName(entity.name, name);
      if (isTableColumn(field)) yield [getConstraintPrefix(toSnakeCase(entity.name), name), { name, field }];
      if (field.kind === 'refs') yield [getConstraintPrefix(listFieldTable, 'targetId'), { name, field }];
      for (const [key, line] of Object.entries(field.of ?? {}))
        yield [getConstraintPrefix(listFieldTable, key), { name, field: line }];
    }
  }
}

/**
 * The declared fields. The keys are the names of their constraints without the ending _unique, _fkey or
 * _check.
 */
const fieldsByConstraint: ReadonlyMap<string, ConstrainedField> = new Map(listConstrainedFields());

const findConstrainedField = ({ constraint }: DatabaseError): ConstrainedField | undefined =>
  fieldsByConstraint.get(constraint?.replace(/_(unique|fkey|check)$/, '') ?? '');

/**
 * Extracts the value A-1 from "Key (factory_id, code)=(1, A-1) already exists". It looks only at the
 * parentheses, because the words can be in any language.
 */
function extractRepeatedValue(detail: string | undefined): string {
  const match = /\(([^)]*)\)=\((.*)\)/s.exec(detail ?? '');
  return match
    ? match[2]!
        .split(', ')
        .slice(match[1]!.split(', ').length - 1)
        .join(', ')
    : '';
}

function makeCheckConstraintProblem({ field }: ConstrainedField): FieldProblem {
  if (field.kind === 'choice') return { reason: 'notAChoice' };
  return field.min === undefined
    ? { reason: 'notANumber' }
    : { reason: 'tooSmall', params: { min: field.min } };
}

/** Translates a database error to an error of the catalogue; null if no error of the catalogue fits. */
function translateDatabaseError(error: DatabaseError): MesError | null {
  const constrainedField = findConstrainedField(error);
  switch (error.code) {
    case '23505': {
      if (!constrainedField) return null;
      return makeValueTakenError(
        constrainedField.name,
        constrainedField.field,
        extractRepeatedValue(error.detail),
      );
    }
    case '23503': {
      if (!constrainedField) return null;
      return makeReferenceMissingError(
        constrainedField.name,
        getFieldLabel(constrainedField.name, constrainedField.field),
      );
    }
    case '23514':
      return makeError(
        'fieldsInvalid',
        {},
        constrainedField ? { [constrainedField.name]: makeCheckConstraintProblem(constrainedField) } : {},
      );
    case '22003': // The number is out of range.
    case '22021': // The text is not valid in the encoding of the database.
    case '22P05': // The text contains a character that jsonb cannot store.
      return makeError('fieldsInvalid');
    case '57014': // The statement timed out.
    case '55P03': // The statement waited too long for a lock.
    case '40001': // The transaction could not be serialized.
    case '40P01': // The transaction deadlocked.
      return makeError('timedOut');
    default:
      return null;
  }
}

/**
 * Removes the `@` at the beginning of text parameters, which marks a term key. The parameters of an answer
 * are for programs, which do not need the mark.
 */
const removeTermMarkers = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^@/, '') : value,
    ]),
  );

const makeFieldMessages = (lang: Lang, problems: FieldProblems) =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, buildFieldMessage(lang, problem)]),
  );

/**
 * Makes the answer for an error of the catalogue, in the given language. If the error names rows, the answer
 * contains only those that the caller may read.
 */
export function makeRefusalReply(
  lang: Lang,
  error: MesError,
  context: {
    zone?: string | undefined;
    requestLogId?: string;
    caller?: PermissionHolder | null | undefined;
  } = {},
): Reply {
  const { flag, status } = ERRORS[error.code];
  const rows = error.rows.filter((row) =>
    hasPermission(context.caller, getReadPermission(getEntity(row.entity).permission)),
  );
  const body: Answer = {
    success: false,
    flag,
    code: error.code,
    message: buildErrorMessage(lang, error.code, error.params, context.zone),
    ...(error.fields ? { fields: makeFieldMessages(lang, error.fields) } : {}),
    ...(Object.keys(error.params).length > 0 ? { params: removeTermMarkers(error.params) } : {}),
    ...(rows.length > 0 ? { rows } : {}),
    ...(context.requestLogId ? { requestLogId: context.requestLogId } : {}),
  };
  return { status, body };
}

/**
 * Picks the parts of an error that may be logged. It leaves out the detail of a database error, which may
 * contain user input.
 */
function pickLoggableErrorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint } = error as Partial<DatabaseError>;
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint };
}

/**
 * Makes the answer for any thrown error. Messages show times in the caller's zone. An unexpected error is
 * logged with an id, and the answer contains this id instead of details.
 */
export function makeErrorReply(
  lang: Lang,
  error: unknown,
  path: string,
  caller?: (PermissionHolder & { zone: string }) | null,
): Reply {
  const context = { zone: caller?.zone, caller };
  if (error instanceof MesError) return makeRefusalReply(lang, error, context);
  const translatedError = isDatabaseError(error) ? translateDatabaseError(error) : null;
  if (translatedError) return makeRefusalReply(lang, translatedError, context);
  if (isDiskFullError(error)) {
    log.error({ path, error: pickLoggableErrorFields(error) }, 'A call found the disk full');
    return makeRefusalReply(lang, makeError('diskFull'), context);
  }
  if (isDatabaseBusyError(error)) {
    log.warn({ path, error: pickLoggableErrorFields(error) }, 'A call got no connection to the database');
    return makeRefusalReply(lang, makeError('serverBusy'), context);
  }
  if (isDatabaseAwayError(error)) {
    log.warn({ path, error: pickLoggableErrorFields(error) }, 'The database does not answer a call');
    return makeRefusalReply(lang, makeError('databaseAway'), context);
  }
  const requestLogId = randomBytes(6).toString('hex');
  log.error({ requestLogId, path, error: pickLoggableErrorFields(error) }, 'A call failed');
  return makeRefusalReply(lang, makeError('internal', { requestLogId }), { requestLogId });
}
