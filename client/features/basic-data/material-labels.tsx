import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { buildBarcode } from '#shared/rules/barcode.ts';
import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { Code128 } from '#client/kit/elements/code-128.tsx';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import '#client/production/printing/printed-sheets.css';

/** The label of a material, with its barcode as QR and as Code 128. */
function MaterialLabel({ material }: { material: AnyRow }) {
  const { factoryCode } = useUser();
  const code = String(material['code']);
  const barcode = buildBarcode(factoryCode, 'MATERIAL', code);
  return (
    <article className="process-card-sheet" data-format="formatLabel">
      <header>
        <QrCode text={barcode} label={code} />
        <div>
          <h2>{code}</h2>
          <p>{String(material['name'])}</p>
          <p>{[material['defaultSpec'], material.labels['unitId']].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <Code128 text={barcode} label={code} />
    </article>
  );
}

/** Prints the labels of the selected materials, which are scanned when work takes them. */
export function MaterialLabelActions({ rows }: BatchActionsProps) {
  const t = useT();
  const [materials, setMaterials] = useState<readonly AnyRow[] | null>(null);
  const closeDialog = () => setMaterials(null);
  return (
    <>
      {rows.length > 0 && (
        <Button icon={<PrintIcon />} text={t('printLabels')} onClick={() => setMaterials(rows)} />
      )}
      {materials && (
        <Dialog isOpen title={t('printLabels')} className="card-dialog" onClose={closeDialog}>
          <DialogBody>
            <div className="cards-to-print" data-format="formatLabel">
              {materials.map((material) => (
                <MaterialLabel key={material.id} material={material} />
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
