import type { ReactNode } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field } from '#shared/kernel/fields.ts';
import {
  buildCustomField,
  buildDefaultColumns,
  type CustomColumn,
  type ListColumn,
} from '#shared/rules/columns.ts';
import { LIST_LAYOUT_BY_ENTITY } from '#shared/rules/list-layouts.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import {
  estimateChoiceWidth,
  estimateHeadingWidth,
  getDefaultWidth,
  type Column,
} from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { AnyRow } from '../row.ts';
import { getCustomValue } from '../row.ts';
import type { TitledColumn } from './column-editor.tsx';

/** A column of an entity's list, with its heading. */
export type EntityColumn = ListColumn & TitledColumn;

/** The functions that render cells of a list differently from the default, by column name. */
export type CellRenderers = Readonly<Record<string, (row: AnyRow, t: Translate) => ReactNode>>;

/** The functions that return the default width in pixels of custom cells, by column name. */
export type CellWidths = Readonly<Record<string, (t: Translate, isNarrow: boolean) => number>>;

/** Returns the unit beside the heading of a field; undefined if the field has no unit or its cells show the unit. */
const getHeadingUnit = (field: Field | null, t: Translate): string | undefined =>
  field?.unit && field.unit !== 'seconds' ? t(field.unit) : undefined;

/** Estimates the minimum width in pixels at which a column shows its whole heading and its longest choice. */
const estimateMinWidth = (title: string, field: Field | null, t: Translate): number =>
  Math.max(
    estimateHeadingWidth(title, getHeadingUnit(field, t)),
    estimateChoiceWidth(field?.choices?.map((choice) => t(choice)) ?? []),
  );

/**
 * Returns the default columns of an entity, including custom ones, with headings in the current
 * language. A declared width grows if the heading or a choice needs more room, unless the table wraps them.
 */
export const getTitledColumns = (
  entity: EntityDeclaration,
  customColumns: readonly CustomColumn[],
  t: Translate,
): EntityColumn[] =>
  buildDefaultColumns(entity, customColumns).map((column) => {
    const title = column.title ?? (column.label ? t(column.label) : column.name);
    const minWidth = LIST_LAYOUT_BY_ENTITY[entity.name]?.wraps ? 0 : estimateMinWidth(title, column.field, t);
    return { ...column, title, width: column.width === null ? null : Math.max(column.width, minWidth) };
  });

/** Returns the function that renders a column's cells by default. */
function getCellRenderer(column: EntityColumn, zone: string): (row: AnyRow) => ReactNode {
  const { name, custom, field } = column;
  if (custom) {
    const customField = buildCustomField(custom);
    return (row) => <FieldValue field={customField} value={getCustomValue(row, custom.id)} />;
  }
  if (field) return (row) => <FieldValue field={field} value={row[name]} label={row.labels[name]} />;
  if (name === 'updatedAt')
    return (row) => <span className="moment">{formatMoment(row.updatedAt, zone)}</span>;
  return (row) => String(row[name] ?? '');
}

/** Returns the default width of a column, in pixels. */
function getDefaultColumnWidth(
  { name, custom, field, title }: EntityColumn,
  unit: string | undefined,
  t: Translate,
): number {
  const effectiveField = custom ? buildCustomField(custom) : field;
  return Math.max(
    effectiveField ? getDefaultWidth(effectiveField) : name === 'updatedAt' ? 130 : 120,
    estimateChoiceWidth(effectiveField?.choices?.map((choice) => t(choice)) ?? []),
    estimateHeadingWidth(title, unit),
  );
}

/** The default width, in pixels, of a column whose cells show owned rows in a custom way. */
const OWNED_ROWS_COLUMN_WIDTH_PX = 200;

/** Returns the visible columns of a list, except `omittedNames`; the first column if none is visible. */
export function selectVisibleColumns(
  columns: readonly EntityColumn[],
  omittedNames: readonly string[] = [],
): readonly EntityColumn[] {
  const offeredColumns = columns.filter(({ name }) => !omittedNames.includes(name));
  const visibleColumns = offeredColumns.filter((column) => column.shown);
  return visibleColumns.length > 0 ? visibleColumns : offeredColumns.slice(0, 1);
}

/** Converts list columns to table columns. */
export const toTableColumns = (
  columns: readonly EntityColumn[],
  cellRenderers: CellRenderers,
  t: Translate,
  zone: string,
  cellWidths: CellWidths = {},
  isNarrow = false,
): Column<AnyRow>[] =>
  columns.map((column) => {
    const { name, field, title, width, align } = column;
    const renderCell = cellRenderers[name];
    // If `renderCell` renders the cells, the heading has no unit, because the cells show the unit.
    const unit = renderCell ? undefined : getHeadingUnit(field, t);
    return {
      name,
      title,
      unit,
      width:
        width ??
        cellWidths[name]?.(t, isNarrow) ??
        (renderCell && field?.kind === 'lines'
          ? OWNED_ROWS_COLUMN_WIDTH_PX
          : getDefaultColumnWidth(column, unit, t)),
      align,
      sortable: !column.isComputed && field?.kind !== 'refs' && field?.kind !== 'lines',
      render: renderCell ? (row) => renderCell(row, t) : getCellRenderer(column, zone),
    };
  });
