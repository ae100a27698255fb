import { sql } from 'kysely';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import type { RawCall } from '../../../call/raw-route.ts';
import type { Db } from '../../../db/database.ts';
import { findReferences, type FoundReference } from '../import/find-references.ts';
import type { ImportProblems } from '../import/problems.ts';
import { PLAN_LEVELS, type PlanColumn, type PlanColumns, type PlanLevel } from './plan-columns.ts';
import type { PlanRecord } from './plan-records.ts';

/** The records of a plan by level. */
export type RecordsByLevel = Readonly<Record<PlanLevel, readonly PlanRecord[]>>;

const listReferenceColumns = (columns: PlanColumns, level: PlanLevel): PlanColumn[] =>
  columns[level].filter(({ field }) => field.kind === 'ref');

/** Loads the codes and names of the crafts of a factory, and returns a function that recognises them. */
export async function loadCraftRecognizer(db: Db, factoryId: number): Promise<(text: string) => boolean> {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from craft
    where factory_id = ${factoryId} and deleted_at is null`.execute(db);
  const knownTexts = new Set(rows.flatMap(({ code, name }) => [code, name, `${name} (${code})`]));
  return (text) => knownTexts.has(text) || knownTexts.has(toHalfWidth(text));
}

/** Replaces the codes and names of references by ids. An unknown or ambiguous text is a problem. */
export async function resolvePlanReferences(
  { db, user, lang }: Pick<RawCall, 'db' | 'user' | 'lang'>,
  columns: PlanColumns,
  records: RecordsByLevel,
  problems: ImportProblems,
): Promise<void> {
  const textsByEntity = new Map<string, Set<string>>();
  for (const level of PLAN_LEVELS)
    for (const { name, field } of listReferenceColumns(columns, level)) {
      const texts = textsByEntity.get(field.to!) ?? new Set<string>();
      textsByEntity.set(field.to!, texts);
      for (const { values } of records[level]) if (typeof values[name] === 'string') texts.add(values[name]);
    }
  const foundByEntity = new Map<string, Map<string, FoundReference>>();
  for (const [entityName, texts] of textsByEntity)
    if (texts.size > 0) foundByEntity.set(entityName, await findReferences(db, entityName, user, texts));

  const resolveReference = (record: PlanRecord, { name, field }: PlanColumn) => {
    const text = record.values[name];
    if (typeof text !== 'string') return;
    const reference = foundByEntity.get(field.to!)?.get(text) ?? null;
    if (typeof reference === 'number') {
      record.values[name] = reference;
      return;
    }
    record.wrongFields.add(name);
    problems.addByName(
      record.locate(name, lang),
      text,
      reference === 'several' ? 'severalReferences' : 'unknownReference',
      { text, entity: translateTerm(lang, field.to as TermKey) },
    );
  };
  for (const level of PLAN_LEVELS)
    for (const column of listReferenceColumns(columns, level))
      for (const record of records[level]) resolveReference(record, column);
}
