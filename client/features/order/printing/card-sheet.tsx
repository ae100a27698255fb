import { buildBarcode } from '#shared/rules/barcode.ts';
import type { CardSheetContent } from '#shared/ledger/card-sheet.ts';
import { Code128 } from '#client/kit/elements/code-128.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** The sizes in which a card can be printed. */
export const SHEET_FORMATS = ['formatA4', 'formatLabel'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

interface Props {
  sheet: CardSheetContent;
  format: SheetFormat;
}

/**
 * The sheet of a process card, with its barcode as QR and as Code 128. An A4 sheet also has a line for each process.
 * From the second print on, the sheet shows the number of the print, because there may be two sheets of the same card.
 */
export function CardSheet({ sheet, format }: Props) {
  const t = useT();
  const { factoryCode } = useUser();
  const { code, quantity, printCount, originCodes, orderCode, dueDate, partName, partCode } = sheet;
  const barcode = buildBarcode(factoryCode, 'CARD', code);
  return (
    <article className="process-card-sheet" data-format={format}>
      <header>
        <QrCode text={barcode} label={code} />
        <div>
          <h2>
            {code}
            {printCount > 0 && (
              <span className="sheet-reprint">{t('reprint', { number: printCount + 1 })}</span>
            )}
          </h2>
          <p>
            {partName} <span>{partCode}</span>
          </p>
          <p>
            {t('quantity')} <b>{formatNumber(quantity)}</b>
            {` · ${t('workOrder')} ${orderCode}`}
            {dueDate && ` · ${t('dueDate')} ${dueDate}`}
          </p>
          <p>{[sheet.materialName, sheet.spec, sheet.size].filter(Boolean).join(' · ')}</p>
          {originCodes.length > 0 && <p>{t('cardFrom', { cards: joinWords(originCodes) })}</p>}
        </div>
      </header>
      <Code128 text={barcode} label={code} />
      {format === 'formatA4' && (
        <table>
          <thead>
            <tr>
              <th>{t('seq')}</th>
              <th>{t('process')}</th>
              <th>{t('workGroup')}</th>
              <th>{t('good')}</th>
              <th>{t('scrap')}</th>
              <th>{t('signature')}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.processes.map((process, index) => (
              <tr key={index}>
                <td>{process.seq}</td>
                <td>{process.name}</td>
                <td>{process.workGroupName}</td>
                <td />
                <td />
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
