import { useState } from 'react';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useArrangedForm } from '#client/kit/forms/use-arranged-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { lastDevice } from '#client/production/last-device.ts';
import { useT } from '#client/kit/words/t.ts';
import { RowButtons } from './row-buttons.tsx';
import type { IdentifiedPerson } from './identified-people.ts';
import { ReportNumbers, type QuantityField } from './report-numbers.tsx';
import type { ReportCommand } from './use-report-command.ts';
import { useQuantities } from './use-quantities.ts';

interface Props {
  process: TerminalProcess;
  worker: IdentifiedPerson;
  busy: boolean;
  /** The id of the device that was scanned last; null if none was scanned. */
  scannedDevice: number | null;
  onReport: (reporting: ReportCommand) => void;
}

const START_QUANTITIES: readonly QuantityField[] = [{ name: 'good', label: 'howMany', tone: 'good' }];
const RECORD_QUANTITIES: readonly QuantityField[] = [
  { name: 'good', label: 'good', tone: 'good' },
  { name: 'scrap', label: 'scrap', tone: 'bad' },
  { name: 'minutes', label: 'tookMinutes' },
];

/**
 * Starts work, receives pieces, or records finished work. The default quantity is that of all
 * available pieces.
 */
export function BeginPanel({ process, worker, busy, scannedDevice, onReport }: Props) {
  const t = useT();
  const { next, processId, workGroupId } = process;
  const receiving = next.step === 'receive';
  const q = useQuantities(next.quantity);
  const [done, setDone] = useState(false);
  const [picked, pick] = useState<number | null | undefined>(undefined);
  const deviceId =
    picked !== undefined ? picked : (scannedDevice ?? process.deviceId ?? lastDevice.of(workGroupId));
  const { arranged } = useArrangedForm('workReport', reportFormFields);
  const lacksDevice =
    deviceId === null && (arranged?.some((one) => one.name === 'deviceId' && one.required) ?? false);
  const begin = (phase: 'run' | 'preparation') => {
    lastDevice.keep(workGroupId, deviceId);
    onReport({
      path: '/mes/report/start',
      fields: { processId, quantity: q.good, deviceId, phase, source: 'kiosk' },
      says: 'startedDone',
      quantity: q.good,
      undo: 'whole',
    });
  };
  const receive = () =>
    onReport({
      path: '/mes/report/receive',
      fields: { processId, quantity: q.good },
      says: 'receivedDone',
      quantity: q.good,
      undo: 'whole',
    });
  const record = () => {
    lastDevice.keep(workGroupId, deviceId);
    onReport({
      path: '/mes/report/record',
      fields: { processId, good: q.good, scrap: q.scrap, minutes: q.minutes, deviceId, source: 'kiosk' },
      says: 'recordedDone',
      quantity: addQuantities(q.good, q.scrap),
      undo: 'whole',
    });
  };
  const quantity = formatNumber(done ? addQuantities(q.good, q.scrap) : q.good);
  return (
    <div className="report-panel">
      <ReportNumbers quantities={q} fields={done ? RECORD_QUANTITIES : START_QUANTITIES} />
      {!receiving && workGroupId !== null && (
        <RowButtons
          title="onDevice"
          entity="device"
          filter={{ workGroupId, status: 'normal' }}
          none="noDevice"
          value={picked === undefined && deviceId === null ? undefined : deviceId}
          as={worker.token}
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
          {busy ? t('sending') : t(receiving ? 'receiveNow' : done ? 'recordNow' : 'startNow', { quantity })}
        </button>
      </div>
    </div>
  );
}
