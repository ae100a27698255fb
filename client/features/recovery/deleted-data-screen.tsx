import { Button, HTMLSelect } from '@blueprintjs/core';
import { CrossIcon, UndoIcon } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { estimateHeadingWidth, type Column } from '#client/kit/tables/column.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { Pager } from '#client/crud/list/pager.tsx';
import { SearchBox } from '#client/crud/list/search-box.tsx';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { MAX_RESTORED_ROWS, type DeletedRow } from '#shared/answers/recovery.ts';
import { date } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useDeletedDataFilters } from './deleted-data-filters.ts';
import { ROWS_PER_PAGE, useDeletedRows, useDeletedRowEntities } from './use-deleted-rows.ts';
import { useRestoreRows } from './use-restore.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';
import './deleted-data.css';

const DAY_FIELD = date();
const NO_SELECTION: ReadonlySet<string> = new Set();
const getRowKey = (row: DeletedRow): string => `${row.entity} ${row.id}`;
const getRowName = (row: DeletedRow): string => row.name;

function makeColumns(t: Translate, zone: string): Column<DeletedRow>[] {
  const column = (
    name: TermKey,
    width: number,
    render: Column<DeletedRow>['render'],
  ): Column<DeletedRow> => ({
    name,
    title: t(name),
    width: Math.max(width, estimateHeadingWidth(t(name))),
    render,
  });
  return [
    column('name', 260, (row) => row.name),
    column('code', 180, (row) => (row.code === row.name ? null : row.code)),
    column('kindOfData', 140, (row) => t(row.entity as TermKey)),
    column('deletedAt', 160, (row) => <span className="moment">{formatMoment(row.deletedAt, zone)}</span>),
    column('deletedBy', 140, (row) => row.deletedBy),
  ];
}

/** Lists deleted rows with filters for text, entity and day, and restores the selected rows. */
export function DeletedDataScreen() {
  const t = useT();
  const zone = useTimeZone();
  const { filters, put } = useDeletedDataFilters();
  const [selected, setSelected] = useState(NO_SELECTION);
  const kinds = useDeletedRowEntities();
  const { data, isError, isPlaceholderData, refetch } = useDeletedRows(filters);
  const restore = useRestoreRows();
  const columns = useMemo(() => makeColumns(t, zone), [t, zone]);
  const chosen = (data?.rows ?? []).filter((row) => selected.has(getRowKey(row)));
  const total = data?.total ?? 0;
  const isFiltered =
    filters.search !== '' || filters.entity !== '' || filters.from !== '' || filters.until !== '';
  const { page: _page, ...asked } = filters;
  const exported = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const clear = () => put({ search: '', entity: '', from: '', until: '' });
  const day = (name: 'from' | 'until', label: TermKey) => (
    <div className="deleted-day">
      <DateInput
        field={DAY_FIELD}
        id={`deleted-${name}`}
        value={filters[name] || null}
        onChange={(value) => put({ [name]: typeof value === 'string' ? value : '' })}
        ariaLabel={`${t('deletedAt')} ${t(label)}`}
      />
    </div>
  );
  return (
    <section className="list-page" aria-label={t('deletedData')}>
      <header className="page-head">
        <h1>
          {t('deletedData')} <span className="page-count">{data ? formatNumber(total, 0) : ''}</span>
        </h1>
        <ExportButton path="/mes/system/deleted/export" fields={exported} title={t('deletedData')} />
      </header>
      <div className="filter-bar" role="search">
        <SearchBox value={filters.search} onSearch={(search) => put({ search })} />
        <HTMLSelect
          aria-label={t('kindOfData')}
          value={filters.entity}
          onChange={(event) => put({ entity: event.target.value })}
        >
          <option value="">{t('allKinds')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(kind as TermKey)}
            </option>
          ))}
        </HTMLSelect>
        <div className="filter-span">
          {day('from', 'rangeFrom')}
          <span className="deleted-until">–</span>
          {day('until', 'rangeTo')}
        </div>
        {isFiltered && (
          <Button variant="minimal" icon={<CrossIcon />} text={t('clearFilters')} onClick={clear} />
        )}
      </div>
      {chosen.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={t('selectionBar')}>
          <span>{t('selectedCount', { count: chosen.length })}</span>
          <Button
            intent="primary"
            icon={<UndoIcon />}
            text={t('restore')}
            disabled={chosen.length > MAX_RESTORED_ROWS}
            onClick={() => void restore(chosen).then((done) => done && setSelected(NO_SELECTION))}
          />
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            text={t('clearSelection')}
            onClick={() => setSelected(NO_SELECTION)}
          />
        </div>
      )}
      <DataTable<DeletedRow, string>
        name="deletedData"
        label={t('deletedData')}
        columns={columns}
        rows={isError && !data ? [] : data?.rows}
        rowKey={getRowKey}
        rowName={getRowName}
        selected={selected}
        onSelect={setSelected}
        total={total}
        offset={(filters.page - 1) * ROWS_PER_PAGE}
        empty={
          <ListEmpty failed={isError} onRetry={() => void refetch()} onClear={isFiltered ? clear : undefined}>
            <p className="empty-title">{t('nothingDeleted')}</p>
            <p>{t('nothingDeletedText')}</p>
          </ListEmpty>
        }
      />
      <Pager
        page={filters.page}
        total={total}
        size={ROWS_PER_PAGE}
        waits={!data || isPlaceholderData}
        onPage={(page) => put({ page })}
      />
    </section>
  );
}
