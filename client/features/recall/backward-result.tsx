import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { BackwardTrace } from '#shared/quality/recall.ts';
import { MATERIAL_COLUMNS, MEASUREMENT_COLUMNS, REPORT_COLUMNS } from '#shared/quality/recall-fields.ts';
import { listMeasurementRows, listReportRows } from '#shared/quality/recall-rows.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { RecallHead } from './recall-head.tsx';
import { BackwardSheetDialog } from './recall-sheet.tsx';
import { TraceGenealogy } from './trace-genealogy.tsx';
import { getTraceColumns, TraceTable } from './trace-table.tsx';
import type { RecallSpan } from './use-recall.ts';

interface Props {
  trace: BackwardTrace;
  fields: Record<string, string>;
  span: RecallSpan | null;
  onRefresh: () => void;
}

type ReportRow = ReturnType<typeof listReportRows>[number];
type MeasurementRow = ReturnType<typeof listMeasurementRows>[number];
type MaterialRow = BackwardTrace['materials'][number];

const MEASUREMENT_CELLS = {
  inspectionCode: ({ inspectionId, inspectionCode }: MeasurementRow) => (
    <Link to={`/quality/testing/${inspectionId}`}>{inspectionCode}</Link>
  ),
  badCount: ({ badCount }: MeasurementRow) => (
    <span className={badCount > 0 ? 'recall-bad' : 'nothing'}>{badCount}</span>
  ),
};
const getReportKey = ({ reportId }: ReportRow) => String(reportId);
const getMaterialKey = ({ partId, materialId }: MaterialRow) => `${partId} ${materialId}`;
const getMeasurementKey = ({ inspectionId, characteristic }: MeasurementRow) =>
  `${inspectionId} ${characteristic}`;

/** Shows one table of a backward trace below its heading. If the table has no rows, shows a text instead. */
function OriginTable<R extends object>({
  title,
  emptyTerm,
  fields,
  rows,
  ...table
}: {
  title: TermKey;
  emptyTerm: TermKey;
  fields: FieldMap;
  rows: readonly R[];
  getKey: (row: R) => string;
  cells?: Parameters<typeof TraceTable<R>>[0]['cells'];
}) {
  const t = useT();
  const columns = useMemo(() => getTraceColumns(fields, t), [fields, t]);
  return (
    <section className="recall-card recall-table-card" aria-label={t(title)}>
      <h3>
        {t(title)} <small>{formatNumber(rows.length, 0)}</small>
      </h3>
      {rows.length === 0 ? (
        <p className="recall-remark">{t(emptyTerm)}</p>
      ) : (
        <TraceTable
          name={`recall.${title}`}
          label={t(title)}
          columns={columns}
          rows={rows}
          emptyText={t(emptyTerm)}
          {...table}
        />
      )}
    </section>
  );
}

/**
 * Shows the origins of pieces: their genealogy, the reports with people and devices, the materials, and the measured
 * values.
 */
export function BackwardResult({ trace, fields, span, onRefresh }: Props) {
  const t = useT();
  const [isPrinting, setPrinting] = useState(false);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const reports = useMemo(() => listReportRows(trace.reports), [trace]);
  const measurements = useMemo(() => listMeasurementRows(trace.measurements), [trace]);
  const chosenPartId = trace.genealogy.nodes.find(({ key }) => key === chosenKey)?.partId ?? null;
  const shownReports = reports.filter(({ partId }) => chosenPartId === null || partId === chosenPartId);
  return (
    <>
      <RecallHead
        subject={trace.subject}
        title="traceBackward"
        exportPath="/mes/quality/recall/backward/export"
        fields={fields}
        span={span}
        queryMs={trace.milliseconds}
        onRefresh={onRefresh}
        onPrint={() => setPrinting(true)}
      >
        <p className="recall-found">
          {`${t('reportsOfPieces')} ${formatNumber(reports.length, 0)} · ${t('issuedMaterials')} ${formatNumber(
            trace.materials.length,
            0,
          )} · ${t('measuredValues')} ${formatNumber(measurements.length, 0)}`}
        </p>
      </RecallHead>
      <TraceGenealogy
        genealogy={trace.genealogy}
        chosenKey={chosenKey}
        onChoose={(key) => setChosenKey(key === chosenKey ? null : key)}
      />
      <OriginTable
        title="reportsOfPieces"
        emptyTerm="noReportsOfPieces"
        fields={REPORT_COLUMNS}
        rows={shownReports}
        getKey={getReportKey}
      />
      <OriginTable
        title="issuedMaterials"
        emptyTerm="noMaterialsOfPieces"
        fields={MATERIAL_COLUMNS}
        rows={trace.materials}
        getKey={getMaterialKey}
      />
      <OriginTable
        title="measuredValues"
        emptyTerm="noMeasuredValues"
        fields={MEASUREMENT_COLUMNS}
        rows={measurements}
        getKey={getMeasurementKey}
        cells={MEASUREMENT_CELLS}
      />
      {isPrinting && <BackwardSheetDialog trace={trace} span={span} onClose={() => setPrinting(false)} />}
    </>
  );
}
