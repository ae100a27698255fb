import { isBeyondPlan, type PlannedMaterial } from '#shared/reporting/report-entries.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { MaterialQuantity } from './material-quantity.tsx';
import { ScanLine } from './scan-line.tsx';
import type { ReportEntries } from './use-report-entries.ts';
import type { ValuePad } from './value-pad.ts';

interface Props {
  entries: ReportEntries;
  planned: readonly PlannedMaterial[];
  pad: ValuePad | null;
  onWrongScan: (problem: string) => void;
}

/**
 * Collects the scanned materials with their quantities. Also shows the planned and the issued quantities of the part.
 */
export function MaterialEntries({ entries, planned, pad, onWrongScan }: Props) {
  const t = useT();
  return (
    <div className="scanned-entries">
      <ScanLine label="scanMaterial" entries={entries} onWrongScan={onWrongScan} />
      {planned.length === 0 ? (
        <p className="field-hint">{t('noMaterialsPlanned')}</p>
      ) : (
        <table className="plain-table material-entries">
          <thead>
            <tr>
              <th scope="col">{t('material')}</th>
              <th scope="col" className="figure">
                {t('issuedOfPlanned')}
              </th>
              <th scope="col" className="figure">
                {t('nowIssued')}
              </th>
            </tr>
          </thead>
          <tbody>
            {planned.map((material) => {
              const { materialId, code, name, unit, issued } = material;
              const scannedMaterial = entries.materials.find(
                (entry) => entry.material.materialId === materialId,
              );
              const isBeyond = scannedMaterial && isBeyondPlan(material, Number(scannedMaterial.text) || 0);
              return (
                <tr key={materialId} data-taken={scannedMaterial !== undefined}>
                  <th scope="row">
                    {name} <span className="material-code">{code}</span>
                  </th>
                  <td className="figure">
                    {[`${formatNumber(issued)} / ${formatNumber(material.planned)}`, unit]
                      .filter(Boolean)
                      .join(' ')}
                  </td>
                  <td className="figure">
                    {scannedMaterial ? (
                      <MaterialQuantity
                        entries={entries}
                        materialId={materialId}
                        name={name}
                        text={scannedMaterial.text}
                        pad={pad}
                        onWrongScan={onWrongScan}
                      />
                    ) : (
                      <span className="nothing">—</span>
                    )}
                    {isBeyond && (
                      <span className="parameter-warning" role="alert">
                        <span aria-hidden="true">{'▲'}</span> {t('beyondPlan')}
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
