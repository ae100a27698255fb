import type { Field } from '#shared/kernel/fields.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { findReferences, type FoundReference } from './find-references.ts';
import { toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { ParsedSheet } from './parse-sheets.ts';
import type { ImportContext, PendingReference } from './plan.ts';
import type { ImportProblems } from './problems.ts';
import { locateCell, collectReferenceTexts, type SheetRow } from './read-rows.ts';

/** The first placeholder for an id that is not known yet. No row has an id that is this large. */
const FIRST_ID_PLACEHOLDER = Number.MAX_SAFE_INTEGER;

interface SheetWithRows {
  readonly parsedSheet: ParsedSheet;
  readonly rows: readonly SheetRow[];
}

/**
 * The target of a reference: an id, or the key of a row that is not written yet; 'several' if the reference is
 * ambiguous; null if the target is unknown.
 */
type ReferenceTarget = { id: number } | { key: string } | 'several' | null;

/**
 * Replaces the reference texts of a field by ids.
 * @returns the references whose ids are not known yet
 */
function resolveFieldReferences(
  row: SheetRow,
  name: string,
  field: Field,
  findTarget: (text: string) => ReferenceTarget,
  reportProblem: (text: string, target: 'several' | null) => void,
): { key: string; index: number | null }[] {
  const cellValue = row.values[name];
  if (cellValue === null || cellValue === undefined) return [];
  const texts = [cellValue].flat() as string[];
  const pending: { key: string; index: number | null }[] = [];
  const ids = texts.flatMap((text, index) => {
    const target = findTarget(text);
    if (target === null || target === 'several') {
      reportProblem(text, target);
      row.wrongFields.add(name);
      return [];
    }
    if ('id' in target) return [target.id];
    pending.push({ key: target.key, index: field.kind === 'refs' ? index : null });
    // The placeholders in a list must be different, because repeated ids are refused.
    return [FIRST_ID_PLACEHOLDER - index];
  });
  row.values[name] = field.kind === 'refs' ? ids : (ids[0] ?? null);
  return pending;
}

/**
 * Replaces the codes and names of references by ids.
 * @param keys the keys of all rows of the workbook; a reference to one of these rows stays pending
 * if the row is new
 * @returns the pending references, keyed by row of the main sheet
 */
export async function resolveReferences(
  { db, user, lang, entity }: ImportContext,
  sheetsWithRows: readonly SheetWithRows[],
  keys: ReadonlySet<string>,
  problems: ImportProblems,
): Promise<Map<SheetRow, PendingReference[]>> {
  const textsByEntity = new Map<string, Set<string>>();
  for (const { parsedSheet, rows } of sheetsWithRows)
    collectReferenceTexts(parsedSheet.fields, rows, textsByEntity);
  const referencesByEntity = new Map<string, Map<string, FoundReference>>();
  for (const [entityName, entityTexts] of textsByEntity)
    referencesByEntity.set(entityName, await findReferences(db, entityName, user, entityTexts));

  const makeTargetFinder =
    (entityName: string) =>
    (text: string): ReferenceTarget => {
      const reference = referencesByEntity.get(entityName)?.get(text) ?? null;
      if (typeof reference === 'number') return { id: reference };
      const key = toHalfWidth(text).trim();
      return entityName === entity.name && reference === null && keys.has(key) ? { key } : reference;
    };
  const ownersByKey = new Map(sheetsWithRows[0]!.rows.map((row) => [row.key, row]));
  const pendingByRow = new Map<SheetRow, PendingReference[]>();
  for (const { parsedSheet, rows } of sheetsWithRows) {
    const lineCountsByKey = new Map<string, number>();
    for (const row of rows) {
      const lineIndex = lineCountsByKey.get(row.key) ?? 0;
      lineCountsByKey.set(row.key, lineIndex + 1);
      for (const { name, field } of parsedSheet.fields) {
        if (field.kind !== 'ref' && field.kind !== 'refs') continue;
        const reportProblem = (text: string, target: 'several' | null) =>
          problems.addByName(
            locateCell(parsedSheet, row.rowNumber, name),
            text,
            target === 'several' ? 'severalReferences' : 'unknownReference',
            { text, entity: translateTerm(lang, field.to as TermKey) },
          );
        const path = parsedSheet.linesField === null ? [name] : [parsedSheet.linesField, lineIndex, name];
        const owner = ownersByKey.get(row.key);
        for (const { key, index } of resolveFieldReferences(
          row,
          name,
          field,
          makeTargetFinder(field.to!),
          reportProblem,
        )) {
          if (!owner) continue;
          const pendingReferences = pendingByRow.get(owner) ?? [];
          pendingByRow.set(owner, pendingReferences);
          pendingReferences.push({ key, path: index === null ? path : [...path, index] });
        }
      }
    }
  }
  return pendingByRow;
}
