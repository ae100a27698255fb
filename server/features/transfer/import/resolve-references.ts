import type { Field } from '#shared/kernel/fields.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { findReferences, type Found } from './find-references.ts';
import { halfWidth } from './from-cell.ts';
import type { KnownSheet } from './headings.ts';
import type { Import, Pending } from './plan.ts';
import type { Problems } from './problems.ts';
import { placeOf, textsOf, type GivenRow } from './read-rows.ts';

/** Stands in a pending place until the id is known: an id that no row has. */
const PLACEHOLDER = Number.MAX_SAFE_INTEGER;

interface Part {
  readonly known: KnownSheet;
  readonly rows: readonly GivenRow[];
}

/** What a text means: an id, or the key of a row that is still to be written. */
type Meaning = { id: number } | { key: string } | 'several' | null;

/** Puts ids in the place of texts in one field of a row. @returns what waits for ids */
function resolveField(
  row: GivenRow,
  name: string,
  field: Field,
  meaning: (text: string) => Meaning,
  refuse: (text: string, found: 'several' | null) => void,
): { key: string; index: number | null }[] {
  const given = row.values[name];
  if (given === null || given === undefined) return [];
  const texts = [given].flat() as string[];
  const pending: { key: string; index: number | null }[] = [];
  const ids = texts.flatMap((text, index) => {
    const found = meaning(text);
    if (found === null || found === 'several') {
      refuse(text, found);
      row.wrong.add(name);
      return [];
    }
    if ('id' in found) return [found.id];
    pending.push({ key: found.key, index: field.kind === 'refs' ? index : null });
    // Several that wait in one list must not look alike.
    return [PLACEHOLDER - index];
  });
  row.values[name] = field.kind === 'refs' ? ids : (ids[0] ?? null);
  return pending;
}

/**
 * Puts ids in the place of the codes and names with which rows refer to others.
 * @param keys the keys of the workbook's own rows: what refers to one that is not there yet waits for it
 * @returns by row of the main sheet what waits for which row
 */
export async function resolveReferences(
  { db, user, lang, entity }: Import,
  parts: readonly Part[],
  keys: ReadonlySet<string>,
  problems: Problems,
): Promise<Map<GivenRow, Pending[]>> {
  const texts = new Map<string, Set<string>>();
  for (const { known, rows } of parts) textsOf(known.fields, rows, texts);
  const found = new Map<string, Map<string, Found>>();
  for (const [to, some] of texts) found.set(to, await findReferences(db, to, user, some));

  const meaningOf =
    (to: string) =>
    (text: string): Meaning => {
      const known = found.get(to)?.get(text) ?? null;
      if (typeof known === 'number') return { id: known };
      const key = halfWidth(text).trim();
      return to === entity.name && known === null && keys.has(key) ? { key } : known;
    };
  const owners = new Map(parts[0]!.rows.map((row) => [row.key, row]));
  const waiting = new Map<GivenRow, Pending[]>();
  for (const { known, rows } of parts) {
    const places = new Map<string, number>();
    for (const row of rows) {
      const place = places.get(row.key) ?? 0;
      places.set(row.key, place + 1);
      for (const { name, field } of known.fields) {
        if (field.kind !== 'ref' && field.kind !== 'refs') continue;
        const refuse = (text: string, why: 'several' | null) =>
          problems.say(
            placeOf(known, row.at, name),
            text,
            why === 'several' ? 'severalReferences' : 'unknownReference',
            { text, entity: term(lang, field.to as TermKey) },
          );
        const path = known.lines === null ? [name] : [known.lines, place, name];
        const owner = owners.get(row.key);
        for (const { key, index } of resolveField(row, name, field, meaningOf(field.to!), refuse)) {
          if (!owner) continue;
          const its = waiting.get(owner) ?? [];
          waiting.set(owner, its);
          its.push({ key, path: index === null ? path : [...path, index] });
        }
      }
    }
  }
  return waiting;
}
