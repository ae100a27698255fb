import { entities, type Entity } from '#shared/entities/index.ts';
import type { ArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { TreeRowIndent } from '#client/crud/list/tree-row-indent.tsx';
import type { TreeRow } from '#client/crud/list/tree-rows.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { DataTable, TABLE_ROW_HEIGHT_PX } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { PartState } from './part-state.tsx';

interface Props {
  arranged: ArrangedTableColumns;
  places: readonly TreeRow[];
  /** All processes of the order. */
  rows: readonly ProcessProgress[];
  chosen: number | null;
  folded: ReadonlySet<number>;
  onFold: (id: number) => void;
  onChoose: (partId: number) => void;
}

/**
 * The columns that the table leaves out, because all rows are parts of one order, and the indentation
 * shows the parent.
 */
export const OMITTED_PART_COLUMNS: readonly string[] = ['orderId', 'parentId'];
/** The maximum number of parts that are visible without scrolling. */
const MAX_VISIBLE_ROWS = 7;

/** Shows the parts of an order as a table with the columns that the user has arranged. */
export function PartTable({ arranged, places, rows, chosen, folded, onFold, onChoose }: Props) {
  const t = useT();
  const byId = new Map(places.map((place) => [place.row.id, place]));
  const parts = places.map(({ row }) => row);
  const nameOf = (row: AnyRow) => (row as unknown as Entity<'part'>).name;
  const stateOf = (row: AnyRow) => (
    <PartState processes={rows.filter((one) => one.partId === row.id)} inWords />
  );
  const lead = (row: AnyRow) => (
    <TreeRowIndent place={byId.get(row.id)} folded={folded.has(row.id)} name={nameOf(row)} onFold={onFold} />
  );
  return (
    <div
      className="part-table"
      style={{ blockSize: (Math.min(parts.length, MAX_VISIBLE_ROWS) + 1) * TABLE_ROW_HEIGHT_PX + 16 }}
    >
      <DataTable
        name={entities.part.name}
        label={t('parts')}
        columns={arranged.toColumns(parts, { partState: stateOf }, OMITTED_PART_COLUMNS)}
        rows={arranged.waits ? undefined : parts}
        rowKey={(row) => row.id}
        rowName={nameOf}
        current={chosen}
        rowHref={(row) => `?part=${row.id}`}
        onOpen={(row) => onChoose(row.id)}
        onWidth={arranged.setWidth}
        onMove={arranged.move}
        lead={lead}
        empty={null}
      />
    </div>
  );
}
