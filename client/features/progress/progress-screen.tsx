import { HTMLSelect } from '@blueprintjs/core';
import { useState, type ReactNode } from 'react';
import {
  PROGRESS_GROUPINGS,
  type GroupProgressRow,
  type OrderProgressRow,
} from '#shared/answers/progress-query.ts';
import { entities } from '#shared/entities/index.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { ColumnPicker } from '#client/crud/columns/column-picker.tsx';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { OMITTED_PROCESS_COLUMNS } from '#client/production/process-table/process-table.tsx';
import { FilterBar } from '#client/crud/list/filter-bar.tsx';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { Pager } from '#client/crud/list/pager.tsx';
import { useListState } from '#client/crud/list/use-list-state.ts';
import { toLocalDay, formatNumber } from '#client/kit/words/formats.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import {
  encodeParameters,
  toCallParameters,
  getGrouping,
  isFiltered,
  ROWS_PER_PAGE,
  progressListDeclaration,
} from './progress-list.ts';
import { AxisHead } from './axis-head.tsx';
import { FoldingList } from './folding-list.tsx';
import { GroupRow } from './group-row.tsx';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { OrderRow } from './order-row.tsx';
import { makeTimeAxis, TIME_SPANS, type TimeSpan } from './time-axis.ts';
import { UnfoldedProcesses } from './unfolded-processes.tsx';
import { useProgress } from './use-progress.ts';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';
import './progress.css';

/** The sort fields for orders, and their labels. */
const ORDER_SORTS: readonly (readonly [string, TermKey])[] = [
  ['dueDate', 'byDueDate'],
  ['-late', 'latestFirst'],
  ['priority', 'byPriority'],
  ['-progress', 'furthestFirst'],
  ['code', 'byCode'],
];
const SPAN_STORAGE_KEY = 'progress.span';
const parseTimeSpan = (storedSpan: unknown): TimeSpan =>
  TIME_SPANS.find((span) => span === storedSpan) ?? 'fourWeeks';

/** Shows the progress of the work, grouped by order, part, work group, device, person, customer or order group. */
export function ProgressScreen({ viewSwitch }: { viewSwitch: ReactNode }) {
  const t = useT();
  const zone = useTimeZone();
  const now = useServerTime(60_000);
  const { state, put: changeState, setFilter } = useListState(progressListDeclaration);
  const [span, setSpan] = useState(() => parseTimeSpan(browserStorage.forBrowser.get(SPAN_STORAGE_KEY)));
  const grouping = getGrouping(state);
  const filters = toCallParameters(state);
  const params = {
    ...filters,
    groupBy: grouping,
    offset: (state.page - 1) * ROWS_PER_PAGE,
    limit: ROWS_PER_PAGE,
    ...(grouping === 'workOrder' ? { sort: state.sort } : {}),
  };
  const exportParams = encodeParameters({
    ...filters,
    groupBy: grouping,
    ...(grouping === 'workOrder' ? { sort: state.sort } : {}),
  });
  const { data, isError, isPlaceholderData, refetch } = useProgress<OrderProgressRow | GroupProgressRow>(
    params,
  );
  const processColumns = useArrangedTableColumns(entities.process);
  const total = data?.total ?? 0;

  const axis = makeTimeAxis(span, toLocalDay(zone, now));
  const { groupBy, ...filterWithoutGrouping } = state.filter;
  const clearFilters = () => changeState({ search: '', filter: groupBy ? { groupBy } : {} });
  // While a new grouping loads, the data still belongs to the previous grouping.
  const orders = data?.rows.length && 'standing' in data.rows[0]! ? (data.rows as OrderProgressRow[]) : null;
  const groups = data?.rows.length && !orders ? (data.rows as GroupProgressRow[]) : null;
  const pageKey = JSON.stringify(params);
  return (
    <section className="list-page progress-page" aria-label={t('progressQuery')}>
      <header className="page-head">
        <h1>
          {t('progressQuery')} <span className="page-count">{data ? formatNumber(total, 0) : ''}</span>
        </h1>
        {viewSwitch}
        <div className="page-actions">
          {grouping === 'workOrder' && (
            <HTMLSelect
              aria-label={t('sort')}
              value={state.sort}
              options={ORDER_SORTS.map(([value, term]) => ({ value, label: t(term) }))}
              onChange={(event) => changeState({ sort: event.target.value })}
            />
          )}
          {grouping === 'workOrder' && (
            <ChoiceSwitch
              label={t('timeSpan')}
              choices={TIME_SPANS}
              value={span}
              onChange={(next) => {
                setSpan(next);
                browserStorage.forBrowser.set(SPAN_STORAGE_KEY, next);
              }}
            />
          )}
          <ColumnPicker
            listName={entities.process.name}
            columns={processColumns}
            omittedNames={OMITTED_PROCESS_COLUMNS}
            arrangePermission={getArrangeColumnsPermission(entities.process)}
          />
          <ExportButton path="/mes/process/query/export" fields={exportParams} title={t('progressQuery')} />
          <ChoiceSwitch
            label={t('groupBy')}
            choices={PROGRESS_GROUPINGS}
            value={grouping}
            onChange={(next) => setFilter('groupBy', next === 'workOrder' ? null : { any: [next] })}
          />
        </div>
      </header>
      <FilterBar
        entity={progressListDeclaration}
        state={{ ...state, filter: filterWithoutGrouping }}
        fixedField="groupBy"
        onSearch={(search) => changeState({ search: search.trim() })}
        onFilter={setFilter}
        onClear={clearFilters}
      />
      {orders && (
        <FoldingList
          key="orders"
          pageKey={pageKey}
          label={t('progressQuery')}
          rows={orders}
          keyOf={(row) => row.id}
          nameOf={(row) => row.code}
          header={<AxisHead axis={axis} />}
          renderHead={(row) => <OrderRow order={row} axis={axis} />}
          renderBody={(row) => (
            <UnfoldedProcesses
              label={row.code}
              params={{ orderId: [row.id] }}
              hasSeveralOrders={false}
              arrangedColumns={processColumns}
            />
          )}
        />
      )}
      {groups && (
        <FoldingList
          key={grouping}
          pageKey={pageKey}
          label={t('progressQuery')}
          rows={groups}
          keyOf={(row) => row.id ?? 0}
          nameOf={(row) => row.name ?? t('belongsToNone')}
          renderHead={(row) => <GroupRow group={row} />}
          renderBody={(row) => (
            <UnfoldedProcesses
              label={row.name ?? t('belongsToNone')}
              params={{ ...filters, ...makeProcessFilter(grouping, row.id) }}
              hasSeveralOrders
              arrangedColumns={processColumns}
            />
          )}
        />
      )}
      {!orders && !groups && (
        <div className="folding-list folding-empty">
          {data || isError ? (
            <ListEmpty
              failed={isError}
              onRetry={() => void refetch()}
              onClear={isFiltered(state) ? clearFilters : undefined}
            >
              <p>{t('nothingReleased')}</p>
            </ListEmpty>
          ) : (
            <div className="folding-waiting" aria-busy="true">
              {Array.from({ length: 8 }, (_, index) => (
                <span key={index} className="skeleton" />
              ))}
            </div>
          )}
        </div>
      )}
      <Pager
        page={state.page}
        total={total}
        rowsPerPage={ROWS_PER_PAGE}
        isLoading={!data || isPlaceholderData}
        onPage={(to) => changeState({ page: to })}
      />
    </section>
  );
}

/**
 * Returns the filter for the processes of one row.
 * @param grouping what a row stands for, for example a work group or a customer
 * @param id the id of the work group, customer and so on; null for the row of the processes that have none
 */
const makeProcessFilter = (grouping: string, id: number | null): Record<string, unknown> =>
  id === null
    ? { without: grouping, openOnly: true }
    : {
        [`${grouping}Id`]: [id],
        openOnly: ['part', 'workGroup', 'customer', 'orderGroup'].includes(grouping),
      };
