import { Button } from '@blueprintjs/core';
import { EditIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { useRef, useState, type KeyboardEvent } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { TreeRowIndent } from '#client/crud/list/tree-row-indent.tsx';
import { listVisibleTreeRows } from '#client/crud/list/tree-rows.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { TableViewTools } from '../table-view-tools.tsx';
import { PartDialog } from './part-dialog.tsx';
import { PartState } from './part-state.tsx';
import { OMITTED_PART_COLUMNS, PartTable } from './part-table.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import './part-tree.css';

type Part = Entity<'part'>;
interface Props {
  order: Entity<'workOrder'>;
  parts: readonly Part[];
  rows: readonly ProcessProgress[];
  chosen: number | null;
  onChoose: (partId: number | null) => void;
  /** Whether the parts are shown as a table, and not as a tree. */
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

const NO_PART_IDS: ReadonlySet<number> = new Set();

/** Shows the parts of an order as a tree or as a table, with the progress of each part. */
export function PartTree({ order, parts, rows, chosen, onChoose, isTable, onTable }: Props) {
  const t = useT();
  const user = useUser();
  const list = useRef<HTMLUListElement>(null);
  const [folded, setFolded] = useState(NO_PART_IDS);
  const [dialog, setDialog] = useState<{ part: Part | null; parent: Part | null } | null>(null);
  const remove = useDeleteRows(entities.part as EntityDeclaration);
  const arranged = useArrangedTableColumns(entities.part);
  const filter = { orderId: order.id };
  const places = listVisibleTreeRows(parts as unknown as AnyRow[], 'parentId', folded);
  const isOrderOver = hasOrderEnded(order.state);
  const mayAdd = !isOrderOver && hasPermission(user, 'WORK_ORDER_ADD');
  const mayModify = !isOrderOver && hasPermission(user, 'WORK_ORDER_MODIFY');
  const mayDelete = !isOrderOver && hasPermission(user, 'WORK_ORDER_DELETE');
  const selected = parts.find((part) => part.id === chosen);

  const fold = (id: number) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const choose = (index: number) => {
    const place = places[index];
    if (!place) return;
    onChoose(place.row.id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = places.findIndex((place) => place.row.id === chosen);
    const place = places[at];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) choose(Math.max(0, at + step));
    else if (place && event.key === 'ArrowRight' && folded.has(place.row.id)) fold(place.row.id);
    else if (place && event.key === 'ArrowLeft' && place.children > 0 && !folded.has(place.row.id))
      fold(place.row.id);
    else return;
    event.preventDefault();
  };
  const erase = async (part: Part) => {
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
            arranged={arranged}
            filter={filter}
            title={t('parts')}
            without={OMITTED_PART_COLUMNS}
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
          arranged={arranged}
          places={places}
          rows={rows}
          chosen={chosen}
          folded={folded}
          onFold={fold}
          onChoose={onChoose}
        />
      ) : (
        <ul ref={list} role="tree" aria-label={t('parts')} onKeyDown={onKeyDown}>
          {places.map((place) => {
            const part = place.row as unknown as Part;
            const isChosen = part.id === chosen;
            return (
              <li
                key={part.id}
                role="treeitem"
                aria-level={place.depth + 1}
                aria-selected={isChosen}
                aria-expanded={place.children > 0 ? !folded.has(part.id) : undefined}
                tabIndex={isChosen || (chosen === null && place === places[0]) ? 0 : -1}
                onClick={() => onChoose(part.id)}
                onKeyDown={(event) => event.key === 'Enter' && onChoose(part.id)}
              >
                <TreeRowIndent place={place} folded={folded.has(part.id)} name={part.name} onFold={fold} />
                <span className="part-text">
                  <span className="part-name">{part.name}</span>
                  <span className="part-code">
                    {part.code} · {formatNumber(part.quantity)}
                  </span>
                </span>
                <PartState processes={rows.filter((row) => row.partId === part.id)} />
              </li>
            );
          })}
        </ul>
      )}
      {selected && (mayAdd || mayModify || mayDelete) && (
        <footer>
          {mayAdd && (
            <Button
              size="small"
              variant="minimal"
              icon={<PlusIcon />}
              text={t('addSubPart')}
              onClick={() => setDialog({ part: null, parent: selected })}
            />
          )}
          {mayModify && (
            <Button
              size="small"
              variant="minimal"
              icon={<EditIcon />}
              title={t('edit')}
              aria-label={t('editNamed', { name: selected.name })}
              onClick={() => setDialog({ part: selected, parent: null })}
            />
          )}
          {mayDelete && (
            <Button
              size="small"
              variant="minimal"
              icon={<TrashIcon />}
              title={t('delete')}
              aria-label={t('actOf', { what: t('delete'), name: selected.name })}
              onClick={() => void erase(selected)}
            />
          )}
        </footer>
      )}
      {dialog && <PartDialog order={order} {...dialog} onSaved={onChoose} onClose={() => setDialog(null)} />}
    </section>
  );
}
