import { useState } from 'react';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { formatNumber, formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { FinishPanel, type FinishPanelProps } from '../finish-panel.tsx';

interface Props extends Omit<FinishPanelProps, 'openReport'> {
  /** The id of the card that is open; null without a network. */
  cardId: number | null;
}

/** Returns the running reports of a person at a process. */
const listOwnReports = (process: TerminalProcess, employeeId: number): OpenReport[] =>
  process.open.filter(({ people }) => people.some((person) => person.employeeId === employeeId));

/**
 * Finds the report that the person most likely wants to end: the only one, or the only one of the open card.
 * @returns undefined if the person has to choose
 */
function findDecidedReport(ownReports: readonly OpenReport[], cardId: number | null): OpenReport | undefined {
  const reportsOfCard = ownReports.filter((report) => cardId !== null && report.cardId === cardId);
  const candidates = reportsOfCard.length > 0 ? reportsOfCard : ownReports;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Ends a running report of the worker. If the worker has several at the process, they can choose one. */
export function FinishOwnReport({ cardId, ...props }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const ownReports = listOwnReports(props.process, props.worker.employeeId);
  const openReport =
    ownReports.find(({ reportId }) => reportId === chosenId) ?? findDecidedReport(ownReports, cardId);
  return (
    <>
      {ownReports.length > 1 && (
        <fieldset className="floor-choices">
          <legend>{t('whichWorkToEnd')}</legend>
          {ownReports.map(({ reportId, startedAt, deviceName, started }) => (
            <button
              key={reportId}
              type="button"
              aria-pressed={reportId === openReport?.reportId}
              onClick={() => setChosenId(reportId)}
            >
              <span>{t('runningSince', { at: formatTime(startedAt, zone) })}</span>
              <small>{[deviceName ?? t('noDevice'), formatNumber(started)].join(' · ')}</small>
            </button>
          ))}
        </fieldset>
      )}
      {/* The key discards what was typed for another report. Otherwise a second touch would report it again. */}
      {openReport && <FinishPanel key={openReport.reportId} {...props} openReport={openReport} />}
    </>
  );
}
