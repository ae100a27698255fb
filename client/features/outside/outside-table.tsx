import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import type { Column } from '#client/kit/tables/column.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';

/**
 * The interval at which the list reloads, in milliseconds. The browsers of customers and suppliers
 * receive no change events.
 */
const RELOAD_INTERVAL_MS = 15_000;

const NO_FIELDS = {};

interface Props<R> {
  path: string;
  title: TermKey;
  name: TermKey;
  columns: (t: Translate) => readonly Column<R>[];
  rowName: (row: R) => string;
}

/** Shows a list to customers and suppliers. Its rows have no pages. */
export function OutsideTable<R extends { id: number }>({ path, title, name, columns, rowName }: Props<R>) {
  const t = useT();
  const { data, isError, refetch } = useQuery({
    queryKey: ['outside', path],
    queryFn: ({ signal }) => call<{ rows: R[] }>(path, {}, { signal }),
    refetchInterval: RELOAD_INTERVAL_MS,
  });
  const shown = useMemo(() => columns(t), [columns, t]);
  return (
    <section className="list-page" aria-label={t(title)}>
      <header className="page-head">
        <h1>
          {t(title)} <span className="page-count">{data ? formatNumber(data.rows.length, 0) : ''}</span>
        </h1>
        <ExportButton path={`${path}/export`} fields={NO_FIELDS} title={t(title)} />
      </header>
      <DataTable<R>
        name={`outside ${title}`}
        label={t(title)}
        columns={shown}
        rows={isError && !data ? [] : data?.rows}
        rowKey={(row) => row.id}
        rowName={rowName}
        empty={
          <ListEmpty failed={isError} onRetry={() => void refetch()}>
            <p>{t('noneYet', { name: t(name) })}</p>
          </ListEmpty>
        }
      />
    </section>
  );
}
