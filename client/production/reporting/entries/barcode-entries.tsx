import type { ReportEntryRequest } from '#shared/reporting/report-entries.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ScanLine } from './scan-line.tsx';
import type { ReportEntries } from './use-report-entries.ts';

interface Props {
  entries: ReportEntries;
  request: Extract<ReportEntryRequest, { kind: 'barcodes' }>;
  onWrongScan: (problem: string) => void;
}

/** Collects the barcodes of the pieces, with a count. The last one is on top. */
export function BarcodeEntries({ entries, request, onWrongScan }: Props) {
  const t = useT();
  const { barcodes, pieces, removeBarcode } = entries;
  return (
    <div className="scanned-entries">
      <div className="scanned-head">
        <span>{t('pieceBarcodes')}</span>
        <strong className="scanned-count">{`${formatNumber(barcodes.length)} / ${formatNumber(pieces)}`}</strong>
      </div>
      {request.pattern && <p className="field-hint">{t('barcodeLooksLike', { pattern: request.pattern })}</p>}
      <ScanLine label="scanPiece" entries={entries} onWrongScan={onWrongScan} />
      <ol className="scanned-list" reversed>
        {[...barcodes].reverse().map((barcode) => (
          <li key={barcode}>
            <span>{barcode}</span>
            <button
              type="button"
              aria-label={t('removeNamed', { name: barcode })}
              onClick={() => removeBarcode(barcode)}
            >
              {'✕'}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
