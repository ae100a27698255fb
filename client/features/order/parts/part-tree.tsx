import { Button } from '@blueprintjs/core';
import { EditIcon, MoveIcon, PlusIcon, SearchAroundIcon, TrashIcon } from '@blueprintjs/icons';
import { memo, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PartProgress } from '#shared/answers/order-progress.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { listVisibleTreeRows } from '#client/crud/list/tree-rows.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { TableViewTools } from '../table-view-tools.tsx';
import { MovePartDialog } from './move-part-dialog.tsx';
import { PartCombination } from './part-combination.tsx';
import { PartDialog } from './part-dialog.tsx';
import { OMITTED_PART_COLUMNS, PartTable } from './part-table.tsx';
import { PartTreeRow, type DropTarget, type PartDragging } from './part-tree-row.tsx';
import { mayDropPart } from './sub-parts.ts';
import './part-tree.css';

type Part = Entity<'part'>;
interface Props {
  order: Entity<'workOrder'>;
  parts: readonly Part[];
  /** The progress of each part, by the id of the part. */
  progress: ReadonlyMap<number, PartProgress>;
  chosenPartId: number | null;
  onChoose: (partId: number | null) => void;
  /** Whether the parts are shown as a table, and not as a tree. */
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

const NO_PART_IDS: ReadonlySet<number> = new Set();

/**
 * Shows the parts of an order as a tree or as a table, with the progress of each part. It is memoized, because an order
 * can have hundreds of parts.
 */
export const PartTree = memo(function PartTree({
  order,
  parts,
  progress,
  chosenPartId,
  onChoose,
  isTable,
  onTable,
}: Props) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [foldedIds, setFoldedIds] = useState(NO_PART_IDS);
  const [dialog, setDialog] = useState<{ part: Part | null; parent: Part | null } | null>(null);
  const [partMove, setPartMove] = useState<{ part: Part; parentId: DropTarget } | null>(null);
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const [dropTarget, setDropTarget] = useState<DropTarget | undefined>(undefined);
  const remove = useDeleteRows(entities.part as EntityDeclaration);
  const arrangedColumns = useArrangedTableColumns(entities.part);
  const filter = { orderId: order.id };
  const treeRows = useMemo(
    () => listVisibleTreeRows(parts as unknown as AnyRow[], 'parentId', foldedIds),
    [parts, foldedIds],
  );
  const isOrderEnded = hasOrderEnded(order.state);
  const mayAdd = !isOrderEnded && hasPermission(user, 'WORK_ORDER_ADD');
  const mayModify = !isOrderEnded && hasPermission(user, 'WORK_ORDER_MODIFY');
  const mayDelete = !isOrderEnded && hasPermission(user, 'WORK_ORDER_DELETE');
  const chosenPart = parts.find((part) => part.id === chosenPartId);

  const toggleFold = useCallback(
    (id: number) =>
      setFoldedIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const choosePart = (index: number) => {
    const treeRow = treeRows[index];
    if (!treeRow) return;
    onChoose(treeRow.row.id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = treeRows.findIndex((treeRow) => treeRow.row.id === chosenPartId);
    const treeRow = treeRows[index];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) choosePart(Math.max(0, index + step));
    else if (treeRow && event.key === 'ArrowRight' && foldedIds.has(treeRow.row.id))
      toggleFold(treeRow.row.id);
    else if (treeRow && event.key === 'ArrowLeft' && treeRow.childCount > 0 && !foldedIds.has(treeRow.row.id))
      toggleFold(treeRow.row.id);
    else return;
    event.preventDefault();
  };
  const dragHandlers = useMemo((): PartDragging => {
    const endDrag = () => {
      setDraggedId(null);
      setDropTarget(undefined);
    };
    return {
      onStart: setDraggedId,
      onEnd: endDrag,
      getDropHandlers: (target) => ({
        onDragOver: (event) => {
          if (draggedId === null || !mayDropPart(parts, draggedId, target)) return;
          event.preventDefault();
          setDropTarget(target);
        },
        onDragLeave: () => setDropTarget(undefined),
        onDrop: (event) => {
          const part = parts.find(({ id }) => id === draggedId);
          endDrag();
          if (!part || !mayDropPart(parts, part.id, target)) return;
          event.preventDefault();
          setPartMove({ part, parentId: target });
        },
      }),
    };
  }, [draggedId, parts]);
  const deletePart = async (part: Part) => {
    if (await remove([part.id], part.name)) onChoose(part.parentId);
  };
  return (
    <section className={isTable ? 'part-tree part-tree-wide' : 'part-tree'} aria-label={t('parts')}>
      <header>
        <h2>
          {t('parts')} <span className="page-count">{formatNumber(parts.length, 0)}</span>
        </h2>
        {parts.length > 0 && (
          <TableViewTools
            name="part"
            arrangedColumns={arrangedColumns}
            filter={filter}
            title={t('parts')}
            omittedColumns={OMITTED_PART_COLUMNS}
            isTable={isTable}
            onTable={onTable}
            compact
          />
        )}
        {mayAdd && (
          <Button
            variant="minimal"
            icon={<PlusIcon />}
            text={t('part')}
            aria-label={t('addNamed', { name: toMidSentence(t('part')) })}
            onClick={() => setDialog({ part: null, parent: null })}
          />
        )}
      </header>
      {parts.length === 0 && <p className="part-none">{t('noPartsYet')}</p>}
      {isTable ? (
        <PartTable
          arrangedColumns={arrangedColumns}
          treeRows={treeRows}
          progress={progress}
          chosenPartId={chosenPartId}
          foldedIds={foldedIds}
          onFold={toggleFold}
          onChoose={onChoose}
        />
      ) : (
        <>
          {draggedId !== null && mayDropPart(parts, draggedId, null) && (
            <div
              className={dropTarget === null ? 'part-drop-top part-drop' : 'part-drop-top'}
              {...dragHandlers.getDropHandlers(null)}
            >
              {t('topLevel')}
            </div>
          )}
          <ul ref={list} role="tree" aria-label={t('parts')} onKeyDown={onKeyDown}>
            {treeRows.map((treeRow) => {
              const { id } = treeRow.row;
              return (
                <PartTreeRow
                  key={id}
                  treeRow={treeRow}
                  progress={progress.get(id)}
                  isChosen={id === chosenPartId}
                  isFolded={foldedIds.has(id)}
                  isTabStop={id === chosenPartId || (chosenPartId === null && treeRow === treeRows[0])}
                  isDropTarget={dropTarget === id}
                  mayMove={mayModify}
                  dragHandlers={dragHandlers}
                  onFold={toggleFold}
                  onChoose={onChoose}
                />
              );
            })}
          </ul>
        </>
      )}
      {chosenPart && (
        <footer>
          <Button
            size="small"
            variant="minimal"
            icon={<SearchAroundIcon />}
            title={t('whereUsed')}
            aria-label={t('whereUsedOf', { code: chosenPart.code })}
            onClick={() => void navigate(`/part/whereUsed?code=${encodeURIComponent(chosenPart.code)}`)}
          />
          {mayAdd && (
            <Button
              size="small"
              variant="minimal"
              icon={<PlusIcon />}
              text={t('addSubPart')}
              onClick={() => setDialog({ part: null, parent: chosenPart })}
            />
          )}
          {mayModify && (
            <Button
              size="small"
              variant="minimal"
              icon={<EditIcon />}
              title={t('edit')}
              aria-label={t('editNamed', { name: chosenPart.name })}
              onClick={() => setDialog({ part: chosenPart, parent: null })}
            />
          )}
          {mayModify && parts.length > 1 && (
            <Button
              size="small"
              variant="minimal"
              icon={<MoveIcon />}
              title={t('movePartTo')}
              aria-label={t('movePartTo')}
              onClick={() => setPartMove({ part: chosenPart, parentId: chosenPart.parentId })}
            />
          )}
          {mayModify && hasPermission(user, 'PROCESS_MODIFY') && (
            <PartCombination key={chosenPart.id} part={chosenPart} parts={parts} />
          )}
          {mayDelete && (
            <Button
              size="small"
              variant="minimal"
              icon={<TrashIcon />}
              title={t('delete')}
              aria-label={t('actOf', { what: t('delete'), name: chosenPart.name })}
              onClick={() => void deletePart(chosenPart)}
            />
          )}
        </footer>
      )}
      {partMove && <MovePartDialog {...partMove} parts={parts} onClose={() => setPartMove(null)} />}
      {dialog && <PartDialog order={order} {...dialog} onSaved={onChoose} onClose={() => setDialog(null)} />}
    </section>
  );
});
