import { useState } from 'react';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { TerminalDevice, TerminalProcess } from '#shared/answers/terminal.ts';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { lastUsedDevices } from '#client/production/last-device.ts';
import { useSkippedLines } from '#client/production/plan/use-skipped-lines.ts';
import { ReportEntriesInput } from '#client/production/reporting/entries/report-entries-input.tsx';
import { useT } from '#client/kit/words/t.ts';
import { DeviceChoice } from './device-choice.tsx';
import { describePieces } from './numbers/describe-pieces.ts';
import { SkipReasonChoice, useSkipReason } from './plan/skip-reason-choice.tsx';
import { TeamChoice } from './people/team-choice.tsx';
import { StartTimeChoice } from './start-time-choice.tsx';
import { isDeviceUsable, useTerminalDevices } from './use-terminal-devices.ts';
import type { IdentifiedPerson } from './people/identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from './numbers/report-numbers.tsx';
import type { ReportCommand } from './use-report-command.ts';
import { usePadEntries } from './numbers/use-pad-entries.ts';
import { useQuantities } from './numbers/use-quantities.ts';
import './numbers/bad-reasons.css';

interface Props {
  /** The card by which the work is reported. */
  cardId: number | null;
  process: TerminalProcess;
  worker: IdentifiedPerson;
  busy: boolean;
  /** The id of the device that was scanned last; null if none was scanned. */
  scannedDeviceId: number | null;
  onReport: (command: ReportCommand) => void;
  /** Shows the problem of a wrong scan. */
  onWrongScan: (problem: string) => void;
}

const START_QUANTITY_FIELDS: readonly QuantityField[] = [{ name: 'good', label: 'howMany', tone: 'good' }];
const FINISHED_WORK_FIELDS: readonly QuantityField[] = [
  { name: 'good', label: 'good', tone: 'good' },
  { name: 'scrap', label: 'scrap', tone: 'bad' },
  { name: 'minutes', label: 'tookMinutes' },
];

/**
 * Finds the device of the work group that the person used last. If the person has used none, finds the device that was
 * used last in this browser.
 * @returns null if there is no such device, if it is out of service, or if another person uses it now
 */
function findLastDeviceIfFree(
  devices: readonly TerminalDevice[],
  browserDeviceId: number | null,
  workerName: string,
): number | null {
  const lastDevice =
    devices.find((device) => device.isLast) ?? devices.find((device) => device.deviceId === browserDeviceId);
  const isFree =
    lastDevice?.status === 'normal' && lastDevice.busyWith.every((person) => person === workerName);
  return isFree ? lastDevice.deviceId : null;
}

/**
 * Starts work, receives pieces, or records finished work. By default the quantity is all pieces that
 * can be started or received now.
 */
export function BeginPanel({ cardId, process, worker, busy, scannedDeviceId, onReport, onWrongScan }: Props) {
  const t = useT();
  const { next, processId, workGroupId } = process;
  const isReceiving = next.step === 'receive';
  const isRework = next.step === 'rework';
  const quantities = useQuantities(next.quantity);
  const [isFinishedWork, setIsFinishedWork] = useState(false);
  const [minutesAgo, setMinutesAgo] = useState(0);
  const padEntries = usePadEntries(process, worker, quantities, {
    pieces: addQuantities(quantities.good, quantities.scrap),
    isRework,
    endsWork: isFinishedWork,
    onWrongScan,
  });
  const [pickedDeviceId, setPickedDeviceId] = useState<number | null | undefined>(undefined);
  const loadedDevices = useTerminalDevices(isReceiving ? null : workGroupId, worker.token);
  const devices = loadedDevices ?? [];
  const deviceId =
    pickedDeviceId !== undefined
      ? pickedDeviceId
      : ([scannedDeviceId, process.deviceId].find((id) => isDeviceUsable(loadedDevices, id)) ??
        findLastDeviceIfFree(devices, lastUsedDevices.get(workGroupId), worker.name));
  const { arrangedFields } = useArrangedFormFields('workReport', reportFormFields);
  const { needsDevice, includesTeam } = getReportWayRules(process.reportWay);
  const [teamIds, setTeamIds] = useState<readonly number[] | null>(null);
  const peopleFields =
    includesTeam && teamIds ? { people: JSON.stringify(teamIds.map((employeeId) => ({ employeeId }))) } : {};
  const skippedLines = useSkippedLines(
    processId,
    deviceId,
    !isReceiving && !isRework && !isFinishedWork && !process.leapfrog,
    worker.token,
  );
  const skipReason = useSkipReason(isFinishedWork ? [] : skippedLines);
  const lacksDevice =
    deviceId === null &&
    (needsDevice || (arrangedFields?.some((field) => field.name === 'deviceId' && field.required) ?? false));
  const buttonText = isReceiving
    ? t('receiveNow', { quantity: formatNumber(quantities.good) })
    : isFinishedWork
      ? t('recordNow', { quantity: describePieces(t, quantities.good, quantities.scrap, 0) })
      : t(isRework ? 'startReworkNow' : 'startNow', { quantity: formatNumber(quantities.good) });
  const startWork = (phase: 'run' | 'preparation') => {
    lastUsedDevices.set(workGroupId, deviceId);
    onReport({
      path: '/mes/report/start',
      fields: {
        processId,
        cardId,
        quantity: quantities.good,
        deviceId,
        phase,
        isRework,
        source: 'kiosk',
        ...peopleFields,
        ...skipReason.fields,
      },
      messageTerm: 'startedDone',
      quantity: quantities.good,
      minutesAgo,
      pressed: phase === 'run' ? buttonText : t('startSetup'),
      undo: 'whole',
    });
  };
  const receivePieces = () =>
    onReport({
      path: '/mes/report/receive',
      fields: { processId, cardId, quantity: quantities.good },
      messageTerm: 'receivedDone',
      quantity: quantities.good,
      pressed: buttonText,
      undo: 'whole',
    });
  const recordWork = () => {
    lastUsedDevices.set(workGroupId, deviceId);
    onReport({
      path: '/mes/report/record',
      fields: {
        processId,
        cardId,
        good: quantities.good,
        scrap: quantities.scrap,
        minutes: quantities.minutes,
        deviceId,
        isRework,
        source: 'kiosk',
        ...peopleFields,
        ...padEntries.entries.payload,
      },
      messageTerm: 'recordedDone',
      quantity: addQuantities(quantities.good, quantities.scrap),
      pressed: buttonText,
      undo: 'whole',
    });
  };
  return (
    <div className="report-panel">
      {!isReceiving && !isFinishedWork && (
        <SkipReasonChoice skipped={skippedLines} reason={skipReason} workerToken={worker.token} />
      )}
      <ReportQuantitiesWithPad
        quantities={padEntries.quantities}
        value={padEntries.value}
        onNext={padEntries.goToNext}
        fields={isFinishedWork ? FINISHED_WORK_FIELDS : START_QUANTITY_FIELDS}
        reasons={
          isFinishedWork &&
          padEntries.entries.request && (
            <div className="bad-reasons">
              <ReportEntriesInput
                entries={padEntries.entries}
                workerToken={worker.token}
                pad={padEntries.pad}
                onWrongScan={onWrongScan}
              />
            </div>
          )
        }
      >
        {!isReceiving && !isFinishedWork && (
          <StartTimeChoice minutesAgo={minutesAgo} onChange={setMinutesAgo} />
        )}
      </ReportQuantitiesWithPad>
      {!isReceiving && (
        <DeviceChoice
          devices={devices}
          value={pickedDeviceId === undefined && deviceId === null ? undefined : deviceId}
          onChange={setPickedDeviceId}
        />
      )}
      {!isReceiving && includesTeam && (
        <TeamChoice workGroupId={workGroupId} worker={worker} value={teamIds} onChange={setTeamIds} />
      )}
      <div className="floor-actions">
        {!isReceiving && (
          <button
            type="button"
            className="floor-button"
            aria-pressed={isFinishedWork}
            onClick={() => {
              setIsFinishedWork(!isFinishedWork);
              quantities.selectQuantity(isFinishedWork ? 'good' : 'minutes');
            }}
          >
            {t(isFinishedWork ? 'backToStart' : 'recordDone')}
          </button>
        )}
        {!isReceiving && !isRework && !isFinishedWork && (process.preparationMinutes ?? 0) > 0 && (
          <button
            type="button"
            className="floor-button"
            disabled={busy || quantities.good <= 0 || lacksDevice || skipReason.isMissing}
            onClick={() => startWork('preparation')}
          >
            {t('startSetup')}
          </button>
        )}
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={
            busy ||
            quantities.good <= 0 ||
            (isFinishedWork && (quantities.minutes < 1 || padEntries.entries.missing !== null)) ||
            (!isReceiving && (lacksDevice || skipReason.isMissing))
          }
          onClick={isReceiving ? receivePieces : isFinishedWork ? recordWork : () => startWork('run')}
        >
          {busy ? t('sending') : buttonText}
        </button>
      </div>
    </div>
  );
}
