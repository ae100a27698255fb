import { Button } from '@blueprintjs/core';
import { CalendarIcon } from '@blueprintjs/icons';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  PROCESS_LIST_COLUMNS,
  PROCESS_LIST_OMITTED_COLUMNS,
  type ListedProcess,
} from '#shared/planning/process-list.ts';
import { entities } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import { ColumnPicker } from '#client/crud/columns/column-picker.tsx';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { FilterBar } from '#client/crud/list/filter-bar.tsx';
import { Pager } from '#client/crud/list/pager.tsx';
import { SelectionBar } from '#client/crud/list/selection-bar.tsx';
import { useListState } from '#client/crud/list/use-list-state.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { encodeParameters } from '../progress-list.ts';
import { useProcessList } from '../use-progress.ts';
import { PlanProcessesDialog } from './plan-processes-dialog.tsx';
import { declareProcessList, ROWS_PER_PAGE, toListParameters } from './process-list.ts';
import { useProcessColumns } from './use-process-columns.tsx';
import '#client/crud/list/list-page.css';
import '#client/crud/page-head.css';
import './process-list.css';

const NO_IDS: ReadonlySet<number> = new Set();
const NO_ROWS: readonly ListedProcess[] = [];

/** Names a process with its order and part. */
const nameProcess = ({ orderCode, partName, seq, name }: ListedProcess): string =>
  `${orderCode} · ${partName} · ${seq} ${name}`;

/** Lists the processes of all orders, page by page, and lets planners plan many of them at once. */
export function ProcessListScreen({ viewSwitch }: { viewSwitch: ReactNode }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const arrangedColumns = useArrangedTableColumns(entities.process, PROCESS_LIST_COLUMNS);
  const list = useMemo(
    () => declareProcessList(arrangedColumns.entityWithCustomColumns.fields),
    [arrangedColumns.entityWithCustomColumns],
  );
  const { state, put: changeState, setFilter } = useListState(list);
  const [selectedIds, setSelectedIds] = useState(NO_IDS);
  const [isPlanning, setIsPlanning] = useState(false);
  const params = toListParameters(list.fields, state);
  const { data, isError, isPlaceholderData, refetch } = useProcessList({
    ...params,
    offset: (state.page - 1) * ROWS_PER_PAGE,
    limit: ROWS_PER_PAGE,
  });
  const rows = data?.rows;
  const total = data?.total ?? 0;
  // The selection is cleared when the search, a filter, the sort order or the page changes.
  useEffect(() => setSelectedIds(NO_IDS), [state]);
  const chosenProcesses = useMemo(
    () => rows?.filter(({ processId }) => selectedIds.has(processId)) ?? [],
    [rows, selectedIds],
  );
  const columns = useProcessColumns(rows, arrangedColumns);
  const mayPlan = hasPermission(user, 'PROCESS_MODIFY');
  const mayOpen = hasPermission(user, 'WORK_ORDER');
  const hrefOf = ({ orderId, partId }: ListedProcess) => `/order/${orderId}?part=${partId}`;
  const isFiltered = state.search !== '' || Object.keys(state.filter).length > 0;
  const clearFilters = () => changeState({ search: '', filter: {} });
  const title = t('processManagement');
  return (
    <section className="list-page process-list" aria-label={title}>
      <header className="page-head">
        <h1>
          {title} <span className="page-count">{data ? formatNumber(total, 0) : ''}</span>
        </h1>
        {viewSwitch}
        <div className="page-actions">
          <ColumnPicker
            listName={entities.process.name}
            columns={arrangedColumns}
            omittedNames={PROCESS_LIST_OMITTED_COLUMNS}
            arrangePermission={getArrangeColumnsPermission(entities.process)}
          />
          <ExportButton
            path="/mes/process/query/list/export"
            fields={encodeParameters(params)}
            title={title}
          />
        </div>
      </header>
      <FilterBar
        entity={list}
        state={state}
        onSearch={(search) => changeState({ search: search.trim() })}
        onFilter={setFilter}
        onClear={clearFilters}
      />
      <SelectionBar count={chosenProcesses.length} onClear={() => setSelectedIds(NO_IDS)}>
        <Button
          intent="primary"
          icon={<CalendarIcon />}
          text={t('planTogether')}
          onClick={() => setIsPlanning(true)}
        />
      </SelectionBar>
      <DataTable
        name="processList"
        label={title}
        columns={columns}
        rows={isError && !data ? NO_ROWS : arrangedColumns.isLoading ? undefined : rows}
        onWidth={arrangedColumns.setWidth}
        onMove={arrangedColumns.move}
        rowKey={({ processId }) => processId}
        rowName={nameProcess}
        sort={state.sort}
        onSort={(sort) => changeState({ sort })}
        {...(mayOpen ? { rowHref: hrefOf, onOpen: (row: ListedProcess) => void navigate(hrefOf(row)) } : {})}
        {...(mayPlan ? { selected: selectedIds, onSelect: setSelectedIds } : {})}
        total={total}
        offset={(state.page - 1) * ROWS_PER_PAGE}
        emptyContent={
          <ListEmpty
            failed={isError}
            onRetry={() => void refetch()}
            onClear={isFiltered ? clearFilters : undefined}
          >
            <p>{t('noProcessesYet')}</p>
          </ListEmpty>
        }
      />
      <Pager
        page={state.page}
        total={total}
        rowsPerPage={ROWS_PER_PAGE}
        isLoading={!data || isPlaceholderData}
        onPage={(page) => changeState({ page })}
      />
      {isPlanning && (
        <PlanProcessesDialog
          processes={chosenProcesses}
          nameOf={nameProcess}
          onPlanned={setSelectedIds}
          onClose={() => setIsPlanning(false)}
        />
      )}
    </section>
  );
}
