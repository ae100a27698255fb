import type { Entity } from '#shared/entities/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

type WorkReport = Entity<'workReport'>;
type MaterialWithLabel = { labels?: { materialId?: string } };

/** The number of barcodes that a cell shows. The tooltip of the cell shows all barcodes. */
const MAX_SHOWN_BARCODES = 3;

/** Shows the measured values of a report. Values outside their limits are marked by a shape and a colour. */
export function KeptParameters({ parameters }: Pick<WorkReport, 'parameters'>) {
  const t = useT();
  return parameters.map(({ code, name, value, unit, outsideLimits }, index) => (
    <span key={code} className={outsideLimits ? 'kept-entry outside-limits' : 'kept-entry'}>
      {index > 0 && ' · '}
      {outsideLimits && (
        <span role="img" aria-label={t('outsideLimits')} title={t('outsideLimits')}>
          {'▲ '}
        </span>
      )}
      {[name, formatNumber(value), unit].filter(Boolean).join(' ')}
    </span>
  ));
}

/** Shows the barcodes of the pieces of a report. */
export function KeptBarcodes({ barcodes }: Pick<WorkReport, 'barcodes'>) {
  const texts = barcodes.map(({ barcode }) => barcode);
  const hiddenCount = texts.length - MAX_SHOWN_BARCODES;
  return (
    <span title={texts.join('\n')}>
      {texts.slice(0, MAX_SHOWN_BARCODES).join(', ')}
      {hiddenCount > 0 && ` +${hiddenCount}`}
    </span>
  );
}

/** Shows the materials that a report has issued. Materials beyond the plan are marked. */
export function KeptMaterials({ materials }: Pick<WorkReport, 'materials'>) {
  const t = useT();
  return materials.map((line, index) => (
    <span key={index} className={line.beyondPlan ? 'kept-entry outside-limits' : 'kept-entry'}>
      {index > 0 && ' · '}
      {line.beyondPlan && (
        <span role="img" aria-label={t('beyondPlan')} title={t('beyondPlan')}>
          {'▲ '}
        </span>
      )}
      {`${(line as MaterialWithLabel).labels?.materialId ?? ''} ${formatNumber(line.quantity)}`}
    </span>
  ));
}
