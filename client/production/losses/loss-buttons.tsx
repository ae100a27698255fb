import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { LOSS_ANSWERS, type LossAnswer } from '#shared/ledger/answer-loss.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { AnswerLossDialog } from './answer-loss-dialog.tsx';

/** Buttons for the answers that the user may give to scrapped pieces of a process. */
export function LossButtons({ process }: { process: ProcessProgress }) {
  const t = useT();
  const user = useUser();
  const [chosen, setChosen] = useState<LossAnswer | null>(null);
  const answers = hasOrderEnded(process.orderState)
    ? []
    : LOSS_ANSWERS.filter((answer) =>
        hasPermission(user, answer === 'reduceOrder' ? 'WORK_ORDER_MODIFY' : 'PROCESS_MODIFY'),
      );
  return (
    <>
      {answers.map((answer) => (
        <Button
          key={answer}
          size="small"
          text={t(answer)}
          aria-label={t('actOf', { what: t(answer), name: `${process.name} · ${process.partName}` })}
          onClick={() => setChosen(answer)}
        />
      ))}
      {chosen && <AnswerLossDialog process={process} answer={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
