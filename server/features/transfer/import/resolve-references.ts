import type { Field } from '#shared/kernel/fields.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { findReferences, type FoundReference } from './find-references.ts';
import { toHalfWidth } from './parse-cell.ts';
import type { ParsedSheet } from './parse-sheets.ts';
import type { ImportContext, PendingReference } from './plan.ts';
import type { ImportProblems } from './problems.ts';
import { locateCell, collectReferenceTexts, type SheetRow } from './read-rows.ts';

/** The first placeholder for an id that is not known yet. No row has an id that is this large. */
const FIRST_ID_PLACEHOLDER = Number.MAX_SAFE_INTEGER;

interface SheetWithRows {
  readonly known: ParsedSheet;
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
  refuse: (text: string, found: 'several' | null) => void,
): { key: string; index: number | null }[] {
  const given = row.values[name];
  if (given === null || given === undefined) return [];
  const texts = [given].flat() as string[];
  const pending: { key: string; index: number | null }[] = [];
  const ids = texts.flatMap((text, index) => {
    const found = findTarget(text);
    if (found === null || found === 'several') {
      refuse(text, found);
      row.wrong.add(name);
      return [];
    }
    if ('id' in found) return [found.id];
    pending.push({ key: found.key, index: field.kind === 'refs' ? index : null });
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
  parts: readonly SheetWithRows[],
  keys: ReadonlySet<string>,
  problems: ImportProblems,
): Promise<Map<SheetRow, PendingReference[]>> {
  const texts = new Map<string, Set<string>>();
  for (const { known, rows } of parts) collectReferenceTexts(known.fields, rows, texts);
  const found = new Map<string, Map<string, FoundReference>>();
  for (const [to, entityTexts] of texts) found.set(to, await findReferences(db, to, user, entityTexts));

  const targetFinder =
    (to: string) =>
    (text: string): ReferenceTarget => {
      const known = found.get(to)?.get(text) ?? null;
      if (typeof known === 'number') return { id: known };
      const key = toHalfWidth(text).trim();
      return to === entity.name && known === null && keys.has(key) ? { key } : known;
    };
  const owners = new Map(parts[0]!.rows.map((row) => [row.key, row]));
  const pendingByRow = new Map<SheetRow, PendingReference[]>();
  for (const { known, rows } of parts) {
    const lineCounts = new Map<string, number>();
    for (const row of rows) {
      const lineIndex = lineCounts.get(row.key) ?? 0;
      lineCounts.set(row.key, lineIndex + 1);
      for (const { name, field } of known.fields) {
        if (field.kind !== 'ref' && field.kind !== 'refs') continue;
        const refuse = (text: string, why: 'several' | null) =>
          problems.addReason(
            locateCell(known, row.at, name),
            text,
            why === 'several' ? 'severalReferences' : 'unknownReference',
            { text, entity: translateTerm(lang, field.to as TermKey) },
          );
        const path = known.lines === null ? [name] : [known.lines, lineIndex, name];
        const owner = owners.get(row.key);
        for (const { key, index } of resolveFieldReferences(
          row,
          name,
          field,
          targetFinder(field.to!),
          refuse,
        )) {
          if (!owner) continue;
          const list = pendingByRow.get(owner) ?? [];
          pendingByRow.set(owner, list);
          list.push({ key, path: index === null ? path : [...path, index] });
        }
      }
    }
  }
  return pendingByRow;
}
