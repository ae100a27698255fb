import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { StoredLossAnswer } from '#shared/ledger/answer-loss.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import './losses.css';

interface Props {
  order: Entity<'workOrder'>;
  /** The processes of the shown part. */
  processIds: readonly number[];
}

/** Lists the answers to scrap at the processes of a part. The user can take back an answer that is still valid. */
export function LossAnswers({ order, processIds }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const [answerToTakeBack, setAnswerToTakeBack] = useState<StoredLossAnswer | null>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('process', 'lossAnswers', { orderId: order.id }),
    queryFn: ({ signal }) =>
      call<StoredLossAnswer[]>('/mes/process/loss/list', { orderId: order.id }, { signal }),
  });
  const answers = data?.filter(({ processId }) => processIds.includes(processId)) ?? [];
  if (answers.length === 0) return null;
  const mayTakeBack = ({ answer, reversedBy }: StoredLossAnswer) =>
    reversedBy === null &&
    !hasOrderEnded(order.state) &&
    hasPermission(user, answer === 'reduceOrder' ? 'WORK_ORDER_MODIFY' : 'PROCESS_MODIFY');
  return (
    <section className="loss-answers" aria-labelledby="loss-answers-title">
      <h3 id="loss-answers-title">{t('lossAnswers')}</h3>
      <table className="plain-table">
        <TableHead
          heads={[
            t('time'),
            t('process'),
            t('lossAnswer'),
            { words: t('quantity'), className: 'figure' },
            t('answerReason'),
            t('people'),
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {answers.map((lossAnswer) => (
            <tr
              key={lossAnswer.answerId}
              className={lossAnswer.reversedBy === null ? undefined : 'taken-back'}
            >
              <td>{formatMoment(lossAnswer.at, zone)}</td>
              <td>{lossAnswer.processName}</td>
              <td>{t(lossAnswer.answer)}</td>
              <td className="figure">{formatNumber(lossAnswer.quantity)}</td>
              <td>{lossAnswer.reason}</td>
              <td>{lossAnswer.byName}</td>
              <td className="loss-answer-actions">
                {mayTakeBack(lossAnswer) && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('reverseLossAnswer')}
                    aria-label={t('actOf', {
                      what: t('reverseLossAnswer'),
                      name: `${lossAnswer.processName} · ${t(lossAnswer.answer)}`,
                    })}
                    onClick={() => setAnswerToTakeBack(lossAnswer)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {answerToTakeBack && (
        <ReasonDialog
          verb="reverseLossAnswer"
          description={
            <>
              <strong>{answerToTakeBack.processName}</strong> · {t(answerToTakeBack.answer)}{' '}
              {formatNumber(answerToTakeBack.quantity)}
            </>
          }
          path="/mes/process/loss/reverse"
          fields={{ answerId: answerToTakeBack.answerId }}
          successTerm="lossAnswerTakenBack"
          onClose={() => setAnswerToTakeBack(null)}
        />
      )}
    </section>
  );
}
