import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type {
  ConfirmationKind,
  MasterPlanDetail,
  MasterPlanNodeAnswer,
  PlanConfirmation,
} from '#shared/planning/master-plan/plan-answer.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ConfirmDialog, WithdrawDialog } from './confirm-dialog.tsx';
import { getNodeState } from './use-describe-node.ts';

interface Props {
  plan: MasterPlanDetail;
  node: MasterPlanNodeAnswer;
  onClose: () => void;
}

/** Shows the facts of a node: who is responsible, which nodes it waits for, and its days. */
function NodeFacts({ plan, node }: Omit<Props, 'onClose'>) {
  const t = useT();
  const { days, processes, department, crafts, nodeType } = node;
  const nameOf = (seq: number): string => plan.nodes.find((other) => other.seq === seq)?.name ?? String(seq);
  const incomingLinks = plan.links.filter((link) => link.seq === node.seq);
  const facts: [label: string, value: string | null][] = [
    [t('nodeType'), t(nodeType)],
    [t('responsibleForNode'), department],
    [t('crafts'), crafts.length > 0 ? crafts.join(', ') : null],
    [t('estimatedHours'), `${formatNumber(node.estimatedHours, 2)} ${t('hours')}`],
    [
      t('planWaitsFor'),
      incomingLinks.length > 0
        ? incomingLinks.map(({ afterSeq, relation }) => `${nameOf(afterSeq)} · ${t(relation)}`).join(', ')
        : null,
    ],
    [t('planDates'), days && `${days.plannedStart} – ${days.plannedEnd}`],
    [t('projectedDates'), days && `${days.projectedStart} – ${days.projectedEnd}`],
    [t('needByDay'), days?.needBy ?? null],
  ];
  return (
    <>
      <p>
        <StateMark state={getNodeState(node)} /> {days && <StateMark state={days.light} />}
      </p>
      <dl className="node-facts">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {processes && (
        <p>
          {processes.count === 0
            ? t('noProcessesOfNode')
            : t('processesOfNode', { done: processes.doneCount, count: processes.count })}
        </p>
      )}
    </>
  );
}

/**
 * Shows a node of a plan. Users with the permission confirm its begin and its end, and withdraw the last confirmation.
 */
export function NodeDialog({ plan, node, onClose }: Props) {
  const t = useT();
  const [kind, setKind] = useState<ConfirmationKind | null>(null);
  const [confirmationToWithdraw, setConfirmationToWithdraw] = useState<PlanConfirmation | null>(null);
  const { id: planId, today } = plan;
  const { seq, nodeId, name, confirmations, mayConfirm, mayWithdraw } = node;
  if (kind)
    return (
      <ConfirmDialog node={{ planId, seq, nodeId, name, today }} kind={kind} onClose={() => setKind(null)} />
    );
  if (confirmationToWithdraw)
    return (
      <WithdrawDialog
        planId={planId}
        name={name}
        confirmation={confirmationToWithdraw}
        onClose={() => setConfirmationToWithdraw(null)}
      />
    );
  return (
    <Dialog isOpen title={`${seq} ${name}`} onClose={onClose}>
      <DialogBody>
        <NodeFacts plan={plan} node={node} />
        <ul className="node-confirmations">
          {confirmations.map((confirmation, index) => (
            <li key={confirmation.confirmationId}>
              {t(confirmation.kind === 'beginNode' ? 'nodeBegun' : 'nodeEnded')}{' '}
              {t('confirmedBy', { day: confirmation.day, by: confirmation.byName })}
              {confirmation.remark && <q>{confirmation.remark}</q>}
              {mayWithdraw && index === confirmations.length - 1 && (
                <Button
                  variant="minimal"
                  text={t('withdrawConfirmation')}
                  onClick={() => setConfirmationToWithdraw(confirmation)}
                />
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {mayConfirm.map((confirmationKind) => (
              <Button
                key={confirmationKind}
                intent={confirmationKind === 'finishNode' ? 'primary' : 'none'}
                text={t(confirmationKind)}
                onClick={() => setKind(confirmationKind)}
              />
            ))}
            <Button text={t('dismiss')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
