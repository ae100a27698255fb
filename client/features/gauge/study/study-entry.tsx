import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StudyDetail, StudyRun } from '#shared/msa/study.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { NumberPad } from '#client/kit/number-pad/number-pad.tsx';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { parseReading } from '#client/production/inspection/parse-reading.ts';
import { ERRORS_IN_FORM } from '#client/production/reporting/use-report.ts';
import '#client/production/inspection/inspection.css';

interface Props {
  study: StudyDetail;
  mayEnter: boolean;
}

/**
 * Lists the appraisers, so that each can choose their own name and enter values. Beside each name is the number of
 * measurements that the appraiser has entered.
 */
export function StudyEntry({ study, mayEnter }: Props) {
  const t = useT();
  const [appraiser, setAppraiser] = useState<number | null>(null);
  if (appraiser !== null && mayEnter)
    return <AppraiserEntry study={study} appraiser={appraiser} onBack={() => setAppraiser(null)} />;
  return (
    <div className="study-appraisers">
      <p>{t('studyBlindHint')}</p>
      <h2>{t('chooseAppraiser')}</h2>
      <ul>
        {study.appraisers.map((name, index) => {
          const runs = study.runs.filter((run) => run.appraiser === index + 1);
          const doneCount = runs.filter(({ isEntered }) => isEntered).length;
          return (
            <li key={index}>
              <button type="button" disabled={!mayEnter} onClick={() => setAppraiser(index + 1)}>
                <strong>{name}</strong>
                <span>{t('runsDone', { done: doneCount, count: runs.length })}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface EntryProps {
  study: StudyDetail;
  appraiser: number;
  onBack: () => void;
}

/**
 * Enters the values of one appraiser, part by part in the random order of the study. Earlier values are not shown. The
 * input always keeps the focus, so the user can type, use the number pad, or use a gauge that sends key presses.
 */
function AppraiserEntry({ study, appraiser, onBack }: EntryProps) {
  const t = useT();
  const client = useQueryClient();
  const { busy, sendOnce } = useSendOnce();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [repeatedRun, setRepeatedRun] = useState<StudyRun | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const runs = study.runs.filter((run) => run.appraiser === appraiser);
  const doneCount = runs.filter(({ isEntered }) => isEntered).length;
  const lastRun = runs.findLast(({ isEntered }) => isEntered) ?? null;
  const run = repeatedRun ?? runs.find(({ isEntered }) => !isEntered) ?? null;
  const name = study.appraisers[appraiser - 1]!;
  const runKey = run ? `${run.trial} ${run.part} ${repeatedRun ? 'again' : ''}` : '';
  useEffect(() => {
    setText('');
    input.current?.focus();
  }, [runKey]);

  const saveValue = async () => {
    if (!run || text === '' || busy) return;
    const value = parseReading(text);
    if (value === null) {
      setProblem(t('wrongReading', { text }));
      return;
    }
    setProblem(null);
    const { trial, part } = run;
    const fields = {
      id: study.id,
      values: [{ appraiser, trial, part, value, replaces: repeatedRun !== null }],
    };
    const isSent = await sendOnce(
      fields,
      async (id) => {
        await send('/mes/quality/gaugeStudy/enter', fields, { id, codesShownElsewhere: ERRORS_IN_FORM });
        return true;
      },
      (error) => {
        setProblem(Object.values(error.fields)[0] ?? error.message);
        return false;
      },
    );
    await client.invalidateQueries({ queryKey: queryKeys.entity('gaugeStudy', 'detail', study.id) });
    if (isSent) setRepeatedRun(null);
  };
  return (
    <section className="study-entry" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <p role="status">{t('runsDone', { done: doneCount, count: runs.length })}</p>
        <progress value={doneCount} max={runs.length} aria-label={name} />
        <Button size="large" text={t('chooseAppraiser')} onClick={onBack} />
      </header>
      {run ? (
        <div className="inspection-input">
          <h3>
            {t('measurePart', { part: run.part })}{' '}
            <span>{t('trialOf', { number: run.trial, count: study.trialCount })}</span>
          </h3>
          <input
            ref={input}
            className="inspection-reading"
            inputMode="none"
            autoComplete="off"
            maxLength={40}
            value={text}
            placeholder={t('typeOrGauge')}
            aria-label={t('measurePart', { part: run.part })}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void saveValue();
            }}
          />
          {problem && (
            <p className="inspection-problem" role="alert">
              {problem}
            </p>
          )}
          {/* A press on the number pad leaves the focus in the input, so a gauge can always send key presses. */}
          <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
            <NumberPad
              value={text}
              replacesText={false}
              isSigned={(study.lowerLimit ?? -1) < 0}
              decimals={study.decimals}
              onNext={() => void saveValue()}
              onChange={setText}
            />
          </div>
          {lastRun && !repeatedRun && (
            <Button size="large" text={t('measureAgain')} onClick={() => setRepeatedRun(lastRun)} />
          )}
        </div>
      ) : (
        <div className="study-done">
          <p>{t('appraiserDone', { name })}</p>
          <Button size="large" intent="primary" text={t('chooseAppraiser')} onClick={onBack} />
        </div>
      )}
    </section>
  );
}
