import type { ReactNode } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { customField, declaredColumns, type CustomColumn, type ListColumn } from '#shared/rules/columns.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { choiceWidth, headingWidth, widthOf, type Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { AnyRow } from '../row.ts';
import { customValue } from '../row.ts';
import type { TitledColumn } from './column-editor.tsx';

/** A column of an entity's list, with its heading. */
export type EntityColumn = ListColumn & TitledColumn;

/** The functions that render custom cells of a list, by column name. */
export type CellComponents = Readonly<Record<string, (row: AnyRow, t: Translate) => ReactNode>>;

/** Returns an entity's declared columns with headings in the current language. */
export const columnsWithTitles = (
  entity: EntityDeclaration,
  customs: readonly CustomColumn[],
  t: Translate,
): EntityColumn[] =>
  declaredColumns(entity, customs).map((column) => ({
    ...column,
    title: column.title ?? (column.label ? t(column.label) : column.name),
  }));

/** Returns the function that renders a column's cells. */
function renderOf(column: EntityColumn, zone: string): (row: AnyRow) => ReactNode {
  const { name, custom, field } = column;
  if (custom) {
    const own = customField(custom);
    return (row) => <FieldValue field={own} value={customValue(row, custom.id)} />;
  }
  if (field) return (row) => <FieldValue field={field} value={row[name]} label={row.labels[name]} />;
  if (name === 'updatedAt')
    return (row) => <span className="moment">{formatMoment(row.updatedAt, zone)}</span>;
  return (row) => String(row[name] ?? '');
}

/** Returns the default width of a column, in pixels. */
function usualWidth(
  { name, custom, field, title }: EntityColumn,
  unit: string | undefined,
  t: Translate,
): number {
  const own = custom ? customField(custom) : field;
  return Math.max(
    own ? widthOf(own) : name === 'updatedAt' ? 130 : 120,
    choiceWidth(own?.choices?.map((choice) => t(choice)) ?? []),
    headingWidth(title, unit),
  );
}

/** The width of a column of owned rows with a custom cell, in pixels. */
const DRAWN_LINES = 200;

/** Converts list columns to table columns. */
export const tableColumns = (
  columns: readonly EntityColumn[],
  drawn: CellComponents,
  t: Translate,
  zone: string,
): Column<AnyRow>[] =>
  columns.map((column) => {
    const { name, field, title, width, align } = column;
    const draw = drawn[name];
    // The heading of a column with custom cells has no unit, because the cells show the unit.
    const unit = field?.unit && field.unit !== 'seconds' && !draw ? t(field.unit) : undefined;
    return {
      name,
      title,
      unit,
      width: width ?? (draw && field?.kind === 'lines' ? DRAWN_LINES : usualWidth(column, unit, t)),
      align,
      sortable: !column.drawn && field?.kind !== 'refs' && field?.kind !== 'lines',
      render: draw ? (row) => draw(row, t) : renderOf(column, zone),
    };
  });
