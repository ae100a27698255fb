import { setImmediate as breathe } from 'node:timers/promises';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import { can, toAct } from '#shared/kernel/permissions.ts';
import { validate, type FieldProblem } from '#shared/kernel/validate.ts';
import { customIdOf, declaredColumns } from '#shared/rules/columns.ts';
import { keyOf } from '#shared/answers/transfer.ts';
import { fieldMessage } from '#shared/terms/error-message.ts';
import { term } from '#shared/terms/index.ts';
import { loadCustomColumns } from '../../../crud/custom-columns.ts';
import { rowsById } from '../../../crud/read.ts';
import { savableFields } from '../../../crud/save.ts';
import { fieldColumns, headingOf } from '../workbook/columns.ts';
import { differs } from './differs.ts';
import { rowsByKey } from './find-references.ts';
import { knowBook, type KnownBook } from './headings.ts';
import { inOrder } from './in-order.ts';
import { Problems, type At } from './problems.ts';
import type { Import, Plan, PlannedRow } from './plan.ts';
import { readRows, type GivenRow } from './read-rows.ts';
import type { ReadSheet } from '../workbook/read-workbook.ts';
import type { Pending } from './plan.ts';
import { resolveReferences } from './resolve-references.ts';
import { addLines, atOf, LINE, refuseRepeated, givenByKey, shown, type Said } from './given-records.ts';

/** What share of a check this is: the trial takes the rest of the time. */
export const PLANNED = 0.1;
/** Rows between two breaths: others wait no longer than these take. */
const BREATH = 100;

/** Custom values stand under `custom`, by the column's id. */
function gathered(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const id = customIdOf(name);
    if (id === null) given[name] = value;
    else custom[id] = value;
  }
  return Object.keys(custom).length > 0 ? { ...given, custom } : given;
}

/** Of what a row says, what is to be checked: an empty cell of a known row leaves what always has a value. */
function stated(
  values: Readonly<Record<string, unknown>>,
  fields: FieldMap,
  isNew: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name in fields && (isNew || value !== null || fields[name]!.initial === undefined),
    ),
  );
}

class Planner {
  private readonly work: Import;
  private readonly book: KnownBook;
  private readonly problems: Problems;
  private readonly fields: FieldMap;
  private readonly shapes = new Map<string, FieldMap>();
  private readonly mayAdd: boolean;
  private readonly mayModify: boolean;
  readonly rows: PlannedRow[] = [];
  unchanged = 0;

  constructor(work: Import, book: KnownBook, customs: FieldMap, problems: Problems) {
    const { entity, user } = work;
    this.work = work;
    this.book = book;
    this.problems = problems;
    this.fields = { ...savableFields(entity), ...customs };
    this.mayAdd = can(user, toAct(entity.permission, 'ADD'));
    this.mayModify = can(user, toAct(entity.permission, 'MODIFY'));
  }

  /** Checks some rows by themselves, and keeps those that would change something. */
  async plan(
    all: readonly Said[],
    pendings: ReadonlyMap<GivenRow, Pending[]>,
    ids: ReadonlyMap<string, number>,
  ) {
    const known = all.flatMap(({ row }) => ids.get(row.key) ?? []);
    const names = new Set(Object.keys(this.fields).filter((name) => customIdOf(name) === null));
    const { db, entity, user } = this.work;
    const records = await rowsById(db, entity, user, known, names);
    for (const one of all) {
      const id = ids.get(one.row.key) ?? null;
      this.planOne(one, id === null ? null : (records.get(id) ?? null), pendings.get(one.row) ?? []);
    }
  }

  private planOne(one: Said, record: Record<string, unknown> | null, pending: Pending[]): void {
    const at = atOf(one, this.book.main);
    const values: Record<string, unknown> = { ...one.row.values, [keyOf(this.work.entity)!]: one.row.key };
    for (const [name, { rows }] of one.lines)
      values[name] = rows.map((line) => this.lineOf(line, this.fields[name]!));
    const given = stated(values, this.fields, record === null);
    const checked = validate(this.shapeOf(given, record === null), given);
    const lineIsWrong = [...one.lines.values()].some(({ rows }) => rows.some(({ wrong }) => wrong.size > 0));
    const problems = Object.entries(checked.problems ?? {}).filter(([name]) => !this.isSaid(one, name));
    for (const [name, problem] of problems) this.refuse(at(name), shown(values, name), problem);
    if (checked.problems || one.row.wrong.size > 0 || lineIsWrong) return;
    const next = gathered(checked.values);
    const { key } = one.row;
    if (record === null) {
      if (!this.mayAdd) this.problems.say(at(keyOf(this.work.entity)!), key, 'mayNotAdd');
      this.rows.push({ key, id: null, version: null, given: next, pending, at });
    } else if (pending.length === 0 && !differs(this.fields, record, next)) this.unchanged += 1;
    else {
      if (!this.mayModify) this.problems.say(at(keyOf(this.work.entity)!), key, 'mayNotModify');
      const { id, version } = record as { id: number; version: number };
      this.rows.push({ key, id, version, given: next, pending, at });
    }
  }

  private refuse(at: At, value: unknown, problem: FieldProblem): void {
    this.problems.add(at, value, fieldMessage(this.work.lang, problem));
  }

  /** Whether a problem is only the consequence of one that was told already. */
  private isSaid({ row, lines }: Said, name: string): boolean {
    const [, field, index, inner] = LINE.exec(name) ?? [];
    return field === undefined
      ? row.wrong.has(name)
      : (lines.get(field)?.rows[Number(index)]?.wrong.has(inner ?? '') ?? false);
  }

  private lineOf({ values }: GivenRow, { of }: Field): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in of!));
  }

  /** The fields that are checked; one map for the same names, since a schema is made for each. */
  private shapeOf(given: Record<string, unknown>, isNew: boolean): FieldMap {
    const names = isNew ? Object.keys(this.fields) : Object.keys(given).sort();
    const key = names.join();
    const shape = this.shapes.get(key) ?? Object.fromEntries(names.map((name) => [name, this.fields[name]!]));
    this.shapes.set(key, shape);
    return shape;
  }
}

/**
 * Reads the sheets of a workbook against what the factory has, row by row, and gathers everything that is
 * wrong.
 * Nothing is written, and no transaction is open.
 */
export async function planImport(work: Import, sheets: readonly ReadSheet[]): Promise<Plan> {
  const { db, user, lang, entity, signal, progress } = work;
  const problems = new Problems(lang);
  const customs = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columns = fieldColumns(declaredColumns(entity, customs));
  const key = keyOf(entity)!;
  const nothing: Plan = { rows: [], total: 0, added: 0, changed: 0, unchanged: 0, ignored: [], problems };
  const book = knowBook(entity, columns, sheets, problems);
  const nowhere = {
    sheet: book?.main.sheet.name ?? sheets[0]?.name ?? '',
    row: null,
    index: null,
    column: null,
  };
  if (!book) {
    const heading = headingOf(
      columns.find(({ name }) => name === key)!,
      lang,
    );
    problems.say(nowhere, null, 'noKeyColumn', { key: heading });
    return nothing;
  }
  const reading = { zone: user.zone, is1904: false };
  const main = readRows(book.main, key, reading, problems);
  const owned = book.owned.map((known) => ({ known, rows: readRows(known, key, reading, problems) }));
  if (main.length === 0 && problems.count === 0) problems.say(nowhere, null, 'noRows');
  const all = givenByKey(main, book.main, key, problems);
  for (const { known, rows } of owned) addLines(all, known, rows, key, problems);
  refuseRepeated(book.main, main, key, problems);
  const parts = [{ known: book.main, rows: main }, ...owned];
  const pendings = await resolveReferences(work, parts, new Set(all.keys()), problems);
  const ids = await rowsByKey(db, entity, user, [...all.keys()]);

  const shapes = Object.fromEntries(
    columns.filter(({ name }) => customIdOf(name) !== null).map(({ name, field }) => [name, field]),
  );
  const planner = new Planner(work, book, shapes, problems);
  const list = [...all.values()];
  for (let at = 0; at < list.length; at += BREATH) {
    signal.throwIfAborted();
    progress({ phase: 'checking', done: Math.floor(at * PLANNED), total: list.length });
    await planner.plan(list.slice(at, at + BREATH), pendings, ids);
    await breathe();
  }
  const rows = inOrder(planner.rows, problems);
  const ignored = book.main.fields.filter((field) => field.ignored).map((field) => field.heading);
  const notes = new Set([term(lang, 'choicesSheet')]);
  return {
    rows,
    total: list.length,
    added: rows.filter(({ id }) => id === null).length,
    changed: rows.filter(({ id }) => id !== null).length,
    unchanged: planner.unchanged,
    ignored: [...ignored, ...book.others.filter((name) => !notes.has(name))],
    problems,
  };
}
