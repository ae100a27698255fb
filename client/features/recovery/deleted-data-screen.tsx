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
  const makeColumn = (
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
    makeColumn('name', 260, (row) => row.name),
    makeColumn('code', 180, (row) => (row.code === row.name ? null : row.code)),
    makeColumn('kindOfData', 140, (row) => t(row.entity as TermKey)),
    makeColumn('deletedAt', 160, (row) => (
      <span className="moment">{formatMoment(row.deletedAt, zone)}</span>
    )),
    makeColumn('deletedBy', 140, (row) => row.deletedBy),
  ];
}

/** Lists deleted rows with filters for text, entity and day, and restores the selected rows. */
export function DeletedDataScreen() {
  const t = useT();
  const zone = useTimeZone();
  const { filters, changeFilters } = useDeletedDataFilters();
  const [selectedKeys, setSelectedKeys] = useState(NO_SELECTION);
  const visibleEntities = useDeletedRowEntities();
  const { data, isError, isPlaceholderData, refetch } = useDeletedRows(filters);
  const restore = useRestoreRows();
  const columns = useMemo(() => makeColumns(t, zone), [t, zone]);
  const selectedRows = (data?.rows ?? []).filter((row) => selectedKeys.has(getRowKey(row)));
  const total = data?.total ?? 0;
  const isFiltered =
    filters.search !== '' || filters.entity !== '' || filters.from !== '' || filters.until !== '';
  const { page: _page, ...filterValues } = filters;
  const exportParams = Object.fromEntries(Object.entries(filterValues).filter(([, value]) => value !== ''));
  const clearFilters = () => changeFilters({ search: '', entity: '', from: '', until: '' });
  const renderDayFilter = (name: 'from' | 'until', label: TermKey) => (
    <div className="deleted-day">
      <DateInput
        field={DAY_FIELD}
        id={`deleted-${name}`}
        value={filters[name] || null}
        onChange={(value) => changeFilters({ [name]: typeof value === 'string' ? value : '' })}
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
        <ExportButton path="/mes/system/deleted/export" fields={exportParams} title={t('deletedData')} />
      </header>
      <div className="filter-bar" role="search">
        <SearchBox value={filters.search} onSearch={(search) => changeFilters({ search })} />
        <HTMLSelect
          aria-label={t('kindOfData')}
          value={filters.entity}
          onChange={(event) => changeFilters({ entity: event.target.value })}
        >
          <option value="">{t('allKinds')}</option>
          {visibleEntities.map((entity) => (
            <option key={entity} value={entity}>
              {t(entity as TermKey)}
            </option>
          ))}
        </HTMLSelect>
        <div className="filter-span">
          {renderDayFilter('from', 'rangeFrom')}
          <span className="deleted-until">–</span>
          {renderDayFilter('until', 'rangeTo')}
        </div>
        {isFiltered && (
          <Button variant="minimal" icon={<CrossIcon />} text={t('clearFilters')} onClick={clearFilters} />
        )}
      </div>
      {selectedRows.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={t('selectionBar')}>
          <span>{t('selectedCount', { count: selectedRows.length })}</span>
          <Button
            intent="primary"
            icon={<UndoIcon />}
            text={t('restore')}
            disabled={selectedRows.length > MAX_RESTORED_ROWS}
            onClick={() =>
              void restore(selectedRows).then((isRestored) => isRestored && setSelectedKeys(NO_SELECTION))
            }
          />
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            text={t('clearSelection')}
            onClick={() => setSelectedKeys(NO_SELECTION)}
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
        selected={selectedKeys}
        onSelect={setSelectedKeys}
        total={total}
        offset={(filters.page - 1) * ROWS_PER_PAGE}
        emptyContent={
          <ListEmpty
            failed={isError}
            onRetry={() => void refetch()}
            onClear={isFiltered ? clearFilters : undefined}
          >
            <p className="empty-title">{t('nothingDeleted')}</p>
            <p>{t('nothingDeletedText')}</p>
          </ListEmpty>
        }
      />
      <Pager
        page={filters.page}
        total={total}
        rowsPerPage={ROWS_PER_PAGE}
        isLoading={!data || isPlaceholderData}
        onPage={(page) => changeFilters({ page })}
      />
    </section>
  );
}
