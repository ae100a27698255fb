import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { findFormName } from '#shared/entities/forms.ts';
import { call } from '#client/kit/wire/call.ts';
import { useFormArrangements } from '#client/kit/forms/use-arranged-form.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useCustomColumns } from '../columns/use-custom-columns.ts';
import { EntityForm } from './entity-form.tsx';
import type { AnyRow } from '../row.ts';
import type { EntityPage } from '../entity-page.ts';
import './edit-page.css';
import '../page-head.css';

interface Props {
  page: EntityPage;
  /** The id of the row to edit; null for a new row. */
  id: number | null;
  /** The id of the parent of a new row, if the entity is a tree. */
  parentId?: number | null;
}

/** The generated page that adds or edits one row of an entity. */
export function EntityEditPage({ page, id, parentId = null }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { entity } = page;
  const { data, isError } = useQuery({
    queryKey: queryKeys.entity(entity.name, 'get', id),
    queryFn: ({ signal }) => call<AnyRow>(`${entity.path}/get`, { id }, { signal }),
    enabled: id !== null,
  });
  const { customColumns, isLoading } = useCustomColumns(entity);
  const arrangements = useFormArrangements(findFormName(entity.name) !== undefined);
  if (isLoading || arrangements.isLoading || (id !== null && !data)) {
    return (
      <div className="edit-waiting" aria-busy={!isError}>
        {isError ? (
          <>
            <p>{t('error.rowNotFound')}</p>
            <Button text={t('backToList')} onClick={() => void navigate(page.listPath)} />
          </>
        ) : (
          Array.from({ length: 6 }, (_, index) => <span key={index} className="skeleton" />)
        )}
      </div>
    );
  }
  return (
    <EntityForm
      key={id ?? `new-${parentId}`}
      page={page}
      customColumns={customColumns}
      row={data ?? null}
      parentId={parentId}
    />
  );
}
