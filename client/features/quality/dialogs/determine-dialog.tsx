import type { QualityDetail } from '#shared/quality/answers.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { responsiblePeopleField } from '#shared/entities/responsible-people.ts';
import { lines, quantity, ref, text } from '#shared/kernel/fields.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import { HANDLING_WAYS } from '#shared/ledger/quality.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useOpeningVersion } from '#client/kit/forms/use-opening-version.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { OrderProcesses, OrderProcessInput } from './order-process-input.tsx';
import { proposePeople, proposeSigners } from './propose-people.ts';
import { useProposedSigners } from './use-proposed-signers.ts';
import { useQualityCommand } from '#client/production/quality/use-quality.ts';

interface Props {
  exception: QualityDetail;
  onClose: () => void;
}

const FIELDS = {
  responsibleProcessId: ref('process', { required: true, label: 'responsibleProcess' }),
  discoveryProcessId: ref('process', { required: true, label: 'discoveryProcess' }),
  discovererId: ref('employee', { required: true, label: 'discoverer' }),
  errorClassId: classificationRef('errorClass', { required: true }),
  rework: quantity({ initial: 0, label: 'handledByRework' }),
  concession: quantity({ initial: 0, label: 'handledByConcession' }),
  scrap: quantity({ initial: 0, label: 'handledByScrap' }),
  description: text({ max: 1000, label: 'exceptionDescription' }),
  people: responsiblePeopleField,
  signers: lines({ employeeId: ref('employee', { required: true, label: 'signer' }) }, { max: 30 }),
} as const;

/**
 * Decides what happens to the pieces, who is responsible and who signs. The form initially has the values of the
 * exception.
 */
export function DetermineDialog({ exception, onClose }: Props) {
  const t = useT();
  const form = useForm(FIELDS, {
    responsibleProcessId: exception.responsibleProcessId ?? exception.processId,
    discoveryProcessId: exception.discoveryProcessId ?? exception.processId,
    discovererId: exception.discovererId,
    errorClassId: exception.errorClassId,
    rework: exception.rework,
    concession: exception.concession,
    scrap: exception.scrap,
    description: exception.description,
    people: proposePeople(exception),
    signers: proposeSigners(exception),
  });
  useProposedSigners(
    form,
    {
      id: exception.id,
      responsibleProcessId: form.values['responsibleProcessId'],
      rework: Number(form.values['rework']) || 0,
      scrap: Number(form.values['scrap']) || 0,
    },
    exception.rounds.length === 0,
  );
  const { submit, busy, refusal } = useQualityCommand(form, onClose);
  const version = useOpeningVersion(exception.version);
  const remainingQuantity = subtractQuantities(
    exception.quantity,
    ...HANDLING_WAYS.map((way) => Number(form.values[way]) || 0),
  );
  const determineException = async () => {
    const values = form.check();
    if (!values) return;
    const { id, code } = exception;
    await submit('/mes/quality/determine', { id, version, ...values }, t('exceptionDetermined', { code }));
  };
  return (
    <OrderProcesses value={exception.processes}>
      <FormDialog
        title={`${t('determineException')} · ${exception.code}`}
        subject={t('heldAt', {
          quantity: exception.quantity,
          process: exception.processName,
          source: t(exception.source),
        })}
        form={form}
        busy={busy}
        refusal={refusal}
        submitText={t('sendToSigners')}
        wide
        stepwise
        confirmsDiscard
        onSubmit={() => void determineException()}
        onClose={onClose}
      >
        <Field of={{ fields: FIELDS }} name="discoveryProcessId" as={OrderProcessInput} />
        <Field of={{ fields: FIELDS }} name="discovererId" chosenName={exception.discoverer ?? undefined} />
        <Field of={{ fields: FIELDS }} name="responsibleProcessId" as={OrderProcessInput} />
        <Field of={{ fields: FIELDS }} name="errorClassId" chosenName={exception.errorClass ?? undefined} />
        <div className="quality-handling field-across" role="group" aria-label={t('handlingWay')}>
          {HANDLING_WAYS.map((way) => (
            <Field key={way} of={{ fields: FIELDS }} name={way} />
          ))}
          <p
            className={remainingQuantity === 0 ? 'quality-left' : 'quality-left quality-left-open'}
            role="status"
          >
            {remainingQuantity === 0
              ? t('handlingComplete')
              : t('handlingLeft', {
                  left: formatNumber(remainingQuantity),
                  held: formatNumber(exception.quantity),
                })}
          </p>
        </div>
        <Field of={{ fields: FIELDS }} name="description" />
        <Field of={{ fields: FIELDS }} name="people" />
        <Field of={{ fields: FIELDS }} name="signers" />
        <p className="field-hint">{t('determineHint')}</p>
      </FormDialog>
    </OrderProcesses>
  );
}
