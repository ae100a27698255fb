import { useEffect, useRef, useState } from 'react';
import type { TerminalProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { RaiseCallDialog } from '#client/production/calls/raise-call.tsx';
import { RaiseExceptionDialog } from '#client/production/quality/raise-exception-dialog.tsx';
import { ProceduresDialog } from '#client/production/procedures/procedures-dialog.tsx';
import { useProcedureScopes } from '#client/production/procedures/use-procedures.ts';
import { hasProcedure } from '#shared/answers/procedures.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { BeginPanel } from './begin-panel.tsx';
import { CardButtons } from './card-buttons.tsx';
import { FinishOwnReport } from './finish/finish-own-report.tsx';
import type { IdentifiedPerson } from './people/identified-people.ts';
import { InspectionButton } from './inspection/inspection-button.tsx';
import { WarehouseButton } from './warehouse-button.tsx';
import { ExtraProcessPanel } from './tasks/extra-process-panel.tsx';
import { useWaitingExtras } from './tasks/use-waiting-extras.ts';
import { useIsProcessBusy, useReportCommand, type ReportCommand } from './use-report-command.ts';
import './work-panel.css';

interface Props {
  card: Extract<ScanAnswer, { kind: 'card' }>;
  process: TerminalProcess;
  worker: IdentifiedPerson;
  scannedDeviceId: number | null;
  /** Called when the server has accepted a report with the scanned device. */
  onDeviceUsed: () => void;
  onChoose: (processId: number) => void;
  /** Opens the card with this code. */
  onOpenCard: (code: string) => void;
  /**
   * Closes the card. Only narrow and portrait screens have a button for this, because an open card
   * hides the lists on these screens.
   */
  onBack: () => void;
  /** Shows the problem of a wrong scan of a piece or a material. */
  onWrongScan: (problem: string) => void;
}

/** Returns the text that explains why the worker can report nothing at a process now. */
function useReasonForNoReport(process: TerminalProcess): string {
  const t = useT();
  const otherNames = process.open.flatMap((report) => report.people.map((person) => person.name));
  if (otherNames.length > 0) return t('theirOwn', { name: joinWords(otherNames) });
  if (process.next.waitsFor) return t('waitsForProcess', { name: process.next.waitsFor.name });
  return t(process.state);
}

/** Shows one process of a card: its data, its state and its next step. */
export function WorkPanel({
  card,
  process,
  worker,
  scannedDeviceId,
  onDeviceUsed,
  onChoose,
  onOpenCard,
  onBack,
  onWrongScan,
}: Props) {
  const t = useT();
  const place = [process.name, process.partName, card.code].join(' · ');
  const sendReport = useReportCommand(process, place, worker);
  const reportWork = async (command: ReportCommand) => {
    const isAccepted = await sendReport(command);
    if (isAccepted && command.fields['deviceId'] === scannedDeviceId) onDeviceUsed();
  };
  const [isCallDialogOpen, setCallDialogOpen] = useState(false);
  const [isExceptionDialogOpen, setExceptionDialogOpen] = useState(false);
  const procedures = useProcedureScopes();
  const [isProceduresDialogOpen, setProceduresDialogOpen] = useState(false);
  const reasonForNoReport = useReasonForNoReport(process);
  const isBusy = useIsProcessBusy(process.processId);
  /** Whether the person wants to do waiting rework instead of the next step of the process. */
  const [wantsRework, setWantsRework] = useState(false);
  const routing = useRef<HTMLElement>(null);
  // On a narrow screen, the row of processes scrolls to the shown process.
  useEffect(() => {
    // In some browsers, scrolling returns a promise. An effect must not return it.
    routing.current
      ?.querySelector('[aria-pressed="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [process.processId]);
  const { reworkOpen } = process;
  const mayChooseRework =
    reworkOpen > 0 && (process.next.step === 'start' || process.next.step === 'receive');
  const shownProcess: TerminalProcess =
    wantsRework && mayChooseRework
      ? { ...process, next: { step: 'rework', quantity: reworkOpen, waitsFor: null } }
      : process;
  /** The id of the part to which the person wants to add an extra process; null if there is none. */
  const [extraPartId, setExtraPartId] = useState<number | null>(null);
  const wantsExtra = extraPartId === process.partId;
  const hasWaitingExtras = useWaitingExtras(process.partId, worker).length > 0;
  const mayReportExtra = hasWaitingExtras || worker.permissions.includes('TASK_REPORT_EXTRA');
  const step = wantsExtra && mayReportExtra ? 'extra' : shownProcess.next.step;
  const key = `${process.processId} ${step} ${worker.employeeId}`;
  return (
    <section className="work-panel" aria-label={process.name}>
      <header className="work-head">
        <button type="button" className="floor-button floor-back" onClick={onBack}>
          {`‹ ${t('backToStart')}`}
        </button>
        <div className="work-name">
          <h2>{process.name}</h2>
          <p>
            {process.partName} · {card.code} · {t('cardHolds', { quantity: formatNumber(card.quantity) })}
          </p>
        </div>
        <StateMark state={process.state} /> <OutsourcedMark quantity={process.outsourced} />
        {hasProcedure(procedures, process.craftId, process.partCode) && (
          <button type="button" className="floor-button" onClick={() => setProceduresDialogOpen(true)}>
            {t('procedures')}
          </button>
        )}
        <InspectionButton process={process} worker={worker} />
        <WarehouseButton part={{ id: process.partId, name: process.partName }} worker={worker} />
        {mayReportExtra && (
          <button
            type="button"
            className="floor-button"
            aria-pressed={wantsExtra}
            onClick={() => setExtraPartId(wantsExtra ? null : process.partId)}
          >
            {t('extraProcess')}
          </button>
        )}
        {mayChooseRework && (
          <button
            type="button"
            className="floor-button"
            aria-pressed={wantsRework}
            onClick={() => setWantsRework(!wantsRework)}
          >
            {t('reworkWaits', { quantity: formatNumber(reworkOpen) })}
          </button>
        )}
        <CardButtons card={card} worker={worker} onOpen={onOpenCard} />
        <button type="button" className="floor-button" onClick={() => setExceptionDialogOpen(true)}>
          <span aria-hidden="true">{'◆'}</span> {t('qualityException')}
        </button>
        <button type="button" className="floor-button floor-call" onClick={() => setCallDialogOpen(true)}>
          <span aria-hidden="true">{'▲'}</span> {t('callHelp')}
        </button>
        <dl className="work-figures">
          <div>
            <dt>{t('plannedQuantity')}</dt>
            <dd>{formatNumber(process.plannedQuantity)}</dd>
          </div>
          <div>
            <dt>{t('good')}</dt>
            <dd>{formatNumber(process.good)}</dd>
          </div>
          <div>
            <dt>{t('scrap')}</dt>
            <dd>{formatNumber(process.scrap)}</dd>
          </div>
        </dl>
      </header>
      {card.processes.length > 1 && (
        <nav ref={routing} className="work-routing" aria-label={t('otherProcesses')}>
          {card.processes.map((cardProcess) => (
            <button
              key={cardProcess.processId}
              type="button"
              aria-pressed={cardProcess.processId === process.processId}
              data-able={cardProcess.next.step !== null}
              onClick={() => onChoose(cardProcess.processId)}
            >
              {cardProcess.seq} {cardProcess.name}
            </button>
          ))}
        </nav>
      )}
      {isProceduresDialogOpen && (
        <ProceduresDialog
          processId={process.processId}
          name={process.name}
          workerToken={worker.token}
          onClose={() => setProceduresDialogOpen(false)}
        />
      )}
      {isCallDialogOpen && (
        <RaiseCallDialog
          place={{
            processId: process.processId,
            deviceId: process.open[0]?.deviceId ?? scannedDeviceId ?? process.deviceId,
            name: `${process.name} · ${process.partName}`,
          }}
          workerToken={worker.token}
          onClose={() => setCallDialogOpen(false)}
        />
      )}
      {isExceptionDialogOpen && (
        <RaiseExceptionDialog
          processId={process.processId}
          name={place}
          cardId={card.otherCards.length > 0 ? card.cardId : null}
          workerToken={worker.token}
          onClose={() => setExceptionDialogOpen(false)}
        />
      )}
      {step === 'finish' && (
        <FinishOwnReport
          key={`${key} ${card.cardId}`}
          cardId={card.cardId}
          process={process}
          worker={worker}
          busy={isBusy}
          onReport={(command) => void reportWork(command)}
          onWrongScan={onWrongScan}
        />
      )}
      {(step === 'start' || step === 'receive' || step === 'rework') && (
        <BeginPanel
          key={`${key} ${card.cardId} ${card.version}`}
          cardId={card.cardId}
          process={shownProcess}
          worker={worker}
          busy={isBusy}
          scannedDeviceId={scannedDeviceId}
          onReport={(command) => void reportWork(command)}
          onWrongScan={onWrongScan}
        />
      )}
      {step === 'extra' && (
        <ExtraProcessPanel
          key={`${process.partId} ${worker.employeeId}`}
          process={process}
          worker={worker}
          onSent={() => setExtraPartId(null)}
        />
      )}
      {step === null && <p className="floor-why">{card.why ?? reasonForNoReport}</p>}
    </section>
  );
}
