import { Button } from '@blueprintjs/core';
import { ManualIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { useCustomColumnValues } from '#client/crud/columns/use-custom-column-values.ts';
import { CallLine } from '#client/production/calls/call-line.tsx';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { toLocalDay, formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { mayReverseReport, findProcessActions } from '#client/production/reporting/process-actions.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import type { ReportHistoryRow } from '../reporting/history-rows.ts';
import { LedgerFigures } from '#client/production/ledger-figures.tsx';
import { StateHistoryDialog } from '../record/state-history-dialog.tsx';
import { OpenReportLine } from './open-report-line.tsx';
import { ProcessHelpButtons } from './process-help-buttons.tsx';
import { ProcessMenu } from './process-menu.tsx';
import { ProcessPlan } from './process-plan.tsx';
import { ReworkSideCard } from './rework-side-card.tsx';
import { SynchroniseDialog } from './synchronise-dialog.tsx';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import type { SyncPartner } from '#shared/answers/routing/synchronised.ts';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';
import { ProcessBar } from '#client/production/process-bar.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';
import { findOpenPredecessors, calculateStartableQuantity } from '#shared/ledger/may-begin.ts';
import type { WaitingReason } from '#shared/ledger/waiting.ts';
import { ProceduresDialog } from '#client/production/procedures/procedures-dialog.tsx';
import { useProcedureScopes } from '#client/production/procedures/use-procedures.ts';
import { hasProcedure } from '#shared/answers/procedures.ts';
import { describeWaiting } from '#client/production/describe-waiting.ts';
import './process-card.css';

interface Props {
  process: ProcessWithWait;
  /** The planned data of the process. */
  plannedProcess: Entity<'process'> | undefined;
  /** The processes of the part. The card finds the preceding processes among them. */
  routing: readonly ProcessProgress[];
  /** Whether another process of the part has the same sequence number. */
  isParallel: boolean;
  lastReport: ReportHistoryRow | undefined;
  /** The other bookings of the device at the time of the process's appointment. */
  overlaps: readonly AppointmentOverlap[];
  syncPartners: readonly SyncPartner[];
  onReport: ActionDialogOpener;
  onResume: () => void;
  onLeaveSyncGroup: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/**
 * The reasons for waiting that need no text, because the card already shows them in another way.
 */
const WAIT_REASONS_WITHOUT_TEXT: ReadonlySet<WaitingReason> = new Set(['start', 'receive', 'resume']);

/**
 * Shows one process: its state, quantities, place, current workers, and the reports that are
 * possible now.
 */
export function ProcessCard({
  process,
  plannedProcess,
  routing,
  isParallel,
  lastReport,
  overlaps,
  syncPartners,
  onReport,
  onResume,
  onLeaveSyncGroup,
  onEdit,
  onDelete,
}: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const allowedActions = findProcessActions(process, user);
  const [predecessor = null] = findOpenPredecessors(process, routing);
  const startableQuantity = calculateStartableQuantity(process);
  const { waiting: processWait } = process;
  const placeText = [process.workGroupName, process.deviceName].filter(Boolean).join(' · ');
  const customValues = useCustomColumnValues(entities.process, plannedProcess);
  const isLate =
    plannedProcess?.plannedEnd &&
    calculateDoneShare(process) < 1 &&
    plannedProcess.plannedEnd < toLocalDay(zone, getServerTime());
  const reversibleReports = [
    ...process.open
      .filter((report) => mayReverseReport(process, report.people, user))
      .map((report) => ({
        id: report.reportId,
        what: t('startOf', {
          people: joinWords(report.people.map((person) => person.name)),
          quantity: formatNumber(report.started),
        }),
      })),
    ...(lastReport && mayReverseReport(process, lastReport.people, user)
      ? [
          {
            id: lastReport.id,
            what: t('lastReportOf', {
              what: t(lastReport.report.kind),
              at: formatMoment(lastReport.report.endedAt ?? lastReport.report.startedAt, zone),
            }),
          },
        ]
      : []),
  ];
  const { data: calls } = useOpenCalls();
  const procedures = useProcedureScopes();
  const [isProcedureOpen, setIsProcedureOpen] = useState(false);
  const [isSynchronising, setIsSynchronising] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  return (
    <article
      className={`process-card card-${getStateStyle(process.state).tone}`}
      id={`process-${process.processId}`}
      tabIndex={-1}
      aria-label={`${process.seq} ${process.name}`}
    >
      <header>
        <div className="card-title">
          <span className="card-seq">{process.seq}</span>
          <h3>
            <span className="card-name" title={process.name}>
              {process.name}
            </span>
            {isParallel && <span className="card-parallel">{t('parallel')}</span>}
          </h3>
        </div>
        <div className="card-tools">
          {hasProcedure(procedures, process.craftId, process.partCode) && (
            <Button
              variant="minimal"
              icon={<ManualIcon />}
              title={t('procedures')}
              aria-label={t('actOf', { what: t('procedures'), name: process.name })}
              onClick={() => setIsProcedureOpen(true)}
            />
          )}
          <ProcessHelpButtons process={process} onReport={onReport} />
          <ProcessMenu
            process={process}
            reversibleReports={reversibleReports}
            maySuspend={allowedActions.suspend}
            mayModify={allowedActions.modify}
            isSynchronised={(plannedProcess?.syncKey ?? null) !== null}
            onReport={onReport}
            onShowHistory={() => setShowsHistory(true)}
            onSynchronise={() => setIsSynchronising(true)}
            onLeaveSyncGroup={onLeaveSyncGroup}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      </header>
      <div className="card-state">
        <StateMark state={process.state} />
        <OutsourcedMark quantity={process.outsourced} />
        {process.craftName !== process.name && <span>{process.craftName}</span>}
        {process.external && <span>{t('external')}</span>}
      </div>
      <ProcessBar process={process} />
      {plannedProcess && <ProcessPlan process={plannedProcess} overlaps={overlaps} partners={syncPartners} />}
      {process.state === 'suspended' && (
        <p className="card-note">
          {process.suspendReason}
          {plannedProcess?.suspendedBy && ` · ${plannedProcess.suspendedBy}`}
          {process.suspendedAt && ` · ${formatMoment(process.suspendedAt, zone)}`}
        </p>
      )}
      {calls
        ?.filter((call) => call.processId === process.processId)
        .map((call) => (
          <CallLine key={call.id} call={call} />
        ))}
      {process.open
        .filter(({ isRework }) => !isRework)
        .map((openReport) => (
          <OpenReportLine
            key={openReport.reportId}
            process={process}
            openReport={openReport}
            onReport={onReport}
          />
        ))}
      {processWait && !WAIT_REASONS_WITHOUT_TEXT.has(processWait.for) && (
        <p className="card-waits">{describeWaiting(processWait, process.partId, t)}</p>
      )}
      <dl className="card-facts">
        {placeText && (
          <div>
            <dt>{t('where')}</dt>
            <dd>{placeText}</dd>
          </div>
        )}
        {plannedProcess?.plannedEnd && (
          <div className={isLate ? 'fact-late' : undefined}>
            <dt>{t('plannedEnd')}</dt>
            <dd>
              {isLate && <span aria-hidden="true">◆ </span>}
              {plannedProcess.plannedEnd}
            </dd>
          </div>
        )}
        {customValues.map(({ id, title, field, value }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              <FieldValue field={field} value={value} />
            </dd>
          </div>
        ))}
        {process.open.length === 0 && process.lastReportAt && (
          <div>
            <dt>{t('lastReport')}</dt>
            <dd>{formatMoment(process.lastReportAt, zone)}</dd>
          </div>
        )}
        {calculateDoneShare(process) < 1 && (startableQuantity > 0 || process.receivable > 0) && (
          <div>
            <dt>{t(startableQuantity > 0 ? 'canStart' : 'receivable')}</dt>
            <dd>{formatNumber(startableQuantity > 0 ? startableQuantity : process.receivable)}</dd>
          </div>
        )}
      </dl>
      {(allowedActions.receive ||
        (allowedActions.start && startableQuantity > 0) ||
        allowedActions.resume) && (
        <div className="card-buttons">
          {allowedActions.resume && (
            <Button
              intent="primary"
              text={t('resume')}
              aria-label={t('actOf', { what: t('resume'), name: process.name })}
              onClick={onResume}
            />
          )}
          {allowedActions.start && startableQuantity > 0 && (
            <Button
              intent={process.open.length === 0 && !predecessor ? 'primary' : 'none'}
              text={t('start')}
              aria-label={t('actOf', { what: t('start'), name: process.name })}
              disabled={predecessor !== null}
              onClick={() => onReport({ act: 'start', process })}
            />
          )}
          {allowedActions.receive && (
            <Button
              intent={
                process.needsReceive && startableQuantity === 0 && process.open.length === 0
                  ? 'primary'
                  : 'none'
              }
              text={t('receive')}
              aria-label={t('actOf', { what: t('receive'), name: process.name })}
              onClick={() => onReport({ act: 'receive', process })}
            />
          )}
        </div>
      )}
      <ReworkSideCard process={process} onReport={onReport} />
      <LedgerFigures process={process} />
      {isSynchronising && <SynchroniseDialog process={process} onClose={() => setIsSynchronising(false)} />}
      {showsHistory && <StateHistoryDialog process={process} onClose={() => setShowsHistory(false)} />}
      {isProcedureOpen && (
        <ProceduresDialog
          processId={process.processId}
          name={process.name}
          onClose={() => setIsProcedureOpen(false)}
        />
      )}
    </article>
  );
}
