import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ProposedLoss, QualityDetail } from '#shared/quality/answers.ts';
import { responsiblePeopleField } from '#shared/entities/responsible-people.ts';
import { lines, number, ref, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useOpeningVersion } from '#client/kit/forms/use-opening-version.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { proposePeople, proposeSigners } from './propose-people.ts';
import { useProposedSigners } from './use-proposed-signers.ts';
import { useQualityCommand } from '#client/production/quality/use-quality.ts';

interface Props {
  exception: QualityDetail;
  onClose: () => void;
}

const LOSS_KINDS = ['lostHours', 'lostMaterialCost', 'lostManufacturingCost'] as const;

const FIELDS = {
  rootCause: text({ required: true, max: 1000 }),
  preventiveAction: text({ max: 1000 }),
  lostHours: number({ required: true, min: 0 }),
  lostMaterialCost: number({ required: true, min: 0 }),
  lostManufacturingCost: number({ required: true, min: 0 }),
  lossReason: text({ max: 500 }),
  people: responsiblePeopleField,
  signers: lines({ employeeId: ref('employee', { required: true, label: 'signer' }) }, { max: 30 }),
} as const;

/** The form of the dialog. It is rendered only after the proposed loss has arrived. */
function TraceForm({ exception, proposed: proposedLoss, onClose }: Props & { proposed: ProposedLoss }) {
  const t = useT();
  const loss = exception.loss ?? proposedLoss;
  const form = useForm(FIELDS, {
    rootCause: exception.rootCause,
    preventiveAction: exception.preventiveAction,
    lostHours: loss.lostHours,
    lostMaterialCost: loss.lostMaterialCost,
    lostManufacturingCost: loss.lostManufacturingCost,
    lossReason: exception.loss?.reason ?? null,
    people: proposePeople(exception),
    signers: proposeSigners(exception),
  });
  useProposedSigners(
    form,
    {
      id: exception.id,
      responsibleProcessId: exception.responsibleProcessId,
      rework: exception.rework,
      scrap: exception.scrap,
      lostCost:
        (Number(form.values['lostMaterialCost']) || 0) + (Number(form.values['lostManufacturingCost']) || 0),
    },
    exception.rounds.every(({ stage }) => stage !== 'tracing'),
  );
  const version = useOpeningVersion(exception.version);
  const { submit, busy, refusal } = useQualityCommand(form, onClose);
  // Reports that end meanwhile change the proposal. The figures that nobody has corrected follow it.
  const filledIn = useRef(proposedLoss);
  useEffect(() => {
    const filledInLoss = filledIn.current;
    if (filledInLoss === proposedLoss) return;
    filledIn.current = proposedLoss;
    const untouchedKinds = LOSS_KINDS.filter((kind) => Number(form.values[kind]) === filledInLoss[kind]);
    const newFigures = Object.fromEntries(untouchedKinds.map((kind) => [kind, proposedLoss[kind]]));
    form.rebase({ ...form.initial, ...newFigures }, { ...form.values, ...newFigures });
    // Only a new proposal changes the figures.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [proposedLoss]);
  const isLossCorrected = LOSS_KINDS.some((kind) => Number(form.values[kind]) !== proposedLoss[kind]);
  const traceCause = async () => {
    const values = form.check();
    if (!values) return;
    const { id, code } = exception;
    await submit('/mes/quality/trace', { id, version, ...values }, t('exceptionTraced', { code }));
  };
  return (
    <FormDialog
      title={`${t('traceCause')} · ${exception.code}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('sendToSigners')}
      wide
      stepwise
      confirmsDiscard
      onSubmit={() => void traceCause()}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="rootCause" autoFocus />
      <Field of={{ fields: FIELDS }} name="preventiveAction" />
      <div className="quality-handling field-across" role="group" aria-label={t('loss')}>
        {LOSS_KINDS.map((kind) => (
          <Field key={kind} of={{ fields: FIELDS }} name={kind} />
        ))}
        <p className="quality-left">
          {t('lossProposal', {
            hours: formatNumber(proposedLoss.hoursPerPiece),
            cost: formatNumber(proposedLoss.costPerPiece),
            material: proposedLoss.materialPrice === null ? '—' : formatNumber(proposedLoss.materialPrice),
          })}
        </p>
      </div>
      {isLossCorrected && <Field of={{ fields: FIELDS }} name="lossReason" />}
      <Field of={{ fields: FIELDS }} name="people" />
      <Field of={{ fields: FIELDS }} name="signers" />
      <p className="field-hint">{t('traceHint')}</p>
    </FormDialog>
  );
}

/** Enters the cause of an exception, the responsible people and the loss. The server proposes the loss. */
export function TraceDialog(props: Props) {
  const { id } = props.exception;
  const { data } = useQuery({
    queryKey: queryKeys.entity('qualityException', 'proposedLoss', id),
    queryFn: ({ signal }) => call<ProposedLoss>('/mes/quality/proposedLoss', { id }, { signal }),
    // Each opening reads a new proposal, because the server compares the loss with the current one.
    gcTime: 0,
    meta: { watches: ['workReport', 'process'] },
  });
  return data ? <TraceForm {...props} proposed={data} /> : null;
}
