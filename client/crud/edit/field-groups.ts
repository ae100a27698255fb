import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The fields under one heading of an edit page. */
interface FieldGroup {
  readonly title: TermKey;
  readonly names: readonly string[];
  /** Whether the fields are derived: users see them but cannot edit them. */
  readonly derived: boolean;
}

/** If an entity has at least this many number fields, they get a separate heading. */
const MIN_FIELDS_OF_NUMBER_GROUP = 3;

/**
 * Groups the fields of an entity for its edit page. The groups are the general fields, the number fields if
 * there are many, each list of owned rows, the custom columns, and the derived fields. Empty groups are
 * omitted.
 */
export function groupFields(entity: EntityDeclaration): FieldGroup[] {
  const names = Object.keys(entity.fields);
  const kind = (name: string) => entity.fields[name]!.kind;
  const derived = names.filter((name) => entity.derived?.includes(name));
  const given = names.filter((name) => !derived.includes(name));
  const numbers = given.filter((name) => kind(name) === 'number' && parseCustomColumnId(name) === null);
  const figures = numbers.length >= MIN_FIELDS_OF_NUMBER_GROUP ? numbers : [];
  const lines = given.filter((name) => kind(name) === 'lines');
  const customs = given.filter((name) => parseCustomColumnId(name) !== null);
  const others = [...figures, ...lines, ...customs];
  const general = given.filter((name) => !others.includes(name));
  const groups: FieldGroup[] = [
    { title: 'general', names: general, derived: false },
    { title: 'figures', names: figures, derived: false },
    ...lines.map((name) => ({
      title: getFieldLabel(name, entity.fields[name]!),
      names: [name],
      derived: false,
    })),
    { title: 'customColumns', names: customs, derived: false },
    { title: 'setBySystem', names: derived, derived: true },
  ];
  return groups.filter((group) => group.names.length > 0);
}
