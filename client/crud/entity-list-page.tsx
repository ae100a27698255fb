import { Button } from '@blueprintjs/core';
import { AddIcon, CrossIcon, TrashIcon } from '@blueprintjs/icons';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toAct } from '#shared/kernel/permissions.ts';
import { formatNumber } from '#client/kit/formats.ts';
import { midSentence } from '#client/kit/mid-sentence.ts';
import { useUser } from '#client/kit/session.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/t.ts';
import { useZone } from '#client/kit/use-zone.ts';
import { ColumnPicker } from './column-picker.tsx';
import { columnsOf } from './columns-of.tsx';
import type { AnyRow, EntityPage } from './entity-page.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListEmpty } from './list-empty.tsx';
import { wireFilter } from './list-address.ts';
import { Pager } from './pager.tsx';
import { TreeLead } from './tree-lead.tsx';
import { treeRows } from './tree-rows.ts';
import { useDelete } from './use-delete.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { useListState } from './use-list-state.ts';
import { PAGE_ROWS, useRows } from './use-rows.ts';
import './list-page.css';
import './page-head.css';

interface Props {
  page: EntityPage;
  /** What stands between the heading and the filters: the tabs of a list with several faces. */
  tabs?: ReactNode;
  /** Begins a new row in another way than on a page of its own. */
  onAdd?: () => void;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Whether the server looks for text in it: in codes, names and what names a row. */
const isSearched = (entity: EntityDeclaration): boolean =>
  ['code', 'name', entity.shownAs].some((name) => entity.fields[name]?.kind === 'text');

/** The list of an entity, from its declaration: search, filters, sort and page in the address; trees are shown as trees. */
export function EntityListPage({ page, tabs, onAdd }: Props) {
  const { entity, fixed } = page;
  const t = useT();
  const zone = useZone();
  const user = useUser();
  const navigate = useNavigate();
  const { state, put, setFilter } = useListState(entity);
  const { hidden, toggle } = useHiddenColumns(entity.name);
  const [selected, setSelected] = useState(NOBODY);
  const [collapsed, setCollapsed] = useState(NOBODY);
  const remove = useDelete(entity);

  const filtered = state.search !== '' || Object.keys(state.filter).length > 0;
  const isTree = entity.tree !== undefined && !filtered;
  const filter = {
    ...wireFilter(entity.fields, state.filter),
    ...(fixed ? { [fixed.field]: fixed.value } : {}),
  };
  const query = {
    filter,
    sort: state.sort,
    ...(state.search ? { search: state.search } : {}),
    ...(isTree ? {} : { offset: (state.page - 1) * PAGE_ROWS, limit: PAGE_ROWS }),
  };
  const { data, isError, isPlaceholderData, refetch } = useRows(entity, query, isTree);
  const tree = useMemo(
    () => (isTree && data ? treeRows(data.rows, entity.tree!, collapsed) : null),
    [isTree, data, entity.tree, collapsed],
  );
  const rows = tree ? tree.map((one) => one.row) : data?.rows;
  const places = useMemo(() => new Map(tree?.map((one) => [one.row.id, one])), [tree]);

  const total = data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_ROWS));
  useEffect(() => {
    if (data && !isPlaceholderData && !isTree && state.page > lastPage) put({ page: lastPage });
  }, [data, isPlaceholderData, isTree, state.page, lastPage, put]);
  // What is no longer shown is no longer meant.
  useEffect(() => setSelected(NOBODY), [state, data?.total]);

  const columns = useMemo(() => {
    const generated = columnsOf(entity, t, zone);
    const wanted = page.columns ? page.columns(generated, t) : generated;
    return wanted.filter(
      (column) => column.name !== fixed?.field && column.name !== (tree ? entity.tree : undefined),
    );
  }, [entity, page, t, zone, fixed?.field, tree]);
  const shown = columns.filter((column, index) => index === 0 || !hidden.has(column.name));
  const mayAdd = can(user, toAct(entity.permission, 'ADD'));
  const mayDelete = can(user, toAct(entity.permission, 'DELETE'));
  const nameOf = useCallback(
    (row: AnyRow) => String(row.labels[entity.shownAs] ?? row[entity.shownAs] ?? row.id),
    [entity],
  );
  const title = t(page.title ?? (entity.name as never));
  const one = midSentence(t(entity.name as never));
  const chosen = [...selected];
  const onlyChosen = chosen.length === 1 ? rows?.find((row) => row.id === chosen[0]) : undefined;

  const add = onAdd ?? (() => void navigate(page.editPath(null)));
  const fold = (id: number) =>
    setCollapsed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const lead = (row: AnyRow) => (
    <TreeLead place={places.get(row.id)} folded={collapsed.has(row.id)} name={nameOf(row)} onFold={fold} />
  );

  return (
    <section className="list-page" aria-label={title}>
      <header className="page-head">
        <h1>
          {title} <span className="page-count">{data ? formatNumber(total, 0) : ''}</span>
        </h1>
        <div className="page-actions">
          <ColumnPicker columns={columns.slice(1)} hidden={hidden} onToggle={toggle} />
          {mayAdd && (
            <Button intent="primary" icon={<AddIcon />} text={t('addNamed', { name: one })} onClick={add} />
          )}
        </div>
      </header>
      {tabs}
      <FilterBar
        entity={entity}
        state={state}
        fixed={fixed?.field}
        {...(isSearched(entity) ? { onSearch: (search: string) => put({ search: search.trim() }) } : {})}
        onFilter={setFilter}
        onClear={() => put({ search: '', filter: {} })}
      />
      {chosen.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={t('selectionBar')}>
          <span>{t('selectedCount', { count: chosen.length })}</span>
          {mayDelete && (
            <Button
              intent="danger"
              variant="outlined"
              icon={<TrashIcon />}
              text={t('delete')}
              onClick={() =>
                void remove(chosen, onlyChosen && nameOf(onlyChosen)).then(
                  (gone) => gone && setSelected(NOBODY),
                )
              }
            />
          )}
          {entity.tree && mayAdd && onlyChosen && (
            <Button
              icon={<AddIcon />}
              text={t('addBelow')}
              onClick={() => void navigate(page.editPath(null, onlyChosen.id))}
            />
          )}
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            text={t('clearSelection')}
            onClick={() => setSelected(NOBODY)}
          />
        </div>
      )}
      <DataTable
        name={entity.name}
        label={title}
        columns={shown}
        rows={isError && !data ? [] : rows}
        rowKey={(row) => row.id}
        rowName={nameOf}
        sort={state.sort}
        onSort={(sort) => put({ sort })}
        rowHref={(row) => page.editPath(row)}
        onOpen={(row) => void navigate(page.editPath(row))}
        {...(mayDelete || (entity.tree && mayAdd) ? { selected, onSelect: setSelected } : {})}
        {...(tree ? { lead } : {})}
        total={total}
        offset={isTree ? 0 : (state.page - 1) * PAGE_ROWS}
        empty={
          <ListEmpty
            failed={isError}
            filtered={filtered}
            name={one}
            onRetry={() => void refetch()}
            onClear={() => put({ search: '', filter: {} })}
            onAdd={mayAdd ? add : undefined}
          />
        }
      />
      {!isTree && total > PAGE_ROWS && (
        <Pager
          page={Math.min(state.page, lastPage)}
          pages={lastPage}
          total={total}
          size={PAGE_ROWS}
          onPage={(to) => put({ page: to })}
        />
      )}
    </section>
  );
}
