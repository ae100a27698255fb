import { useQuery } from '@tanstack/react-query';
import { number, quantity, ref, text } from '#shared/kernel/fields.ts';
import type { DueInspection, ProposedSample } from '#shared/quality/inspection.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '../reporting/use-report.ts';

interface Props {
  due: Pick<
    DueInspection,
    | 'processId'
    | 'sipId'
    | 'sipName'
    | 'inspectionKind'
    | 'batchQuantity'
    | 'plannedQuantity'
    | 'deviceId'
    | 'sampleCount'
    | 'acceptNumber'
    | 'severity'
    | 'isDiscontinued'
  >;
  /** The failed inspection whose lot is submitted again. */
  failedInspection?: { id: number; code: string } | null;
  workerToken?: string | null;
  /** Called with the id of the begun inspection. */
  onBegun: (id: number) => void;
  onClose: () => void;
}

const FIELDS = {
  batchQuantity: quantity({ required: true, min: 1, label: 'sampleBatch' }),
  sampleCount: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
  supplierId: ref('supplier'),
  lot: text({ max: 60, label: 'supplierLot' }),
} as const;
const FORM = { fields: FIELDS };

/**
 * Begins an inspection of a batch. If the user enters no sample size, the procedure determines it. The user
 * can enter a larger sample.
 */
export function BeginInspectionDialog({
  due,
  failedInspection = null,
  workerToken = null,
  onBegun,
  onClose,
}: Props) {
  const t = useT();
  const form = useForm(FIELDS, { batchQuantity: due.batchQuantity });
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const { processId, sipId, inspectionKind, deviceId } = due;
  const batchQuantity = Number(form.values.batchQuantity);
  const isQuantityValid = batchQuantity >= 1 && batchQuantity <= due.plannedQuantity;
  const { data: sampleAnswer = due } = useQuery({
    queryKey: queryKeys.entity('inspection', 'sample', { processId, sipId, inspectionKind, batchQuantity }),
    queryFn: ({ signal }) =>
      call<ProposedSample>(
        '/mes/quality/testing/sample',
        { processId, sipId, inspectionKind, batchQuantity },
        { signal, workerToken },
      ),
    enabled: isQuantityValid,
  });
  const begin = async () => {
    const values = form.check();
    if (!values) return;
    const begunInspection = await sendCommand<{ id: number }>('/mes/quality/testing/begin', {
      processId,
      sipId,
      inspectionKind,
      deviceId,
      resubmitsId: failedInspection?.id ?? null,
      ...values,
    });
    if (begunInspection) onBegun(begunInspection.id);
  };
  const isFromOutside = inspectionKind === 'incoming' || inspectionKind === 'returned';
  return (
    <FormDialog
      title={`${t(inspectionKind)} · ${due.sipName}`}
      subject={[
        failedInspection && `${t('resubmitsInspection')} ${failedInspection.code}`,
        t('sampleOfBatch', {
          batch: formatNumber(batchQuantity || due.batchQuantity),
          sample: sampleAnswer.sampleCount,
          accept: sampleAnswer.acceptNumber,
        }),
        sampleAnswer.severity && t(sampleAnswer.severity),
        sampleAnswer.isDiscontinued && t('samplingDiscontinued'),
      ]
        .filter(Boolean)
        .join(' · ')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('beginInspection')}
      onSubmit={() => void begin()}
      onClose={onClose}
    >
      <Field of={FORM} name="batchQuantity" autoFocus />
      <Field of={FORM} name="sampleCount" />
      <p className="field-hint">{t('sampleByProcedure', { sample: sampleAnswer.sampleCount })}</p>
      {isFromOutside && workerToken === null && <Field of={FORM} name="supplierId" />}
      {isFromOutside && <Field of={FORM} name="lot" />}
    </FormDialog>
  );
}
