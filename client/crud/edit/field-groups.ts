import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { parseCustomColumnId } from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The fields under one heading of an edit page. */
interface FieldGroup {
  readonly title: TermKey;
  readonly names: readonly string[];
  /** Whether the fields are derived: users see them but cannot edit them. */
  readonly isDerived: boolean;
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
  const getKind = (name: string) => entity.fields[name]!.kind;
  const derivedNames = names.filter((name) => entity.derived?.includes(name));
  const editableNames = names.filter((name) => !derivedNames.includes(name));
  const numberNames = editableNames.filter(
    (name) => getKind(name) === 'number' && parseCustomColumnId(name) === null,
  );
  const numberGroupNames = numberNames.length >= MIN_FIELDS_OF_NUMBER_GROUP ? numberNames : [];
  const rowListNames = editableNames.filter((name) => getKind(name) === 'lines');
  const customNames = editableNames.filter((name) => parseCustomColumnId(name) !== null);
  const nonGeneralNames = [...numberGroupNames, ...rowListNames, ...customNames];
  const generalNames = editableNames.filter((name) => !nonGeneralNames.includes(name));
  const groups: FieldGroup[] = [
    { title: 'general', names: generalNames, isDerived: false },
    { title: 'figures', names: numberGroupNames, isDerived: false },
    ...rowListNames.map((name) => ({
      title: getFieldLabel(name, entity.fields[name]!),
      names: [name],
      isDerived: false,
    })),
    { title: 'customColumns', names: customNames, isDerived: false },
    { title: 'setBySystem', names: derivedNames, isDerived: true },
  ];
  return groups.filter((group) => group.names.length > 0);
}
