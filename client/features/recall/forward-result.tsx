import { Button } from '@blueprintjs/core';
import { CrossIcon, LockIcon } from '@blueprintjs/icons';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { PiecePlace } from '#shared/ledger/locate-pieces.ts';
import { getHoldability, type ForwardTrace } from '#shared/quality/recall.ts';
import { FOUND_PIECES_COLUMNS, FOUND_PIECES_LIST } from '#shared/quality/recall-fields.ts';
import { listFoundRows, type FoundRow } from '#shared/quality/recall-rows.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import { ColumnPicker } from '#client/crud/columns/column-picker.tsx';
import { useListColumns } from '#client/crud/columns/use-list-columns.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { PlaceBars } from './place-bars.tsx';
import { RecallHead } from './recall-head.tsx';
import { ForwardSheetDialog } from './recall-sheet.tsx';
import { TraceGenealogy } from './trace-genealogy.tsx';
import { getTraceColumns, TraceTable } from './trace-table.tsx';
import type { RecallSpan } from './use-recall.ts';

interface Props {
  trace: ForwardTrace;
  fields: Record<string, string>;
  span: RecallSpan | null;
  onRefresh: () => void;
}

type OpenDialog = 'hold' | 'print';

const getRowKey = ({ partId, processId, place, hold }: FoundRow): string =>
  [partId, processId, place, hold?.processId, hold?.source].join(' ');

const CELLS = {
  orderCode: ({ orderId, orderCode, partId }: FoundRow) => (
    <Link to={`/order/${orderId}?part=${partId}`}>{orderCode}</Link>
  ),
};

/** Shows how many of the expected pieces were found, and in how many parts. */
function FoundCount({ trace: { found, expected, partCount } }: { trace: ForwardTrace }) {
  const t = useT();
  const percent = expected === 0 ? 100 : (found / expected) * 100;
  return (
    <p className="recall-found">
      <strong>
        {t('foundOfExpected', {
          found: formatNumber(found),
          expected: formatNumber(expected),
          percent: formatNumber(percent, 1),
        })}
      </strong>
      <span>{t('partsReached', { count: formatNumber(partCount, 0) })}</span>
    </p>
  );
}

/**
 * Shows where the suspect pieces are: by place, as a genealogy and as a table. A button holds the selected or all
 * pieces.
 */
export function ForwardResult({ trace, fields, span, onRefresh }: Props) {
  const t = useT();
  const mayHold = hasPermission(useUser(), 'QUALITY_RAISE');
  const [place, setPlace] = useState<PiecePlace | null>(null);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const declareColumns = useCallback(() => getTraceColumns(FOUND_PIECES_COLUMNS, t), [t]);
  const columns = useListColumns(FOUND_PIECES_LIST, declareColumns);
  const allRows = useMemo(() => listFoundRows(trace.rows), [trace]);
  const chosenPartId = trace.genealogy.nodes.find(({ key }) => key === chosenKey)?.partId ?? null;
  const rows = allRows.filter(
    (row) =>
      (place === null || row.place === place) && (chosenPartId === null || row.partId === chosenPartId),
  );
  const selectedRows = rows.filter((row) => selected.has(getRowKey(row)));
  const affectedRows = selectedRows.length > 0 ? selectedRows : rows;
  const holdableRows = affectedRows.filter((row) => getHoldability(row) === 'canBeHeld');
  const isPartSelected = selectedRows.length > 0 || place !== null || chosenPartId !== null;
  const toggleValue = <T,>(current: T | null, next: T): T | null => (current === next ? null : next);
  return (
    <>
      <RecallHead
        subject={trace.subject}
        title="traceForward"
        exportPath="/mes/quality/recall/forward/export"
        fields={fields}
        span={span}
        queryMs={trace.milliseconds}
        onRefresh={onRefresh}
        onPrint={() => setDialog('print')}
      >
        <FoundCount trace={trace} />
      </RecallHead>
      {allRows.length === 0 ? (
        <div className="recall-note">
          <h2>{t('nothingReached')}</h2>
          <p>{t('nothingReachedHint')}</p>
        </div>
      ) : (
        <>
          <div className="recall-charts">
            <PlaceBars
              rows={allRows}
              chosenPlace={place}
              onChoose={(next) => setPlace(toggleValue(place, next))}
            />
            <TraceGenealogy
              genealogy={trace.genealogy}
              chosenKey={chosenKey}
              onChoose={(next) => setChosenKey(toggleValue(chosenKey, next))}
            />
          </div>
          <section className="recall-card recall-table-card" aria-label={t('foundPieces')}>
            <div className="recall-card-head">
              <h3>
                {t('foundPieces')} <small>{formatNumber(rows.length, 0)}</small>
              </h3>
              {(place !== null || chosenPartId !== null) && (
                <Button
                  variant="minimal"
                  icon={<CrossIcon />}
                  text={t('clearFilters')}
                  onClick={() => {
                    setPlace(null);
                    setChosenKey(null);
                  }}
                />
              )}
              <div className="recall-table-actions">
                <ColumnPicker
                  listName={FOUND_PIECES_LIST}
                  columns={columns}
                  arrangePermission={getArrangeColumnsPermission(null)}
                />
                {mayHold && (
                  <Button
                    intent="primary"
                    icon={<LockIcon />}
                    disabled={holdableRows.length === 0}
                    text={t(isPartSelected ? 'holdSelected' : 'holdEverything', {
                      count: formatNumber(holdableRows.length, 0),
                    })}
                    onClick={() => setDialog('hold')}
                  />
                )}
              </div>
            </div>
            <TraceTable
              name={FOUND_PIECES_LIST}
              label={t('foundPieces')}
              columns={columns.columns}
              rows={rows}
              getKey={getRowKey}
              cells={CELLS}
              {...(mayHold ? { selected, onSelect: setSelected } : {})}
              onWidth={columns.setWidth}
              onMove={columns.move}
              emptyText={t('nothingMatches')}
            />
          </section>
        </>
      )}
      {dialog === 'hold' && (
        <HoldDialog
          rows={holdableRows}
          otherRows={affectedRows.filter((row) => !holdableRows.includes(row))}
          subject={trace.subject}
          onHeld={onRefresh}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'print' && (
        <ForwardSheetDialog trace={trace} rows={allRows} span={span} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
