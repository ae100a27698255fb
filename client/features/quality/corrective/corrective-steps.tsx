import { Button } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CORRECTIVE_STEPS, type CorrectiveDetail, type CorrectiveStep } from '#shared/quality/corrective.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getExceptionPath } from '../quality-paths.ts';
import { isWrittenStep, type WrittenStep } from './edit-step-dialog.tsx';
import { MeasureTable } from './measure-table.tsx';

interface Props {
  corrective: CorrectiveDetail;
  doneSteps: Readonly<Record<CorrectiveStep, boolean>>;
  mayEdit: boolean;
  onEdit: (step: WrittenStep) => void;
}

/** Shows the text of a step, or that nobody has written it yet. */
function StepText({ children }: { children: string | null }) {
  const t = useT();
  return <p className={children ? 'corrective-text' : 'quality-muted'}>{children ?? t('notWritten')}</p>;
}

function ProblemExceptions({ exceptions }: Pick<CorrectiveDetail, 'exceptions'>) {
  const zone = useTimeZone();
  const t = useT();
  return (
    <ul className="quality-similar">
      {exceptions.map(({ id, code, state, raisedAt, quantity, partCode, processName, description }) => (
        <li key={id}>
          <p>
            <Link to={getExceptionPath(id)}>{code}</Link> {partCode} · {processName} ·{' '}
            {t('heldPieces', { quantity })} {description}
          </p>
          <p className="quality-muted">
            <StateMark state={state} /> {formatMoment(raisedAt, zone)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Shows the eight steps of a corrective action with their texts and measures. */
export function CorrectiveSteps({ corrective, doneSteps, mayEdit, onEdit }: Props) {
  const t = useT();
  const { leader, members, whys, rootCause, closingReason, checkAfterDays } = corrective;
  const contents: Record<CorrectiveStep, ReactNode> = {
    stepTeam: (
      <p className="corrective-text">
        <strong>{leader}</strong> ({t('correctiveLeader')}){members.length > 0 && ` · ${joinWords(members)}`}
      </p>
    ),
    stepProblem: (
      <>
        <StepText>{corrective.problem}</StepText>
        <ProblemExceptions exceptions={corrective.exceptions} />
      </>
    ),
    stepContainment: (
      <>
        <StepText>{corrective.containment}</StepText>
        <MeasureTable corrective={corrective} kind="containing" mayEdit={mayEdit} />
      </>
    ),
    stepRootCause: (
      <>
        {whys.length > 0 && (
          <ol className="corrective-whys" aria-label={t('fiveWhys')}>
            {whys.map((why, index) => (
              <li key={index}>{why}</li>
            ))}
          </ol>
        )}
        <StepText>{rootCause}</StepText>
      </>
    ),
    stepPlan: <MeasureTable corrective={corrective} kind="correcting" mayEdit={mayEdit} />,
    stepMeasures: null,
    stepPrevention: (
      <>
        <StepText>{corrective.preventiveAction}</StepText>
        <MeasureTable corrective={corrective} kind="preventing" mayEdit={mayEdit} />
      </>
    ),
    stepClosing: (
      <>
        <p className="quality-muted">
          {t('checkAfterDays')} {checkAfterDays} {t('days')}
          {corrective.checkDueOn && ` · ${t('checkDueBy', { day: corrective.checkDueOn })}`}
        </p>
        {closingReason && <StepText>{closingReason}</StepText>}
      </>
    ),
  };
  return CORRECTIVE_STEPS.filter((step) => contents[step] !== null).map((step) => (
    <section key={step} id={step} className="card quality-section" aria-labelledby={`${step}-title`}>
      <header className="corrective-step-head">
        <h2 id={`${step}-title`}>{step === 'stepPlan' ? `${t(step)} · ${t('stepMeasures')}` : t(step)}</h2>
        {doneSteps[step === 'stepPlan' ? 'stepMeasures' : step] && (
          <span className="corrective-done">✓ {t('stepDone')}</span>
        )}
        {mayEdit && isWrittenStep(step) && (
          <Button
            variant="minimal"
            icon={<EditIcon />}
            aria-label={`${t('edit')}: ${t(step)}`}
            text={t('edit')}
            onClick={() => onEdit(step)}
          />
        )}
      </header>
      {contents[step]}
    </section>
  ));
}
