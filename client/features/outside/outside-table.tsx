import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TermKey } from '#shared/terms/index.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useIsNarrow } from '#client/kit/elements/use-is-narrow.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { OUTSIDE_RELOAD_MS } from './reload-interval.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import type { Column } from '#client/kit/tables/column.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';

const NO_CALL_FIELDS = {};

interface Props<R> {
  path: string;
  title: TermKey;
  name: TermKey;
  makeColumns: (t: Translate, isNarrow: boolean) => readonly Column<R>[];
  rowName: (row: R) => string;
  /** Returns the key of a row; by default the id of the row. */
  rowKey?: (row: R) => string | number;
  /** Returns the address of a row's page; absent if rows have no pages. */
  rowHref?: (row: R) => string;
}

/** Shows a list to customers or suppliers. */
export function OutsideTable<R extends { id: number }>({
  path,
  title,
  name,
  makeColumns,
  rowName,
  rowKey = (row) => row.id,
  rowHref,
}: Props<R>) {
  const t = useT();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { data, isError, refetch } = useQuery({
    queryKey: ['outside', path],
    queryFn: ({ signal }) => call<{ rows: R[] }>(path, {}, { signal }),
    refetchInterval: OUTSIDE_RELOAD_MS,
  });
  const shownColumns = useMemo(() => makeColumns(t, isNarrow), [makeColumns, t, isNarrow]);
  return (
    <section className="list-page" aria-label={t(title)}>
      <header className="page-head">
        <h1>
          {t(title)} <span className="page-count">{data ? formatNumber(data.rows.length, 0) : ''}</span>
        </h1>
        <ExportButton path={`${path}/export`} fields={NO_CALL_FIELDS} title={t(title)} />
      </header>
      <DataTable<R, string | number>
        name={`outside ${title}`}
        label={t(title)}
        columns={shownColumns}
        rows={isError && !data ? [] : data?.rows}
        rowKey={rowKey}
        rowName={rowName}
        {...(rowHref ? { rowHref, onOpen: (row: R) => void navigate(rowHref(row)) } : {})}
        emptyContent={
          <ListEmpty failed={isError} onRetry={() => void refetch()}>
            <p>{t('noneYet', { name: t(name) })}</p>
          </ListEmpty>
        }
      />
    </section>
  );
}
