import { Button } from '@blueprintjs/core';
import { AddIcon, TrashIcon } from '@blueprintjs/icons';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import { canImportEntity } from '#shared/answers/transfer.ts';
import { useIsNarrow } from '#client/kit/elements/use-is-narrow.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ColumnPicker } from '../columns/column-picker.tsx';
import { selectVisibleColumns, toTableColumns, type CellRenderers } from '../columns/entity-columns.tsx';
import { useEntityColumns } from '../columns/use-entity-columns.ts';
import type { AnyRow } from '../row.ts';
import type { EntityPage } from '../entity-page.ts';
import { FilterBar } from './filter-bar.tsx';
import { EmptyEntityList } from './entity-list-empty.tsx';
import { toWireFilter } from './list-address.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Pager } from './pager.tsx';
import { TreeRowIndent } from './tree-row-indent.tsx';
import { listVisibleTreeRows } from './tree-rows.ts';
import { ExportButton } from '../transfer/export-button.tsx';
import { ImportButton } from '../transfer/import-button.tsx';
import { useDeleteRows } from '../edit/use-delete.ts';
import { useListState } from './use-list-state.ts';
import { ROWS_PER_PAGE, useListRows } from './use-list-rows.ts';
import './list-page.css';
import '../page-head.css';

interface Props {
  page: EntityPage;
  /** Tabs between the heading and the filters, for a list with several views. */
  tabs?: ReactNode;
  /** Further actions in the heading. */
  actions?: ReactNode;
  /** Called to add a row; by default the page for a new row opens, if the entity has generated saving. */
  onAdd?: () => void;
}

const NO_ROW_IDS: ReadonlySet<number> = new Set();
const NO_CELL_RENDERERS: CellRenderers = {};
/** The extra width of the first column of a tree for its indents, in pixels. */
const TREE_INDENT_WIDTH_PX = 56;

/**
 * Whether an entity has a text field that the search covers: a code, a name, or the field that
 * names a row.
 */
const hasSearchableText = (entity: EntityDeclaration): boolean =>
  ['code', 'name', entity.shownAs].some((name) => entity.fields[name]?.kind === 'text');

/**
 * Shows the list of an entity, generated from its declaration. The address of the page stores the search, the
 * filters, the sort order and the page number. An entity whose rows have parents is shown as a tree, unless
 * the user searches or filters.
 */
export function EntityListPage({ page, tabs, actions, onAdd }: Props) {
  const { entity, fixedFieldValue } = page;
  const excludedNames = useMemo(() => (fixedFieldValue ? [fixedFieldValue.field] : []), [fixedFieldValue]);
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const entityColumns = useEntityColumns(page);
  const { columns, entityWithCustomColumns, isArranged } = entityColumns;
  const { state, put: changeState, setFilter } = useListState(entityWithCustomColumns);
  const [selectedIds, setSelectedIds] = useState(NO_ROW_IDS);
  const [collapsedIds, setCollapsedIds] = useState(NO_ROW_IDS);
  const deleteRows = useDeleteRows(entity);

  const isFiltered = state.search !== '' || Object.keys(state.filter).length > 0;
  const showsTree = entity.parentField !== undefined && !isFiltered;
  const filter = {
    ...toWireFilter(entityWithCustomColumns.fields, state.filter),
    ...(fixedFieldValue ? { [fixedFieldValue.field]: fixedFieldValue.value } : {}),
  };
  const query = {
    filter,
    sort: state.sort,
    ...(state.search ? { search: state.search } : {}),
    ...(showsTree ? {} : { offset: (state.page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }),
  };
  const { data, isError, isPlaceholderData, refetch } = useListRows(entity, query, showsTree);
  const tree = useMemo(
    () => (showsTree && data ? listVisibleTreeRows(data.rows, entity.parentField!, collapsedIds) : null),
    [showsTree, data, entity.parentField, collapsedIds],
  );
  const rows = tree ? tree.map((treeRow) => treeRow.row) : data?.rows;
  const treeRowsById = useMemo(() => new Map(tree?.map((treeRow) => [treeRow.row.id, treeRow])), [tree]);

  const total = data?.total ?? 0;
  // The selection is cleared when the search, a filter, the sort order or the page changes. A row that is no
  // longer in the list does not count as selected.
  useEffect(() => setSelectedIds(NO_ROW_IDS), [state]);
  const chosenRows = useMemo(() => rows?.filter((row) => selectedIds.has(row.id)) ?? [], [rows, selectedIds]);

  const shownColumns = useMemo(() => {
    // A tree needs no column for the parent, because the indents show the parent.
    const visibleColumns = selectVisibleColumns(columns, [
      ...excludedNames,
      ...(showsTree ? [entity.parentField!] : []),
    ]);
    const tableColumns = toTableColumns(
      visibleColumns,
      page.cells ?? NO_CELL_RENDERERS,
      t,
      zone,
      page.cellWidths,
      isNarrow,
    );
    // The first column of a tree needs extra width for the indents.
    const needsIndentWidth = showsTree && visibleColumns[0]?.width === null;
    // The column of names takes the free width of the table, unless the user or the factory has arranged the
    // columns.
    const growingColumnName = isArranged ? null : 'name' in entity.fields ? 'name' : entity.shownAs;
    return tableColumns.map((column, index) => ({
      ...column,
      ...(index === 0 && needsIndentWidth ? { width: column.width! + TREE_INDENT_WIDTH_PX } : {}),
      grows: column.name === growingColumnName,
    }));
  }, [columns, entity, isArranged, showsTree, page.cells, page.cellWidths, t, zone, isNarrow, excludedNames]);
  const { verbs = ENTITY_VERBS } = entity;
  const mayAdd =
    (verbs.includes('save') || onAdd !== undefined) &&
    hasPermission(user, getActionPermission(entity.permission, 'ADD'));
  const mayDelete =
    verbs.includes('delete') && hasPermission(user, getActionPermission(entity.permission, 'DELETE'));
  const getRowName = useCallback(
    (row: AnyRow) => String(row.labels[entity.shownAs] ?? row[entity.shownAs] ?? row.id),
    [entity],
  );
  const exportFields = {
    filter: JSON.stringify(filter),
    sort: state.sort,
    ...(state.search ? { search: state.search } : {}),
  };
  const title = t(page.title);
  const entityTitle = toMidSentence(t(entity.name as never));
  const chosenIds = chosenRows.map((row) => row.id);
  const singleChosenRow = chosenRows.length === 1 ? chosenRows[0] : undefined;
  const BatchActions = page.batchActions;

  const addRow = onAdd ?? (() => void navigate(page.editPath(null)));
  const deleteChosenRows = () =>
    void deleteRows(chosenIds, singleChosenRow && getRowName(singleChosenRow)).then(
      (isDeleted) => isDeleted && setSelectedIds(NO_ROW_IDS),
    );
  const toggleFolded = (id: number) =>
    setCollapsedIds((currentIds) => {
      const newIds = new Set(currentIds);
      if (!newIds.delete(id)) newIds.add(id);
      return newIds;
    });
  const renderIndent = (row: AnyRow) => (
    <TreeRowIndent
      treeRow={treeRowsById.get(row.id)}
      isFolded={collapsedIds.has(row.id)}
      name={getRowName(row)}
      onFold={toggleFolded}
    />
  );

  return (
    <section className="list-page" aria-label={title}>
      <header className="page-head">
        <h1>
          {title} <span className="page-count">{data ? formatNumber(total, 0) : ''}</span>
        </h1>
        <div className="page-actions">
          <ColumnPicker
            listName={entity.name}
            columns={entityColumns}
            omittedNames={excludedNames}
            arrangePermission={getArrangeColumnsPermission(entity)}
          />
          <ExportButton path={`${entity.path}/export`} fields={exportFields} title={title} />
          {canImportEntity(entity) &&
            (mayAdd || hasPermission(user, getActionPermission(entity.permission, 'MODIFY'))) && (
              <ImportButton entity={entity} title={title} />
            )}
          {actions}
          {mayAdd && (
            <Button
              intent="primary"
              icon={<AddIcon />}
              text={t('addNamed', { name: entityTitle })}
              aria-keyshortcuts="n"
              onClick={addRow}
            />
          )}
        </div>
      </header>
      {tabs}
      <FilterBar
        entity={entityWithCustomColumns}
        state={state}
        fixedField={fixedFieldValue?.field}
        {...(hasSearchableText(entity)
          ? { onSearch: (search: string) => changeState({ search: search.trim() }) }
          : {})}
        onFilter={setFilter}
        onClear={() => changeState({ search: '', filter: {} })}
      />
      <SelectionBar count={chosenIds.length} onClear={() => setSelectedIds(NO_ROW_IDS)}>
        {BatchActions && <BatchActions rows={chosenRows} onSelect={setSelectedIds} />}
        {mayDelete && (
          <Button
            intent="danger"
            variant="outlined"
            icon={<TrashIcon />}
            text={t('delete')}
            onClick={deleteChosenRows}
          />
        )}
        {entity.parentField && mayAdd && singleChosenRow && (
          <Button
            icon={<AddIcon />}
            text={t('addBelow')}
            onClick={() => void navigate(page.editPath(null, singleChosenRow.id))}
          />
        )}
      </SelectionBar>
      <DataTable
        name={entity.name}
        label={title}
        columns={shownColumns}
        rows={isError && !data ? [] : entityColumns.isLoading ? undefined : rows}
        onWidth={entityColumns.setWidth}
        onMove={entityColumns.move}
        rowKey={(row) => row.id}
        rowName={getRowName}
        sort={state.sort}
        onSort={(sort) => changeState({ sort })}
        rowHref={(row) => page.editPath(row)}
        onOpen={(row) => void navigate(page.editPath(row))}
        {...(BatchActions || mayDelete || (entity.parentField && mayAdd)
          ? { selected: selectedIds, onSelect: setSelectedIds }
          : {})}
        onDelete={mayDelete && chosenIds.length > 0 ? deleteChosenRows : undefined}
        {...(tree ? { renderLead: renderIndent } : {})}
        total={total}
        offset={showsTree ? 0 : (state.page - 1) * ROWS_PER_PAGE}
        emptyContent={
          <EmptyEntityList
            hasFailed={isError}
            isFiltered={isFiltered}
            name={entityTitle}
            entity={entity.name}
            onRetry={() => void refetch()}
            onClear={() => changeState({ search: '', filter: {} })}
            onAdd={mayAdd ? addRow : undefined}
          />
        }
      />
      {!showsTree && (
        <Pager
          page={state.page}
          total={total}
          rowsPerPage={ROWS_PER_PAGE}
          isLoading={!data || isPlaceholderData}
          onPage={(to) => changeState({ page: to })}
        />
      )}
    </section>
  );
}
