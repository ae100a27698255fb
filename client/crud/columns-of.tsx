import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { labelOf } from '#shared/kernel/fields.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatMoment } from '#client/kit/formats.ts';
import { alignOf, headingWidth, widthOf, type Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/t.ts';
import type { AnyRow } from './entity-page.ts';

/** The columns of an entity's list: what names a row first, then its fields as declared, then who changed it last. */
export function columnsOf(entity: EntityDeclaration, t: Translate, zone: string): Column<AnyRow>[] {
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]!.kind !== 'file');
  const first = ['code', entity.shownAs].filter(
    (name, at, all) => names.includes(name) && all.indexOf(name) === at,
  );
  const columns = [...first, ...names.filter((name) => !first.includes(name))].map((name): Column<AnyRow> => {
    const field = entity.fields[name]!;
    const title = t(labelOf(name, field));
    const unit = field.unit && field.unit !== 'seconds' ? t(field.unit) : undefined;
    return {
      name,
      title,
      unit,
      width: Math.max(widthOf(field), headingWidth(title, unit)),
      align: alignOf(field),
      sortable: field.kind !== 'refs' && field.kind !== 'lines',
      render: (row) => <FieldValue field={field} value={row[name]} label={row.labels[name]} />,
    };
  });
  return [
    ...columns,
    {
      name: 'updatedBy',
      title: t('updatedBy'),
      width: Math.max(120, headingWidth(t('updatedBy'))),
      sortable: true,
      render: (row) => row.updatedBy,
    },
    {
      name: 'updatedAt',
      title: t('updatedAt'),
      width: Math.max(130, headingWidth(t('updatedAt'))),
      sortable: true,
      render: (row) => <span className="moment">{formatMoment(row.updatedAt, zone)}</span>,
    },
  ];
}
