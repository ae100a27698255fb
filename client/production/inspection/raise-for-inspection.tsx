import type { InspectionDetail } from '#shared/quality/inspection.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { RaiseExceptionDialog } from '../quality/raise-exception-dialog.tsx';
import { formatLimits } from '../reporting/entries/format-limits.ts';

interface Props {
  detail: InspectionDetail;
  workerToken?: string | null;
  onClose: () => void;
}

/** The maximum number of defects that the description names. */
const MAX_DEFECTS = 10;

/**
 * The dialog that raises an exception for a failed inspection. It proposes the batch as the quantity, and the
 * defects as the description.
 */
export function RaiseForInspectionDialog({ detail, workerToken = null, onClose }: Props) {
  const t = useT();
  const defects = detail.values
    .filter(({ isOk }) => !isOk)
    .slice(0, MAX_DEFECTS)
    .map(({ seq, value }) => {
      const characteristic = detail.characteristics.find((candidate) => candidate.seq === seq);
      if (!characteristic) return '';
      return value === null
        ? `${characteristic.name} ${t('judgedNotOk')}`
        : `${characteristic.name} ${formatNumber(value)} (${formatLimits(characteristic)})`;
    });
  return (
    <RaiseExceptionDialog
      processId={detail.processId}
      name={`${detail.processName} · ${detail.partName}`}
      cardId={detail.cardId}
      inspection={{
        id: detail.id,
        quantity: detail.batchQuantity,
        description: t('defectsOf', { code: detail.code, defects: joinWords(defects) }),
      }}
      workerToken={workerToken}
      onClose={onClose}
    />
  );
}
