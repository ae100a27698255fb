import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { buildBarcode, type BarcodeType } from '#shared/rules/barcode.ts';
import { Code128 } from '#client/kit/elements/code-128.tsx';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import './printed-sheets.css';

/** A row of a list with a code. */
interface CodedRow {
  id: number;
  [field: string]: unknown;
}

interface LabelContent<R extends CodedRow> {
  type: BarcodeType;
  /** The lines below the code. */
  listLines: (row: R) => readonly string[];
}

/** The label of a row. It shows the row's code as text, as a QR code and as Code 128. */
function PrintedLabel<R extends CodedRow>({ row, type, listLines }: LabelContent<R> & { row: R }) {
  const { factoryCode } = useUser();
  const code = String(row['code']);
  const barcode = buildBarcode(factoryCode, type, code);
  return (
    <article className="process-card-sheet" data-format="formatLabel">
      <header>
        <QrCode text={barcode} label={code} />
        <div>
          <h2>{code}</h2>
          {listLines(row).map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
      </header>
      <Code128 text={barcode} label={code} />
    </article>
  );
}

/** A button that prints the labels of the selected rows of a list, so that people can scan them later. */
export function LabelActions<R extends CodedRow>({
  rows,
  ...content
}: LabelContent<R> & { rows: readonly R[] }) {
  const t = useT();
  const [printedRows, setPrinted] = useState<readonly R[] | null>(null);
  const closeDialog = () => setPrinted(null);
  return (
    <>
      {rows.length > 0 && (
        <Button icon={<PrintIcon />} text={t('printLabels')} onClick={() => setPrinted(rows)} />
      )}
      {printedRows && (
        <Dialog isOpen title={t('printLabels')} className="card-dialog" onClose={closeDialog}>
          <DialogBody>
            <div className="cards-to-print" data-format="formatLabel">
              {printedRows.map((row) => (
                <PrintedLabel key={row.id} row={row} {...content} />
              ))}
            </div>
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button text={t('dismiss')} onClick={closeDialog} />
                <Button intent="primary" text={t('print')} onClick={() => window.print()} />
              </>
            }
          />
        </Dialog>
      )}
    </>
  );
}
