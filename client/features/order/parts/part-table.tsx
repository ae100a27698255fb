import { entities, type Entity } from '#shared/entities/index.ts';
import type { PartProgress } from '#shared/answers/order-progress.ts';
import type { ArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { TreeRowIndent } from '#client/crud/list/tree-row-indent.tsx';
import type { TreeRow } from '#client/crud/list/tree-rows.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { DataTable, TABLE_ROW_HEIGHT_PX } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { PartState } from './part-state.tsx';

interface Props {
  arrangedColumns: ArrangedTableColumns;
  treeRows: readonly TreeRow[];
  /** The progress of each part, by the id of the part. */
  progress: ReadonlyMap<number, PartProgress>;
  chosenPartId: number | null;
  foldedIds: ReadonlySet<number>;
  onFold: (id: number) => void;
  onChoose: (partId: number) => void;
}

/**
 * The columns that the table leaves out. It does not need them, because all rows are parts of one order, the
 * indentation shows the parent, and parts that were combined into others are not shown.
 */
export const OMITTED_PART_COLUMNS: readonly string[] = ['orderId', 'parentId', 'combinedIntoId'];
/** The maximum number of parts that are visible without scrolling. */
const MAX_VISIBLE_ROWS = 7;

/** Shows the parts of an order as a table with the columns that the user has arranged. */
export function PartTable({
  arrangedColumns,
  treeRows,
  progress,
  chosenPartId,
  foldedIds,
  onFold,
  onChoose,
}: Props) {
  const t = useT();
  const treeRowsById = new Map(treeRows.map((treeRow) => [treeRow.row.id, treeRow]));
  const parts = treeRows.map(({ row }) => row);
  const nameOf = (row: AnyRow) => (row as unknown as Entity<'part'>).name;
  const renderState = (row: AnyRow) => <PartState progress={progress.get(row.id)} showsWords />;
  const renderIndent = (row: AnyRow) => (
    <TreeRowIndent
      treeRow={treeRowsById.get(row.id)}
      isFolded={foldedIds.has(row.id)}
      name={nameOf(row)}
      onFold={onFold}
    />
  );
  return (
    <div
      className="part-table"
      style={{ blockSize: (Math.min(parts.length, MAX_VISIBLE_ROWS) + 1) * TABLE_ROW_HEIGHT_PX + 16 }}
    >
      <DataTable
        name={entities.part.name}
        label={t('parts')}
        columns={arrangedColumns.toColumns(parts, { partState: renderState }, OMITTED_PART_COLUMNS)}
        rows={arrangedColumns.isLoading ? undefined : parts}
        rowKey={(row) => row.id}
        rowName={nameOf}
        currentKey={chosenPartId}
        rowHref={(row) => `?part=${row.id}`}
        onOpen={(row) => onChoose(row.id)}
        onWidth={arrangedColumns.setWidth}
        onMove={arrangedColumns.move}
        renderLead={renderIndent}
        emptyContent={null}
      />
    </div>
  );
}
