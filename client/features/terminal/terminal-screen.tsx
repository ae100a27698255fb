import { OverlaysProvider } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { QueuedProcess, ScanAnswer } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { RefusalDialog } from '#client/kit/messages/refusal-dialog.tsx';
import { useLiveState } from '#client/kit/live/live.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { RaiseCallDialog } from '#client/production/calls/raise-call.tsx';
import { BatchPanel } from './batch/batch-panel.tsx';
import { CountersignBar } from './countersign/countersign-bar.tsx';
import { TerminalHead } from './terminal-head.tsx';
import { OpenCalls } from './calls/open-calls.tsx';
import { PlanNotices } from './plan/plan-notices.tsx';
import { RefusalNotice } from './notices/refusal-notice.tsx';
import { ScanFailureBanner } from './notices/scan-band.tsx';
import { UnsentReportsNotice } from './notices/unsent-notice.tsx';
import { OverviewPanel, type CallPlaces } from './overview/overview-panel.tsx';
import { ProcessList } from './process-list.tsx';
import { identifiedPeople, useCurrentWorker, type IdentifiedPerson } from './people/identified-people.ts';
import { ScanBox } from './scanner/scan-box.tsx';
import { UndoBar } from './undo-bar.tsx';
import { offerScan } from './scanner/scan-target.ts';
import { useScanOrder } from './scanner/use-scan-order.ts';
import { useScanner } from './scanner/use-scanner.ts';
import { OpenTaskBar } from './tasks/open-task-bar.tsx';
import { TaskPanel } from './tasks/task-panel.tsx';
import { identifyCurrentWorker, ChooseWorkerPanel } from './people/choose-worker-panel.tsx';
import { WorkPanel } from './work-panel.tsx';
import { registerOfflineWorker } from './offline/register-worker.ts';
import { isShowingSeenAnswers, keepSeenAnswers, useOldestShownMs } from './offline/seen-answers.ts';
import { useAppliedReports } from './offline/use-applied-reports.ts';
import { outbox } from './outbox.ts';
import '#client/kit/look/blueprint.css';
import './terminal.css';
import './terminal-layout.css';

/**
 * The terminal clears the current worker after this number of milliseconds without a touch or a
 * key press.
 */
const CLEAR_WORKER_AFTER_MS = 120_000;
const INACTIVITY_CHECK_INTERVAL_MS = 15_000;

type CardAnswer = Extract<ScanAnswer, { kind: 'card' }>;
/**
 * The code of the card that the screen shows, and the id of the process that the worker has chosen.
 */
interface OpenCard {
  code: string;
  processId: number | null;
}

/** The device that was scanned last, and the worker for whom it was scanned; undefined while nobody is identified. */
interface ScannedDevice {
  deviceId: number;
  employeeId: number | undefined;
}

/** The processes that a worker has chosen to report together. */
interface WorkerBatch {
  employeeId: number;
  chosen: readonly QueuedProcess[];
}

/**
 * Clears the current worker after a time without a touch or a key press. Removes people who became the current worker
 * more than `keepMinutes` minutes ago. If `keepMinutes` is null, does nothing.
 */
function useRemoveInactivePeople(keepMinutes: number | null): void {
  useEffect(() => {
    if (keepMinutes === null) return;
    let lastTouchAt = Date.now();
    const recordTouch = () => (lastTouchAt = Date.now());
    const timer = setInterval(() => {
      // Without a network, the terminal could not identify the people again, so it does not remove them. Their tokens
      // end on the server.
      if (!outbox.isStuck && !isShowingSeenAnswers()) identifiedPeople.removeInactive(keepMinutes);
      if (Date.now() - lastTouchAt > CLEAR_WORKER_AFTER_MS) identifiedPeople.clearCurrent();
    }, INACTIVITY_CHECK_INTERVAL_MS);
    window.addEventListener('pointerdown', recordTouch);
    window.addEventListener('keydown', recordTouch);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', recordTouch);
      window.removeEventListener('keydown', recordTouch);
    };
  }, [keepMinutes]);
}

// The terminal stores the answers that it shows, and shows them again without a network. Its queries always run,
// because a browser without internet access may report that it is offline although the network of the factory works.
keepSeenAnswers();
registerOfflineWorker();
queryClient.setDefaultOptions({
  queries: { ...queryClient.getDefaultOptions().queries, networkMode: 'always' },
});

/** Reads all data again when the connection is back, if the screen shows stored answers. */
function useRefetchWhenBack(): void {
  const { state } = useLiveState();
  const isOld = useOldestShownMs() !== null;
  useEffect(() => {
    if (state === 'live' && isOld) void queryClient.invalidateQueries();
  }, [state, isOld]);
}

const sendScan = (code: string, worker: IdentifiedPerson | null, signal?: AbortSignal): Promise<ScanAnswer> =>
  call<ScanAnswer>(
    '/mes/floor/scan',
    { code },
    {
      workerToken: worker?.token,
      codesShownElsewhere: [
        'barcodeFormat',
        'barcodeOtherFactory',
        'barcodeUnknown',
        'materialScannedAlone',
        'fieldsInvalid',
        'requestFailed',
        'timedOut',
      ],
      ...(signal ? { signal } : {}),
    },
  );

/**
 * The screen of a shop-floor terminal. A worker scans a card, sees the next step and reports it by
 * touch.
 */
export function TerminalScreen() {
  const t = useT();
  const user = useUser();
  const worker = useCurrentWorker();
  const [openCard, setOpenCard] = useState<OpenCard | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [scannedDevice, setScannedDevice] = useState<ScannedDevice | null>(null);
  const dropDevice = () => setScannedDevice(null);
  if (scannedDevice && scannedDevice.employeeId !== worker?.employeeId) {
    // A device that was scanned before anybody was identified is for the first person; the next may work on another.
    if (scannedDevice.employeeId === undefined && worker)
      setScannedDevice({ ...scannedDevice, employeeId: worker.employeeId });
    else dropDevice();
  }
  const showCard = (next: OpenCard | null) => {
    if (openCard && openCard.code !== next?.code) dropDevice();
    setOpenCard(next);
  };
  /** The id of the worker who is choosing a task; null if nobody is. */
  const [taskChooserId, setTaskChooserId] = useState<number | null>(null);
  /**
   * The places for which a worker is calling for help. The call was begun on the overview, but a card may be shown
   * meanwhile.
   */
  const [helpCall, setHelpCall] = useState<(CallPlaces & { employeeId: number }) | null>(null);
  const [workerBatch, setWorkerBatch] = useState<WorkerBatch | null>(null);
  // A batch belongs to one worker. Another worker does not see it.
  const batch = worker && workerBatch?.employeeId === worker.employeeId ? workerBatch.chosen : null;
  const setBatch = (chosen: readonly QueuedProcess[] | null) =>
    setWorkerBatch(worker && chosen && { employeeId: worker.employeeId, chosen });
  useRemoveInactivePeople(user.terminal?.keepMinutes ?? null);

  const { data: card, error } = useQuery({
    queryKey: queryKeys.entity('process', 'scan', { code: openCard?.code, who: worker?.employeeId ?? null }),
    queryFn: async ({ signal }) => (await sendScan(openCard!.code, worker, signal)) as CardAnswer,
    enabled: openCard !== null,
    meta: { watches: ['process', 'workReport', 'workOrder', 'part', 'card'] },
  });

  const beginScan = useScanOrder();
  const onScan = async (code: string, isTyped = false): Promise<void> => {
    const scan = beginScan();
    setRefusal(null);
    const wrongScan = offerScan(code, user.factoryCode, isTyped);
    if (wrongScan !== undefined) return setRefusal(wrongScan);
    setTaskChooserId(null);
    try {
      const answer = await sendScan(code, worker);
      if (answer.kind === 'person') {
        if (user.kind !== 'terminal') return setRefusal(t('error.notATerminal'));
        return await identifyCurrentWorker({ badge: answer.badge }, () => scan.takesEffect('person'));
      }
      if (!scan.takesEffect(answer.kind)) return;
      if (answer.kind === 'device')
        return setScannedDevice({ deviceId: answer.deviceId, employeeId: worker?.employeeId });
      setBatch(null);
      showCard({ code: answer.code, processId: null });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      if (!scan.isLatest()) return;
      const isCardUnknownHere = problem.code === 'requestFailed' && !code.includes('|PERSON|');
      setRefusal(isCardUnknownHere ? t('unknownOffline', { code: code.split('|').at(-1) }) : problem.message);
    }
  };
  useScanner(user.factoryCode, {
    onScan: (code) => void onScan(code),
    onTorn: () => setRefusal(t('scanTorn')),
  });

  useRefetchWhenBack();
  const { applyReports } = useAppliedReports(worker?.employeeId ?? null);
  const shownCard = openCard && card ? { ...card, processes: applyReports(card.processes) } : null;
  const process =
    shownCard?.processes.find(
      (candidate) => candidate.processId === (openCard?.processId ?? shownCard.processId),
    ) ?? shownCard?.processes[0];
  const scanProblem = refusal ?? (error instanceof CallError ? error.message : null);
  const closeBanner = () => {
    if (refusal === null) showCard(null);
    setRefusal(null);
  };
  const isChoosingTask = worker !== null && taskChooserId === worker.employeeId;
  const workGroupId = user.kind === 'terminal' ? user.workGroupId : (worker?.workGroupId ?? null);
  return (
    <OverlaysProvider>
      <main
        className="floor"
        data-shows={!worker ? 'people' : batch ? 'batch' : shownCard || isChoosingTask ? 'work' : 'lists'}
      >
        <TerminalHead worker={worker} />
        {scanProblem && <ScanFailureBanner reason={scanProblem} onClose={closeBanner} />}
        <UnsentReportsNotice />
        <OpenCalls worker={worker} workGroupId={workGroupId} />
        {worker && <PlanNotices key={worker.employeeId} worker={worker} />}
        {worker && <OpenTaskBar worker={worker} />}
        {worker?.token && <CountersignBar key={worker.token} worker={worker} token={worker.token} />}
        <div className="floor-work">
          <div className="floor-body">
            <div className="floor-side">
              <ScanBox onType={(code) => void onScan(code, true)} onScan={(code) => void onScan(code)} />
              <ProcessList
                worker={worker}
                workGroupId={workGroupId}
                chosenProcessId={process?.processId ?? null}
                onChoose={(chosenProcess) => {
                  setRefusal(null);
                  setTaskChooserId(null);
                  showCard({ code: chosenProcess.cardCode, processId: chosenProcess.processId });
                }}
                batch={batch}
                onBatch={setBatch}
              />
            </div>
            <div className="floor-main">
              {!worker ? (
                <ChooseWorkerPanel />
              ) : batch ? (
                <BatchPanel
                  chosen={batch}
                  worker={worker}
                  workGroupId={workGroupId}
                  scannedDeviceId={scannedDevice?.deviceId ?? null}
                  onChange={setBatch}
                  onDeviceUsed={dropDevice}
                />
              ) : isChoosingTask ? (
                <TaskPanel worker={worker} onClose={() => setTaskChooserId(null)} />
              ) : shownCard && process ? (
                <WorkPanel
                  card={shownCard}
                  process={process}
                  worker={worker}
                  scannedDeviceId={scannedDevice?.deviceId ?? null}
                  onDeviceUsed={dropDevice}
                  onChoose={(processId) => showCard({ code: shownCard.code, processId })}
                  onOpenCard={(code) => showCard({ code, processId: null })}
                  onBack={() => showCard(null)}
                  onWrongScan={setRefusal}
                />
              ) : (
                <OverviewPanel
                  worker={worker}
                  workGroupId={workGroupId}
                  scannedDeviceId={scannedDevice?.deviceId ?? null}
                  onChooseTask={() => setTaskChooserId(worker.employeeId)}
                  onCall={(callPlaces) => setHelpCall({ ...callPlaces, employeeId: worker.employeeId })}
                />
              )}
            </div>
          </div>
          <UndoBar worker={worker} />
        </div>
        {worker && <RefusalNotice worker={worker} />}
        {worker && helpCall?.employeeId === worker.employeeId && (
          <RaiseCallDialog
            place={helpCall.place}
            places={helpCall.places}
            workerToken={worker.token}
            onClose={() => setHelpCall(null)}
          />
        )}
      </main>
      <RefusalDialog />
    </OverlaysProvider>
  );
}
