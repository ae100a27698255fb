import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { qualityExceptionStateMachine, type QualityEvent } from '#shared/machines/quality-exception.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { RaiseExceptionDialog } from '#client/production/quality/raise-exception-dialog.tsx';
import { TraceLink } from '#client/production/recall/trace-link.tsx';
import { CorrectivesOfException } from './corrective/correctives-of-exception.tsx';
import { CancelDialog } from './dialogs/cancel-dialog.tsx';
import { DetermineDialog } from './dialogs/determine-dialog.tsx';
import { ExceptionSheetDialog, PrintedExceptionSheet } from './exception-sheet.tsx';
import { QualityFacts } from './quality-facts.tsx';
import { QualityPieces } from './quality-pieces.tsx';
import { QualityRounds } from './quality-rounds.tsx';
import { RewardDialog } from './reward-dialog.tsx';
import { QualityStory } from './quality-story.tsx';
import { SignDialog } from './dialogs/sign-dialog.tsx';
import { SimilarExceptions } from './similar-exceptions.tsx';
import { TraceDialog } from './dialogs/trace-dialog.tsx';
import '#client/kit/pages/record-page.css';

interface Props {
  exception: QualityDetail;
}

type OpenDialog = 'determine' | 'sign' | 'trace' | 'cancel' | 'correct' | 'reward' | 'print';

/** The page of an exception: a header with the actions, the data, the pieces, the countersigns and the history. */
export function QualityPage({ exception }: Props) {
  const t = useT();
  const user = useUser();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useSetPageName(exception.code);
  const { code, state } = exception;
  const closeDialog = () => setDialog(null);
  const mayDetermine = hasPermission(user, 'QUALITY_DETERMINE');
  const isPossible = (event: QualityEvent) =>
    findNextState(qualityExceptionStateMachine, state, event) !== null;
  const isOwn = user.employeeId !== null && exception.raisedById === user.employeeId;
  const mayCancel =
    isPossible('cancel') &&
    (mayDetermine || (isOwn && state === 'waitingForInitiation' && hasPermission(user, 'QUALITY_RAISE')));
  const openRound = exception.rounds.find(({ isOpen }) => isOpen);
  const maySign = openRound !== undefined && exception.signFor.length > 0;
  const needsTrace = isPossible('trace') && openRound === undefined;
  return (
    <section className="record-page quality-page" aria-label={code}>
      <header className="record-head">
        <div>
          <h1>
            {code} <span>{exception.errorClass ?? t('defectUnknown')}</span>
          </h1>
          <p>
            <StateMark state={state} />
            <span>
              {exception.orderCode} · {exception.partCode} {exception.partName} · {exception.seq}{' '}
              {exception.processName}
            </span>
            <strong>{t('heldPieces', { quantity: exception.quantity })}</strong>
          </p>
        </div>
        <div className="record-actions">
          {maySign && <Button intent="primary" text={t('signException')} onClick={() => setDialog('sign')} />}
          {mayDetermine && isPossible('determine') && (
            <Button intent="primary" text={t('determineException')} onClick={() => setDialog('determine')} />
          )}
          {mayDetermine && isPossible('trace') && (
            <Button
              intent={needsTrace ? 'primary' : 'none'}
              text={t(needsTrace ? 'traceCause' : 'traceAgain')}
              onClick={() => setDialog('trace')}
            />
          )}
          {state === 'finished' && hasPermission(user, 'QUALITY_RAISE') && (
            <Button text={t('correctException')} onClick={() => setDialog('correct')} />
          )}
          {state === 'finished' && hasPermission(user, 'QUALITY_PUNISH') && (
            <Button text={t('addReward')} onClick={() => setDialog('reward')} />
          )}
          {mayCancel && <Button text={t('cancelException')} onClick={() => setDialog('cancel')} />}
          <TraceLink
            what={
              exception.cardCode === null
                ? { origin: 'process', value: String(exception.processId) }
                : { origin: 'card', value: exception.cardCode }
            }
          />
          <Button
            icon={<PrintIcon />}
            aria-label={t('printException')}
            title={t('printException')}
            onClick={() => setDialog('print')}
          />
        </div>
      </header>
      <div className="quality-columns">
        <div>
          <QualityFacts exception={exception} />
          <QualityPieces exception={exception} />
          <QualityRounds exception={exception} />
        </div>
        <div>
          <QualityStory exception={exception} />
          <CorrectivesOfException exceptionId={exception.id} />
          <SimilarExceptions similar={exception.similar} />
        </div>
      </div>
      <PrintedExceptionSheet exception={exception} />
      {dialog === 'determine' && <DetermineDialog exception={exception} onClose={closeDialog} />}
      {dialog === 'sign' && openRound && (
        <SignDialog exception={exception} round={openRound} onClose={closeDialog} />
      )}
      {dialog === 'trace' && <TraceDialog exception={exception} onClose={closeDialog} />}
      {dialog === 'cancel' && <CancelDialog exception={exception} onClose={closeDialog} />}
      {dialog === 'print' && <ExceptionSheetDialog exception={exception} onClose={closeDialog} />}
      {dialog === 'reward' && <RewardDialog exception={exception} onClose={closeDialog} />}
      {dialog === 'correct' && (
        <RaiseExceptionDialog
          processId={exception.processId}
          name={exception.processName}
          correctedException={{ id: exception.id, code }}
          onClose={closeDialog}
        />
      )}
    </section>
  );
}
