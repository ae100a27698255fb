import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { date, getFieldLabel, number, text, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/kernel/term-key.ts';
import { LIST_LAYOUT_BY_ENTITY } from './list-layouts.ts';

export const COLUMN_ALIGNMENTS = ['start', 'center', 'end'] as const;
export type ColumnAlignment = (typeof COLUMN_ALIGNMENTS)[number];

export const CUSTOM_COLUMN_TYPES = ['text', 'number', 'date'] as const;
/**
 * How a custom column is filled in. A required column must have a value in every new row. A read-only column is
 * filled only by an import.
 */
export const CUSTOM_COLUMN_ATTRIBUTES = ['editable', 'required', 'readOnly'] as const;
/** A custom column: a column that a factory has added to a list. No business rule uses its values. */
export interface CustomColumn {
  readonly id: number;
  readonly code: string;
  /** The name for languages without an entry in `names`. */
  readonly name: string;
  readonly names: Readonly<Partial<Record<Lang, string>>>;
  readonly attribute: (typeof CUSTOM_COLUMN_ATTRIBUTES)[number];
  readonly type: (typeof CUSTOM_COLUMN_TYPES)[number];
  /** The width in pixels; null for the usual width. */
  readonly width: number | null;
}

/** The maximum length of a text in a custom column: shorter than 500 characters (specification §5). */
const MAX_CUSTOM_TEXT_LENGTH = 499;

/** A column of a list or report, with or without column settings applied. */
export interface BaseColumn {
  readonly name: string;
  readonly shown: boolean;
  /** The position of the column, counted from 1 without gaps. */
  readonly order: number;
  /** The width in pixels; null for the usual width. */
  readonly width: number | null;
  readonly align: ColumnAlignment;
}

export interface ListColumn extends BaseColumn {
  /**
   * The declared field; null for the person and time of the last change, for custom columns and for columns that the
   * screen computes.
   */
  readonly field: Field | null;
  readonly custom: CustomColumn | null;
  /** The term of the heading; null for custom columns. */
  readonly label: TermKey | null;
  /** The heading of a custom column. */
  readonly title?: string;
  /** Whether the screen computes the value of the column, because the rows do not contain the value. */
  readonly isComputed?: true;
}

/**
 * The stored setting of a column (specification §3). If a call saves a setting without an alignment, the column is
 * centered.
 */
export interface ColumnSetting {
  readonly columnField: string;
  readonly align: ColumnAlignment;
  readonly columnWidth: number | null;
  /** 0 hides the column, any other number shows it. */
  readonly isGridShow: number;
  readonly columnOrder: number;
}

/** Builds the name of a custom column in lists, filters and forms. */
export const buildCustomColumnName = (id: number): string => `custom.${id}`;

/** Parses the id from the name of a custom column; null for any other name. */
export function parseCustomColumnId(name: string): number | null {
  const match = /^custom\.([1-9]\d{0,15})$/.exec(name);
  return match ? Number(match[1]) : null;
}

const FIELD_BY_CUSTOM_COLUMN_TYPE: Record<CustomColumn['type'], Field> = {
  text: text({ max: MAX_CUSTOM_TEXT_LENGTH }),
  // Negative numbers are allowed, because a custom column may contain tolerances or temperatures.
  number: number({ min: -9_999_999_999 }),
  date: date(),
};

/** Builds the field declaration of a custom column for validation, input and filters. */
export const buildCustomField = (custom: CustomColumn): Field => ({
  ...FIELD_BY_CUSTOM_COLUMN_TYPE[custom.type],
  title: custom.name,
  titles: custom.names,
  ...(custom.attribute === 'required' ? { required: true } : {}),
  ...(custom.attribute === 'readOnly' ? { readOnly: true } : {}),
});

/** Replaces the name of each custom column by its name in a language, if it has one. */
export const localizeCustomColumns = (customColumns: readonly CustomColumn[], lang: Lang): CustomColumn[] =>
  customColumns.map((custom) => ({ ...custom, name: custom.names[lang] ?? custom.name }));

/** Returns the alignment of a column without a setting: 'end' for numbers, else 'center' (specification §3, §9). */
export const getDefaultAlignment = (field: Field | null): ColumnAlignment =>
  field?.kind === 'number' ? 'end' : 'center';

/** A column as it is declared, before its place in the list is known. */
type DeclaredColumn = Omit<ListColumn, keyof Omit<BaseColumn, 'name'>>;

/**
 * Builds the default columns of the list of an entity. The `firstColumns` of the list's layout come first. Without a
 * layout, the code and the column that names a row come first. The person and time of the last change come last.
 */
export function buildDefaultColumns(
  entity: EntityDeclaration,
  customColumns: readonly CustomColumn[],
): ListColumn[] {
  const layout = LIST_LAYOUT_BY_ENTITY[entity.name];
  const computedLabels = layout?.computedColumnTerms ?? {};
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]!.kind !== 'file');
  const preferredNames = layout?.firstColumns ?? ['code', entity.shownAs];
  const leadingNames = preferredNames.filter(
    (name, index) =>
      (names.includes(name) || name in computedLabels) && preferredNames.indexOf(name) === index,
  );
  const fieldColumns = [...leadingNames, ...names.filter((name) => !leadingNames.includes(name))].map(
    (name): DeclaredColumn => {
      const field = entity.fields[name] ?? null;
      const label = field ? getFieldLabel(name, field) : computedLabels[name]!;
      return { name, field, custom: null, label, ...(field ? {} : { isComputed: true }) };
    },
  );
  const customListColumns = customColumns.map((custom) => ({
    name: buildCustomColumnName(custom.id),
    field: null,
    custom,
    label: null,
    title: custom.name,
  }));
  const lastChangeColumns = (['updatedBy', 'updatedAt'] as const).map((name) => ({
    name,
    field: null,
    custom: null,
    label: name,
  }));
  return [...fieldColumns, ...customListColumns, ...lastChangeColumns].map((column, index) => ({
    ...column,
    shown: !layout?.hiddenColumns.includes(column.name),
    order: index + 1,
    width: column.custom?.width ?? layout?.widths[column.name] ?? null,
    // The first column of a tree is aligned to the start, because its indentation shows the level of a row.
    align:
      entity.parentField && index === 0
        ? 'start'
        : getDefaultAlignment(column.custom ? buildCustomField(column.custom) : column.field),
  }));
}

/**
 * Sorts settings by their `columnOrder`, and renumbers them from 1 without gaps. If a column has two settings, only
 * the first one is kept.
 */
export function sortAndRenumberSettings(settings: readonly ColumnSetting[]): ColumnSetting[] {
  const seenNames = new Set<string>();
  return settings
    .map((setting, at) => ({ setting, at }))
    .sort((a, b) => a.setting.columnOrder - b.setting.columnOrder || a.at - b.at)
    .map(({ setting }) => setting)
    .filter(({ columnField }) => !seenNames.has(columnField) && seenNames.add(columnField))
    .map((setting, index) => ({ ...setting, columnOrder: index + 1 }));
}

function applyColumnSettings<C extends BaseColumn>(
  baseColumns: readonly C[],
  settings: readonly ColumnSetting[],
): C[] {
  const columnsByName = new Map(baseColumns.map((column) => [column.name, column]));
  const result = sortAndRenumberSettings(settings).flatMap(
    ({ columnField, align, columnWidth, isGridShow }) => {
      const column = columnsByName.get(columnField);
      return column
        ? [{ ...column, align, width: columnWidth ?? column.width, shown: isGridShow !== 0 }]
        : [];
    },
  );
  // A column without a setting comes directly after the column that precedes it in `baseColumns`.
  baseColumns.forEach((column, index) => {
    if (result.some(({ name }) => name === column.name)) return;
    const previousName = baseColumns[index - 1]?.name;
    result.splice(result.findIndex(({ name }) => name === previousName) + 1, 0, column);
  });
  return result;
}

/** Applies the factory's settings and then the user's own settings to columns. The result is in display order. */
export function resolveColumns<C extends BaseColumn>(
  declaredColumns: readonly C[],
  factorySettings: readonly ColumnSetting[],
  ownSettings: readonly ColumnSetting[],
): C[] {
  const columns = applyColumnSettings(applyColumnSettings(declaredColumns, factorySettings), ownSettings);
  // At least one column must stay visible.
  const areAllHidden = columns.every((column) => !column.shown);
  return columns.map((column, index) => ({
    ...column,
    order: index + 1,
    shown: column.shown || (areAllHidden && index === 0),
  }));
}

/**
 * Creates the settings that describe the current state of columns.
 * @param defaults the columns without these settings; a width that equals the default width becomes null
 */
export const createColumnSettings = (
  columns: readonly BaseColumn[],
  defaults: readonly BaseColumn[] = [],
): ColumnSetting[] => {
  const widthsByName = new Map(defaults.map(({ name, width }) => [name, width]));
  return columns.map(({ name, align, width, shown }, index) => ({
    columnField: name,
    align,
    columnWidth: widthsByName.get(name) === width ? null : width,
    isGridShow: shown ? 1 : 0,
    columnOrder: index + 1,
  }));
};

/** Returns columns in a new order: the column `name` moves to the position of `targetName`. */
export function reorderColumns<C extends BaseColumn>(
  columns: readonly C[],
  name: string,
  targetName: string,
): C[] {
  const [fromIndex, targetIndex] = [name, targetName].map((columnName) =>
    columns.findIndex((column) => column.name === columnName),
  );
  if (fromIndex === undefined || targetIndex === undefined || fromIndex < 0 || targetIndex < 0)
    return [...columns];
  const otherColumns = columns.filter((_, index) => index !== fromIndex);
  otherColumns.splice(targetIndex, 0, columns[fromIndex]!);
  return otherColumns;
}

export const buildCustomFields = (customColumns: readonly CustomColumn[]): FieldMap =>
  Object.fromEntries(
    customColumns.map((custom) => [buildCustomColumnName(custom.id), buildCustomField(custom)]),
  );

export function addCustomFields(
  entity: EntityDeclaration,
  customColumns: readonly CustomColumn[],
): EntityDeclaration {
  if (customColumns.length === 0) return entity;
  return { ...entity, fields: { ...entity.fields, ...buildCustomFields(customColumns) } };
}

/**
 * Shows exactly the named columns, in the order of the names. The other columns come after them and are
 * hidden.
 */
export function showColumns<C extends BaseColumn>(columns: readonly C[], names: readonly string[]): C[] {
  const shownColumns = names.flatMap((name) => columns.filter((column) => column.name === name));
  const otherColumns = columns.filter((column) => !shownColumns.includes(column));
  return [
    ...shownColumns.map((column) => ({ ...column, shown: true })),
    ...otherColumns.map((column) => ({ ...column, shown: false })),
  ].map((column, index) => ({ ...column, order: index + 1 }));
}
