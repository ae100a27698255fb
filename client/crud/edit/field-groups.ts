import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf } from '#shared/kernel/fields.ts';
import { customIdOf } from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** Fields that stand together on an edit page. */
interface FieldGroup {
  readonly title: TermKey;
  readonly names: readonly string[];
  /** Set by the system: shown, not typed. */
  readonly derived: boolean;
}

/** From this many numbers on they get a heading of their own. */
const FIGURES = 3;

/**
 * How an edit page groups the fields of an entity: what it is, its figures where there are many,
 * each list of owned rows by itself, the factory's own columns, and what the system sets.
 */
export function fieldGroups(entity: EntityDeclaration): FieldGroup[] {
  const names = Object.keys(entity.fields);
  const kind = (name: string) => entity.fields[name]!.kind;
  const derived = names.filter((name) => entity.derived?.includes(name));
  const given = names.filter((name) => !derived.includes(name));
  const numbers = given.filter((name) => kind(name) === 'number' && customIdOf(name) === null);
  const figures = numbers.length >= FIGURES ? numbers : [];
  const lines = given.filter((name) => kind(name) === 'lines');
  const customs = given.filter((name) => customIdOf(name) !== null);
  const others = [...figures, ...lines, ...customs];
  const general = given.filter((name) => !others.includes(name));
  const groups: FieldGroup[] = [
    { title: 'general', names: general, derived: false },
    { title: 'figures', names: figures, derived: false },
    ...lines.map((name) => ({ title: labelOf(name, entity.fields[name]!), names: [name], derived: false })),
    { title: 'customColumns', names: customs, derived: false },
    { title: 'setBySystem', names: derived, derived: true },
  ];
  return groups.filter((group) => group.names.length > 0);
}
