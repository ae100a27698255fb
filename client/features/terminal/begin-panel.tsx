import { useState } from 'react';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { TerminalDevice, TerminalProcess } from '#shared/answers/terminal.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { lastUsedDevices } from '#client/production/last-device.ts';
import { useT } from '#client/kit/words/t.ts';
import { DeviceChoice } from './device-choice.tsx';
import { describePieces } from './numbers/describe-pieces.ts';
import { StartTimeChoice } from './start-time-choice.tsx';
import { useTerminalDevices } from './use-terminal-devices.ts';
import type { IdentifiedPerson } from './identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from './numbers/report-numbers.tsx';
import type { ReportCommand } from './use-report-command.ts';
import { useQuantities } from './numbers/use-quantities.ts';

interface Props {
  process: TerminalProcess;
  worker: IdentifiedPerson;
  busy: boolean;
  /** The id of the device that was scanned last; null if none was scanned. */
  scannedDevice: number | null;
  onReport: (reporting: ReportCommand) => void;
}

const START_QUANTITY_FIELDS: readonly QuantityField[] = [{ name: 'good', label: 'howMany', tone: 'good' }];
const FINISHED_WORK_FIELDS: readonly QuantityField[] = [
  { name: 'good', label: 'good', tone: 'good' },
  { name: 'scrap', label: 'scrap', tone: 'bad' },
  { name: 'minutes', label: 'tookMinutes' },
];

/**
 * Finds the device that the person used last, otherwise the device of the work group that was last used
 * in this browser.
 * @returns null if there is no such device, if it is out of service, or if another person uses it now
 */
function findLastDeviceIfFree(
  devices: readonly TerminalDevice[],
  screenDeviceId: number | null,
  name: string,
): number | null {
  const last = devices.find((one) => one.isLast) ?? devices.find((one) => one.deviceId === screenDeviceId);
  const isFree = last?.status === 'normal' && last.busyWith.every((other) => other === name);
  return isFree ? last.deviceId : null;
}

/**
 * Starts work, receives pieces, or records finished work. By default the quantity is all pieces that
 * can be started or received now.
 */
export function BeginPanel({ process, worker, busy, scannedDevice, onReport }: Props) {
  const t = useT();
  const { next, processId, workGroupId } = process;
  const receiving = next.step === 'receive';
  const q = useQuantities(next.quantity);
  const [done, setDone] = useState(false);
  const [minutesAgo, setMinutesAgo] = useState(0);
  const [picked, pick] = useState<number | null | undefined>(undefined);
  const devices = useTerminalDevices(receiving ? null : workGroupId, worker.token);
  const deviceId =
    picked !== undefined
      ? picked
      : (scannedDevice ??
        process.deviceId ??
        findLastDeviceIfFree(devices, lastUsedDevices.of(workGroupId), worker.name));
  const { arranged } = useArrangedFormFields('workReport', reportFormFields);
  const lacksDevice =
    deviceId === null && (arranged?.some((one) => one.name === 'deviceId' && one.required) ?? false);
  const words = receiving
    ? t('receiveNow', { quantity: formatNumber(q.good) })
    : done
      ? t('recordNow', { quantity: describePieces(t, q.good, q.scrap, 0) })
      : t('startNow', { quantity: formatNumber(q.good) });
  const begin = (phase: 'run' | 'preparation') => {
    lastUsedDevices.keep(workGroupId, deviceId);
    onReport({
      path: '/mes/report/start',
      fields: { processId, quantity: q.good, deviceId, phase, source: 'kiosk' },
      says: 'startedDone',
      quantity: q.good,
      minutesAgo,
      pressed: phase === 'run' ? words : t('startSetup'),
      undo: 'whole',
    });
  };
  const receive = () =>
    onReport({
      path: '/mes/report/receive',
      fields: { processId, quantity: q.good },
      says: 'receivedDone',
      quantity: q.good,
      pressed: words,
      undo: 'whole',
    });
  const record = () => {
    lastUsedDevices.keep(workGroupId, deviceId);
    onReport({
      path: '/mes/report/record',
      fields: { processId, good: q.good, scrap: q.scrap, minutes: q.minutes, deviceId, source: 'kiosk' },
      says: 'recordedDone',
      quantity: addQuantities(q.good, q.scrap),
      pressed: words,
      undo: 'whole',
    });
  };
  return (
    <div className="report-panel">
      <ReportQuantitiesWithPad quantities={q} fields={done ? FINISHED_WORK_FIELDS : START_QUANTITY_FIELDS}>
        {!receiving && !done && <StartTimeChoice minutesAgo={minutesAgo} onChange={setMinutesAgo} />}
      </ReportQuantitiesWithPad>
      {!receiving && (
        <DeviceChoice
          devices={devices}
          value={picked === undefined && deviceId === null ? undefined : deviceId}
          onChange={pick}
        />
      )}
      <div className="floor-actions">
        {!receiving && (
          <button
            type="button"
            className="floor-button"
            aria-pressed={done}
            onClick={() => {
              setDone(!done);
              q.touch(done ? 'good' : 'minutes');
            }}
          >
            {t(done ? 'backToStart' : 'recordDone')}
          </button>
        )}
        {!receiving && !done && (process.preparationMinutes ?? 0) > 0 && (
          <button
            type="button"
            className="floor-button"
            disabled={busy || q.good <= 0 || lacksDevice}
            onClick={() => begin('preparation')}
          >
            {t('startSetup')}
          </button>
        )}
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={busy || q.good <= 0 || (done && q.minutes < 1) || (!receiving && lacksDevice)}
          onClick={receiving ? receive : done ? record : () => begin('run')}
        >
          {busy ? t('sending') : words}
        </button>
      </div>
    </div>
  );
}
