import type { ReactNode } from 'react';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { BackwardTrace, ForwardTrace, TracedSubject } from '#shared/quality/recall.ts';
import {
  FOUND_PIECES_COLUMNS,
  MATERIAL_COLUMNS,
  MEASUREMENT_COLUMNS,
  REPORT_COLUMNS,
} from '#shared/quality/recall-fields.ts';
import { listMeasurementRows, listReportRows, type FoundRow } from '#shared/quality/recall-rows.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useShortDuration } from './recall-head.tsx';
import { getTraceColumns } from './trace-table.tsx';
import type { RecallSpan } from './use-recall.ts';

/** The maximum number of printed rows. The export contains all rows. */
const MAX_PRINTED_ROWS = 500;

interface SheetProps {
  subject: TracedSubject;
  direction: TermKey;
  span: RecallSpan | null;
  /** Further lines of the sheet's header, each with its heading and its value. */
  facts?: readonly (readonly [TermKey, string])[];
  children: ReactNode;
}

/** The printed form of a trace: what was traced, when the recall began, how long it took, and the tables. */
function RecallSheet({ subject, direction, span, facts = [], children }: SheetProps) {
  const t = useT();
  const zone = useTimeZone();
  const formatShort = useShortDuration();
  const { factoryName, name } = useUser();
  const format = (at: number) => formatMoment(new Date(at).toISOString(), zone);
  const lines: (readonly [TermKey, string])[] = [
    ['factory', factoryName],
    ['recallDirection', t(direction)],
    ['recallOrigin', [subject.code, subject.name].filter(Boolean).join(' ')],
    ['logWho', name],
    ...facts,
  ];
  if (span) lines.push(['recallBegunAt', format(span.begunAt)]);
  if (span?.completedAt)
    lines.push(
      ['recallCompletedAt', format(span.completedAt)],
      ['recallTook', formatShort(span.completedAt - span.begunAt)],
    );
  return (
    <article className="print-sheet">
      <header>
        <div>
          <h2>{t('recallSheet')}</h2>
          <dl>
            {lines.map(([term, value]) => [
              <dt key={term}>{t(term)}</dt>,
              <dd key={`${term} value`}>{value}</dd>,
            ])}
          </dl>
        </div>
      </header>
      {children}
    </article>
  );
}

function SheetTable({ title, fields, rows }: { title: TermKey; fields: FieldMap; rows: readonly object[] }) {
  const t = useT();
  const columns = getTraceColumns(fields, t);
  if (rows.length === 0) return null;
  return (
    <section className="recall-printed">
      <h3>{t(title)}</h3>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_PRINTED_ROWS).map((row, index) => (
            <tr key={index}>
              {columns.map(({ name, field }) => (
                <td key={name} className={field!.kind === 'number' ? 'figure' : undefined}>
                  <FieldValue field={field!} value={(row as Record<string, unknown>)[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_PRINTED_ROWS && (
        <p>{t('sheetIsCut', { count: MAX_PRINTED_ROWS, total: rows.length })}</p>
      )}
    </section>
  );
}

/** Shows a trace forward as a sheet, and prints it. */
export function ForwardSheetDialog({
  trace,
  rows,
  span,
  onClose,
}: {
  trace: ForwardTrace;
  rows: readonly FoundRow[];
  span: RecallSpan | null;
  onClose: () => void;
}) {
  const t = useT();
  const facts = [
    ['foundQuantity', formatNumber(trace.found)],
    ['expectedPieces', formatNumber(trace.expected)],
    ['reachedParts', formatNumber(trace.partCount, 0)],
  ] as const;
  return (
    <PrintDialog title={t('printRecall')} onClose={onClose}>
      <RecallSheet subject={trace.subject} direction="traceForward" span={span} facts={facts}>
        <SheetTable title="foundPieces" fields={FOUND_PIECES_COLUMNS} rows={rows} />
      </RecallSheet>
    </PrintDialog>
  );
}

/** Shows a trace backward as a sheet, and prints it. */
export function BackwardSheetDialog({
  trace,
  span,
  onClose,
}: {
  trace: BackwardTrace;
  span: RecallSpan | null;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <PrintDialog title={t('printRecall')} onClose={onClose}>
      <RecallSheet subject={trace.subject} direction="traceBackward" span={span}>
        <SheetTable title="reportsOfPieces" fields={REPORT_COLUMNS} rows={listReportRows(trace.reports)} />
        <SheetTable title="issuedMaterials" fields={MATERIAL_COLUMNS} rows={trace.materials} />
        <SheetTable
          title="measuredValues"
          fields={MEASUREMENT_COLUMNS}
          rows={listMeasurementRows(trace.measurements)}
        />
      </RecallSheet>
    </PrintDialog>
  );
}
