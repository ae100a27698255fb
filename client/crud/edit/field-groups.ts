import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf } from '#shared/kernel/fields.ts';
import { customIdOf } from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** Fields under one heading of an edit page. */
interface FieldGroup {
  readonly title: TermKey;
  readonly names: readonly string[];
  /** Derived fields: shown, not edited. */
  readonly derived: boolean;
}

/** At least this many number fields get a heading of their own. */
const FIGURES = 3;

/**
 * Groups the fields of an entity for its edit page: general fields, number fields if there are many, each
 * list of owned rows, custom columns, and derived fields.
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
