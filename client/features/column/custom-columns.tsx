import { Button } from '@blueprintjs/core';
import { AddIcon, EditIcon, TrashIcon } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import { CUSTOM_COLUMN_LISTS_BY_OWNER, type ColumnOwner } from '#shared/kernel/column-owners.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { RecordDialog } from '#client/crud/edit/record-dialog.tsx';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { call } from '#client/kit/wire/call.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

const CUSTOM_COLUMN_ENTITY: EntityDeclaration = entities.customColumn;
/** The names of the fields that the list of custom columns shows. */
const SHOWN_FIELDS = ['code', 'name', 'type', 'width', 'attribute', 'seq'];
/**
 * The fields that hold the translations of a custom column's name. The form shows these fields
 * after SHOWN_FIELDS.
 */
const LOCALIZED_NAME_FIELDS = ['nameZhCn', 'nameEnUs', 'nameZhTw', 'nameJaJp'];

/** Lists and edits the custom columns of one owner, for example of orders. */
export function CustomColumnList({ owner }: { owner: ColumnOwner }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ row: AnyRow | null } | null>(null);
  const remove = useDeleteRows(CUSTOM_COLUMN_ENTITY);
  const { data } = useQuery({
    queryKey: queryKeys.entity(CUSTOM_COLUMN_ENTITY.name, 'page', { owner }),
    queryFn: ({ signal }) =>
      call<PageAnswer<AnyRow>>(`${CUSTOM_COLUMN_ENTITY.path}/page`, { owner }, { signal }),
  });
  const { permission } = CUSTOM_COLUMN_LISTS_BY_OWNER[owner];
  const isAllowed = (act: 'ADD' | 'MODIFY' | 'DELETE') =>
    hasPermission(user, getActionPermission(permission, act));
  const rows = data?.rows ?? [];
  const refreshSettings = () =>
    void client.invalidateQueries({ queryKey: queryKeys.entity('columnSetting') });
  const columnWord = toMidSentence(t('customColumn'));
  return (
    <section className="column-panel" aria-labelledby="custom-columns" aria-busy={!data}>
      <header>
        <h2 id="custom-columns">
          {t('customColumns')} <span className="page-count">{data ? rows.length : ''}</span>
        </h2>
        {isAllowed('ADD') && (
          <Button
            icon={<AddIcon />}
            aria-keyshortcuts="n"
            text={t('addNamed', { name: columnWord })}
            onClick={() => setDialog({ row: null })}
          />
        )}
      </header>
      <div className="column-panel-body">
        {data && rows.length === 0 && <p className="column-none">{t('noCustomColumns')}</p>}
        {rows.length > 0 && (
          <table className="custom-columns" aria-labelledby="custom-columns">
            <thead>
              <tr>
                {SHOWN_FIELDS.map((name) => (
                  <th key={name} scope="col" className={`custom-${name}`}>
                    {getFieldTitle(name, CUSTOM_COLUMN_ENTITY.fields[name]!, t)}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const name = String(row['name']);
                return (
                  <tr key={row.id}>
                    {SHOWN_FIELDS.map((field) => {
                      const value = (
                        <FieldValue field={CUSTOM_COLUMN_ENTITY.fields[field]!} value={row[field]} />
                      );
                      return field === 'code' ? (
                        <th key={field} scope="row">
                          {value}
                        </th>
                      ) : (
                        <td key={field} className={`custom-${field}`}>
                          {value}
                        </td>
                      );
                    })}
                    <td className="custom-actions">
                      {isAllowed('MODIFY') && (
                        <Button
                          variant="minimal"
                          icon={<EditIcon />}
                          aria-label={t('editNamed', { name })}
                          title={t('edit')}
                          onClick={() => setDialog({ row })}
                        />
                      )}
                      {isAllowed('DELETE') && (
                        <Button
                          variant="minimal"
                          icon={<TrashIcon />}
                          aria-label={t('actOf', { what: t('delete'), name })}
                          title={t('delete')}
                          onClick={() =>
                            void remove([row.id], name).then((isDeleted) => isDeleted && refreshSettings())
                          }
                        />
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
      {dialog && (
        <RecordDialog
          entity={CUSTOM_COLUMN_ENTITY}
          names={SHOWN_FIELDS}
          rareNames={LOCALIZED_NAME_FIELDS}
          fixedValues={{ owner }}
          row={dialog.row}
          initialValues={{ seq: rows.length + 1, type: 'text', attribute: 'editable' }}
          title={
            dialog.row
              ? t('editNamed', { name: String(dialog.row['name']) })
              : t('newNamed', { name: columnWord })
          }
          onSaved={refreshSettings}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}
