import { quantity, text } from '#shared/kernel/fields.ts';
import { countUnansweredScrap, type LossAnswer } from '#shared/ledger/answer-loss.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '../reporting/use-report.ts';

interface Props {
  process: Pick<ProcessProgress, 'processId' | 'name' | 'partName' | 'scrap' | 'acceptedLoss'>;
  answer: LossAnswer;
  onClose: () => void;
}

const ANSWER_FIELDS = {
  quantity: quantity({ required: true, min: 0.0001, label: 'answerQuantity' }),
  reason: text({ required: true, max: 500, label: 'answerReason' }),
} as const;
const ANSWER_FORM = { fields: ANSWER_FIELDS };

const HINT_TERMS = {
  replenish: 'replenishHint',
  reduceOrder: 'reduceOrderHint',
  acceptShort: 'acceptShortHint',
} as const;

interface AnswerLossResult {
  cards: { code: string }[];
  orderQuantity: number;
}

/** Answers scrapped pieces of a process, with a reason. By default it answers all scrapped pieces. */
export function AnswerLossDialog({ process, answer, onClose }: Props) {
  const t = useT();
  const form = useForm(ANSWER_FIELDS, { quantity: countUnansweredScrap(process) });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { processId } = process;
    const fields = { processId, answer, ...values };
    const lossResult = await sendCommand<AnswerLossResult>('/mes/process/loss/answer', fields);
    if (!lossResult) return;
    showSuccess(
      answer === 'replenish'
        ? t('lossReplenished', { cards: joinWords(lossResult.cards.map(({ code }) => code)) })
        : answer === 'reduceOrder'
          ? t('lossOrderReduced', { quantity: formatNumber(lossResult.orderQuantity) })
          : t('lossAccepted'),
    );
    onClose();
  };
  return (
    <FormDialog
      title={t(answer)}
      subject={
        <>
          <strong>{process.name}</strong> · {process.partName} ·{' '}
          {t('scrapWithoutAnswer', { quantity: formatNumber(countUnansweredScrap(process)) })}
        </>
      }
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(answer)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="field-hint field-across">{t(HINT_TERMS[answer])}</p>
      <Field of={ANSWER_FORM} name="quantity" />
      <div className="field-across">
        <Field of={ANSWER_FORM} name="reason" autoFocus />
      </div>
    </FormDialog>
  );
}
