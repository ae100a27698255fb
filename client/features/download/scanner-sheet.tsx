import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

/**
 * Sample texts for barcodes. If a text begins with |, the sheet puts the factory code before the |,
 * because the barcodes of the application begin with the factory code.
 */
const SAMPLE_CODES = ['|CARD|WO-2026-0001-01', '|PERSON|E-0815', 'abcXYZ 0123456789', '-_./+*#%&'];

/** Shows barcodes for testing a scanner. The scanner must read exactly the text below each barcode. */
export function ScannerTestSheet() {
  const t = useT();
  const { factoryCode } = useUser();
  return (
    <section className="card download-card scanner-sheet">
      <div className="download-head">
        <h2>{t('scannerSheet')}</h2>
        <Button icon={<PrintIcon />} text={t('printSheet')} onClick={() => window.print()} />
      </div>
      <p className="download-about">{t('scannerSheetAbout')}</p>
      <ul className="download-addresses">
        {[...SAMPLE_CODES, `${t('partCode')} A-1`].map((sample) => {
          const text = sample.startsWith('|') ? factoryCode + sample : sample;
          return (
            <li key={sample}>
              <QrCode text={text} label={text} />
              <code>{text}</code>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
