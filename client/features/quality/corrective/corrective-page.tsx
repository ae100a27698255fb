import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { findNextState } from '#shared/kernel/machine.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { correctiveActionStateMachine, type CorrectiveEvent } from '#shared/machines/corrective-action.ts';
import {
  CORRECTIVE_STEPS,
  listDoneSteps,
  mayBeginCheck,
  type CorrectiveDetail,
} from '#shared/quality/corrective.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { CorrectiveSheetDialog, PrintedCorrectiveSheet } from './corrective-sheet.tsx';
import { CorrectiveStory } from './corrective-story.tsx';
import { CorrectiveSteps } from './corrective-steps.tsx';
import { CorrectiveTrend } from './corrective-trend.tsx';
import { EditStepDialog, type WrittenStep } from './edit-step-dialog.tsx';
import { formatScope } from './format-scope.ts';
import { DecisionDialog, type CorrectiveDecision } from './move-dialog.tsx';
import { DueDay } from './waiting-correctives.tsx';
import '#client/kit/pages/record-page.css';
import '../quality.css';
import './corrective.css';

/** The page of a corrective action: a header with the progress and the actions, the eight steps, and the history. */
export function CorrectivePage({ corrective }: { corrective: CorrectiveDetail }) {
  const t = useT();
  const user = useUser();
  const [dialog, setDialog] = useState<CorrectiveDecision | 'print' | null>(null);
  const [editedStep, setEditedStep] = useState<WrittenStep | null>(null);
  useSetPageName(corrective.code);
  const { code, state, errorClass, checkDueOn } = corrective;
  const mayLead = hasPermission(user, 'QUALITY_CORRECT');
  const isPossible = (event: CorrectiveEvent) =>
    mayLead && findNextState(correctiveActionStateMachine, state, event) !== null;
  const doneSteps = listDoneSteps(corrective);
  const doneCount = CORRECTIVE_STEPS.filter((step) => doneSteps[step]).length;
  const closeDialog = () => setDialog(null);
  return (
    <section className="record-page quality-page" aria-label={code}>
      <header className="record-head">
        <div>
          <h1>
            {code} <span>{errorClass}</span>
          </h1>
          <p>
            <StateMark state={state} />
            <span>
              {t('scopeOfCorrective')} <strong>{formatScope(corrective, t)}</strong>
            </span>
            {corrective.round > 1 && (
              <span>
                {t('correctiveRound')} {corrective.round}
              </span>
            )}
            {state === 'correctiveChecking' && checkDueOn && (
              <span>
                {t('checkDueOn')} <DueDay day={checkDueOn} isOpen />
              </span>
            )}
          </p>
        </div>
        <div className="record-actions">
          {isPossible('judgeEffective') && (
            <Button intent="primary" text={t('judgeEffect')} onClick={() => setDialog('judge')} />
          )}
          {isPossible('beginCheck') && mayBeginCheck(corrective.measures) && (
            <Button text={t('beginCheck')} onClick={() => setDialog('beginCheck')} />
          )}
          {isPossible('cancelCorrective') && (
            <Button text={t('cancelCorrective')} onClick={() => setDialog('cancel')} />
          )}
          <Button
            icon={<PrintIcon />}
            aria-label={t('printCorrective')}
            title={t('printCorrective')}
            onClick={() => setDialog('print')}
          />
        </div>
        <ol
          className="corrective-progress"
          aria-label={t('stepsDone', { done: doneCount, count: CORRECTIVE_STEPS.length })}
        >
          {CORRECTIVE_STEPS.map((step) => (
            <li key={step} data-done={doneSteps[step]}>
              <a href={`#${step}`}>
                <span aria-hidden="true">{doneSteps[step] ? '✓' : '○'}</span> {t(step)}
              </a>
            </li>
          ))}
        </ol>
      </header>
      <div className="quality-columns">
        <div>
          <CorrectiveSteps
            corrective={corrective}
            doneSteps={doneSteps}
            mayEdit={isPossible('editCorrective')}
            onEdit={setEditedStep}
          />
        </div>
        <div>
          <CorrectiveTrend trend={corrective.trend} />
          <CorrectiveStory corrective={corrective} />
        </div>
      </div>
      <PrintedCorrectiveSheet corrective={corrective} />
      {editedStep && (
        <EditStepDialog corrective={corrective} step={editedStep} onClose={() => setEditedStep(null)} />
      )}
      {dialog === 'print' && <CorrectiveSheetDialog corrective={corrective} onClose={closeDialog} />}
      {dialog !== null && dialog !== 'print' && (
        <DecisionDialog corrective={corrective} decision={dialog} onClose={closeDialog} />
      )}
    </section>
  );
}
