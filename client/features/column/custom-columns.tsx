import { Button } from '@blueprintjs/core';
import { AddIcon, EditIcon, TrashIcon } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toAct } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import { OWNED_COLUMNS, type ColumnOwner } from '#shared/kernel/column-owners.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { RecordDialog } from '#client/crud/edit/record-dialog.tsx';
import { useDelete } from '#client/crud/edit/use-delete.ts';
import { call } from '#client/kit/wire/call.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { titleOf } from '#client/kit/fields/title-of.ts';
import { midSentence } from '#client/kit/words/mid-sentence.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

const entity: EntityDeclaration = entities.customColumn;
/** The names of the fields that the form and the list of custom columns show. */
const NAMES = ['code', 'name', 'type', 'width', 'attribute', 'seq'];

/** Lists and edits the custom columns of one owner, for example of orders. */
export function CustomColumns({ owner }: { owner: ColumnOwner }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const [open, setOpen] = useState<{ row: AnyRow | null } | null>(null);
  const remove = useDelete(entity);
  const { data } = useQuery({
    queryKey: queryKeys.entity(entity.name, 'page', { owner }),
    queryFn: ({ signal }) => call<PageAnswer<AnyRow>>(`${entity.path}/page`, { owner }, { signal }),
  });
  const { permission } = OWNED_COLUMNS[owner];
  const may = (act: 'ADD' | 'MODIFY' | 'DELETE') => can(user, toAct(permission, act));
  const rows = data?.rows ?? [];
  const refresh = () => void client.invalidateQueries({ queryKey: queryKeys.entity('columnSetting') });
  const word = midSentence(t('customColumn'));
  return (
    <section className="column-panel" aria-labelledby="custom-columns" aria-busy={!data}>
      <header>
        <h2 id="custom-columns">
          {t('customColumns')} <span className="page-count">{data ? rows.length : ''}</span>
        </h2>
        {may('ADD') && (
          <Button
            icon={<AddIcon />}
            aria-keyshortcuts="n"
            text={t('addNamed', { name: word })}
            onClick={() => setOpen({ row: null })}
          />
        )}
      </header>
      <div className="column-panel-body">
        {data && rows.length === 0 && <p className="column-none">{t('noCustomColumns')}</p>}
        {rows.length > 0 && (
          <table className="custom-columns" aria-labelledby="custom-columns">
            <thead>
              <tr>
                {NAMES.map((name) => (
                  <th key={name} scope="col" className={`custom-${name}`}>
                    {titleOf(name, entity.fields[name]!, t)}
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
                    {NAMES.map((field) => {
                      const value = <FieldValue field={entity.fields[field]!} value={row[field]} />;
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
                      {may('MODIFY') && (
                        <Button
                          variant="minimal"
                          icon={<EditIcon />}
                          aria-label={t('editNamed', { name })}
                          title={t('edit')}
                          onClick={() => setOpen({ row })}
                        />
                      )}
                      {may('DELETE') && (
                        <Button
                          variant="minimal"
                          icon={<TrashIcon />}
                          aria-label={t('actOf', { what: t('delete'), name })}
                          title={t('delete')}
                          onClick={() => void remove([row.id], name).then((gone) => gone && refresh())}
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
      {open && (
        <RecordDialog
          entity={entity}
          names={NAMES}
          fixed={{ owner }}
          row={open.row}
          begin={{ seq: rows.length + 1, type: 'text' }}
          title={
            open.row ? t('editNamed', { name: String(open.row['name']) }) : t('newNamed', { name: word })
          }
          onSaved={refresh}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
