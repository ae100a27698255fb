import { Button, HTMLSelect } from '@blueprintjs/core';
import { CrossIcon, ExportIcon } from '@blueprintjs/icons';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { entityNames } from '#shared/entities/index.ts';
import { changeLogFilters, type LogPage, type LogRow } from '#shared/answers/log.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { SearchBox } from '#client/crud/list/search-box.tsx';
import { call, download } from '#client/kit/wire/call.ts';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { RefInput } from '#client/kit/fields/ref-input.tsx';
import { formatMoment, formatLocalTime } from '#client/kit/words/formats.ts';
import type { Column } from '#client/kit/tables/column.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useLogFilters, type LogFilterName } from './log-address.ts';
import { LogDialog } from './log-dialog.tsx';
import { getActionName, getEntityName } from './log-words.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';
import './log.css';

/** The minimum time between two reloads of the list, in milliseconds. */
const MIN_RELOAD_PAUSE_MS = 5000;

/** Formats an instant with its seconds, because the order of changes within a minute matters. */
const formatInstantWithSeconds = (instant: string, zone: string): string =>
  formatLocalTime(instant, zone).slice(0, 19).replace('T', ' ');

function makeLogColumns(t: Translate, zone: string): Column<LogRow>[] {
  return [
    {
      name: 'at',
      title: t('logWhen'),
      width: 180,
      render: (row) => <span className="moment">{formatInstantWithSeconds(row.at, zone)}</span>,
    },
    { name: 'byName', title: t('logWho'), width: 160, render: (row) => row.byName || '—' },
    { name: 'action', title: t('logAction'), width: 160, render: (row) => getActionName(t, row.action) },
    { name: 'entity', title: t('logWhat'), width: 200, render: (row) => getEntityName(t, row.entity) },
    { name: 'entityId', title: t('logRow'), width: 110, align: 'end', render: (row) => row.entityId },
    { name: 'ip', title: t('ipAddress'), width: 160, render: (row) => row.ip },
  ];
}

/** Shows the change log of the factory. An opened entry shows the values before and after the change. */
export function LogScreen() {
  const t = useT();
  const zone = useTimeZone();
  const { filters, changeFilters, clearFilters, isFiltered } = useLogFilters();
  const [openedRow, setOpenedRow] = useState<LogRow | null>(null);
  const activeFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const choices = useQuery({
    queryKey: ['log', 'choices'],
    queryFn: ({ signal }) =>
      call<{ entities: string[]; actions: string[] }>('/mes/log/choices', {}, { signal }),
  });
  const { data, isError, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['log', 'page', activeFilters],
    queryFn: ({ signal, pageParam }) =>
      call<LogPage>(
        '/mes/log/page',
        { ...activeFilters, ...(pageParam ? { before: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next,
    placeholderData: keepPreviousData,
    // Changes of data add entries to the log, so the list reloads after a change of any entity or of
    // permissions.
    meta: { watches: [...entityNames, 'permission'], pace: MIN_RELOAD_PAUSE_MS },
  });
  const columns = useMemo(() => makeLogColumns(t, zone), [t, zone]);
  const rows = data?.pages.flatMap((page) => page.rows);
  const searchedTo = data?.pages.at(-1)?.searchedTo ?? null;
  const renderDayInput = (name: 'from' | 'to', label: TermKey) => (
    <div className="log-day">
      <DateInput
        field={changeLogFilters[name]}
        id={`log-${name}`}
        value={filters[name] || null}
        onChange={(value) => changeFilters({ [name]: typeof value === 'string' ? value : '' })}
        ariaLabel={t(label)}
      />
    </div>
  );
  const renderFilterSelect = (
    name: LogFilterName,
    label: TermKey,
    values: string[],
    getName: typeof getEntityName,
  ) => (
    <HTMLSelect
      aria-label={t(label)}
      value={filters[name]}
      onChange={(event) => changeFilters({ [name]: event.target.value })}
    >
      <option value="">{t(label)}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {getName(t, value)}
        </option>
      ))}
    </HTMLSelect>
  );
  return (
    <section className="list-page" aria-label={t('systemLog')}>
      <header className="page-head">
        <h1>{t('systemLog')}</h1>
        <Button
          icon={<ExportIcon />}
          text={t('exportLog')}
          onClick={() => void download('/mes/log/export', activeFilters, 'log.csv').catch(() => undefined)}
        />
      </header>
      <div className="filter-bar" role="search">
        <SearchBox value={filters.search} onSearch={(search) => changeFilters({ search })} />
        {renderFilterSelect('entity', 'logWhat', choices.data?.entities ?? [], getEntityName)}
        {renderFilterSelect('action', 'logAction', choices.data?.actions ?? [], getActionName)}
        <div className="filter-span">
          <label className="log-label" htmlFor="log-person">
            {t('logWho')}
          </label>
          <div className="log-person">
            <RefInput
              field={changeLogFilters.employeeId}
              id="log-person"
              value={filters.employeeId === '' ? null : Number(filters.employeeId)}
              onChange={(value) => changeFilters({ employeeId: value === null ? '' : String(value) })}
              ariaLabel={t('logWho')}
            />
          </div>
        </div>
        <div className="filter-span">
          {renderDayInput('from', 'logFrom')}
          <span className="log-label">–</span>
          {renderDayInput('to', 'logTo')}
        </div>
        {filters.rowId !== '' && (
          <Button
            className="filter-active"
            endIcon={<CrossIcon />}
            text={`${t('logRow')} ${filters.rowId}`}
            onClick={() => changeFilters({ rowId: '' })}
          />
        )}
        {isFiltered && (
          <Button variant="minimal" icon={<CrossIcon />} text={t('clearFilters')} onClick={clearFilters} />
        )}
      </div>
      <DataTable<LogRow>
        name="log"
        label={t('systemLog')}
        columns={columns}
        rows={isError && !data ? [] : rows}
        rowKey={(row) => row.id}
        rowName={(row) => `${getEntityName(t, row.entity)} ${getActionName(t, row.action)}`}
        onOpen={setOpenedRow}
        emptyContent={
          <ListEmpty failed={isError} onRetry={() => void refetch()}>
            <p>{t('logNothing')}</p>
          </ListEmpty>
        }
      />
      {hasNextPage && (
        <footer className="log-more">
          {searchedTo && <span>{t('logSearchedTo', { at: formatMoment(searchedTo, zone) })}</span>}
          <Button
            text={t(searchedTo ? 'logGoOn' : 'logOlder')}
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          />
        </footer>
      )}
      {openedRow && <LogDialog row={openedRow} onClose={() => setOpenedRow(null)} />}
    </section>
  );
}
