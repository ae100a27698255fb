import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { arrangeStudyValues, type StudyDetail } from '#shared/msa/study.ts';
import { ExportButton } from '#client/crud/transfer/export-button.tsx';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatLimits } from '#client/production/reporting/entries/format-limits.ts';
import { EndStudyDialog } from './end-study-dialog.tsx';
import { StudyEntry } from './study-entry.tsx';
import { StudyResult } from './study-result.tsx';
import '#client/kit/pages/record-page.css';
import './study.css';

/**
 * The page of a study: a header with the actions, and below it the entry of values or, after the conclusion,
 * the results.
 */
export function StudyPage({ study }: { study: StudyDetail }) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const [dialog, setDialog] = useState<'conclude' | 'cancel' | 'print' | null>(null);
  useSetPageName(study.code);
  const { code, state, runs, appraisers } = study;
  const isOpen = state === 'studyOpen';
  const mayLead = hasPermission(user, 'QUALITY_GAUGE_MODIFY');
  const values = state === 'studyConcluded' ? arrangeStudyValues(study) : null;
  const isComplete = runs.every(({ isEntered }) => isEntered);
  const title = `${code} · ${study.characteristic}`;
  return (
    <section className="record-page" aria-label={code}>
      <header className="record-head">
        <div>
          <h1>
            {code} <span>{study.characteristic}</span>
          </h1>
          <p>
            <StateMark state={state} />
            <span>
              {study.gaugeCode} {study.gaugeName}
            </span>
            <span>{[formatLimits(study), study.unit].filter(Boolean).join(' ')}</span>
            <strong>
              {t('studySize', {
                appraisers: appraisers.length,
                parts: study.partCount,
                trials: study.trialCount,
              })}
            </strong>
          </p>
          <p>
            {joinWords(appraisers)} · {formatMoment(study.raisedAt, zone)}
          </p>
        </div>
        <div className="record-actions">
          {values && (
            <ExportButton
              path="/mes/quality/gaugeStudy/result/export"
              fields={{ id: String(study.id) }}
              title={code}
            />
          )}
          {values && <Button icon={<PrintIcon />} text={t('print')} onClick={() => setDialog('print')} />}
          {isOpen && mayLead && (
            <Button
              intent="primary"
              disabled={!isComplete}
              text={t('concludeStudy')}
              onClick={() => setDialog('conclude')}
            />
          )}
          {isOpen && mayLead && <Button text={t('cancelStudy')} onClick={() => setDialog('cancel')} />}
        </div>
      </header>
      <div className="study-body">
        {study.reason && <p>{study.reason}</p>}
        {isOpen && <StudyEntry study={study} mayEnter={hasPermission(user, 'QUALITY_INSPECT')} />}
        {values && <StudyResult study={study} values={values} />}
      </div>
      {dialog === 'print' && values && (
        <PrintDialog title={title} onClose={() => setDialog(null)}>
          <article className="print-sheet">
            <h2>{title}</h2>
            <p>
              {study.gaugeCode} {study.gaugeName} · {joinWords(appraisers)}
            </p>
            <StudyResult study={study} values={values} />
          </article>
        </PrintDialog>
      )}
      {(dialog === 'conclude' || dialog === 'cancel') && (
        <EndStudyDialog study={study} verb={dialog} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}
