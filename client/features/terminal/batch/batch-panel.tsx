import { useState } from 'react';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { lastUsedDevices } from '#client/production/last-device.ts';
import { useT } from '#client/kit/words/t.ts';
import { DeviceChoice } from '../device-choice.tsx';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { isDeviceUsable, useTerminalDevices } from '../use-terminal-devices.ts';
import { useBatchReport } from './use-batch-report.ts';
import './batch-panel.css';

interface Props {
  chosen: readonly QueuedProcess[];
  worker: IdentifiedPerson;
  workGroupId: number | null;
  /** The id of the device that was scanned last; null if none was scanned. */
  scannedDeviceId: number | null;
  /** Called with the processes that stay chosen; null ends the choice of several processes. */
  onChange: (chosen: readonly QueuedProcess[] | null) => void;
  /** Called when the server has accepted a start, so that the scanned device is no longer proposed. */
  onDeviceUsed: () => void;
}

const STEP_TERMS = { receive: 'receive', start: 'start', rework: 'startRework', finish: 'finish' } as const;

/** Reports the chosen processes together: receives, starts, reworks or finishes them. */
export function BatchPanel({ chosen, worker, workGroupId, scannedDeviceId, onChange, onDeviceUsed }: Props) {
  const t = useT();
  const [typedQuantities, setTypedQuantities] = useState<Readonly<Record<number, string>>>({});
  const [pickedDeviceId, setPickedDeviceId] = useState<number | null | undefined>(undefined);
  const [doneText, setDoneText] = useState<string | null>(null);
  const { busy, problem, result, closeResult, report } = useBatchReport(worker);
  const step = chosen[0]?.next.step ?? null;
  const isStart = step === 'start' || step === 'rework';
  const loadedDevices = useTerminalDevices(isStart ? workGroupId : null, worker.token);
  const devices = loadedDevices ?? [];
  const lastDeviceId = lastUsedDevices.get(workGroupId);
  const deviceId =
    pickedDeviceId !== undefined
      ? pickedDeviceId
      : isDeviceUsable(loadedDevices, scannedDeviceId)
        ? scannedDeviceId
        : isDeviceUsable(devices, lastDeviceId)
          ? lastDeviceId
          : null;
  const lines = chosen.map((process) => ({
    process,
    quantity: Number(typedQuantities[process.processId] ?? process.next.quantity),
  }));
  const total = addQuantities(...lines.map(({ quantity }) => quantity || 0));
  const lacksDevice =
    isStart && deviceId === null && (getReportWayRules(chosen[0]!.reportWay).needsDevice ?? false);
  const isComplete = lines.length > 0 && lines.every(({ quantity }) => quantity > 0) && !lacksDevice;
  const verb = step === null ? '' : t(STEP_TERMS[step]);

  const sendBatch = async () => {
    if (step === null) return;
    if (isStart) lastUsedDevices.set(workGroupId, deviceId);
    const refusedIds = await report(step, verb, lines, isStart ? deviceId : null);
    if (!refusedIds) return;
    if (isStart && refusedIds.size < chosen.length) onDeviceUsed();
    setDoneText(
      refusedIds.size < chosen.length
        ? t('batchDone', { verb, count: chosen.length - refusedIds.size })
        : null,
    );
    onChange(chosen.filter(({ processId }) => refusedIds.has(processId)));
  };
  return (
    <section className="report-panel batch-panel" aria-label={t('reportSeveral')}>
      <h2>
        {t('reportSeveral')} <span>{t('selectedCount', { count: chosen.length })}</span>
      </h2>
      {chosen.length === 0 ? (
        <p className="floor-empty" role="status">
          {doneText ? `✓ ${doneText}` : t('chooseSeveralHint')}
        </p>
      ) : (
        <ul className="batch-lines">
          {lines.map(({ process }) => (
            <li key={process.processId}>
              <span className="batch-line-name">
                <strong>{process.partName}</strong>
                <small>
                  {process.name} · {process.cardCode}
                </small>
              </span>
              <input
                type="number"
                inputMode="decimal"
                min={0}
                step="any"
                aria-label={t('actOf', {
                  what: t('quantity'),
                  name: `${process.partName} ${process.cardCode}`,
                })}
                value={typedQuantities[process.processId] ?? String(process.next.quantity)}
                onChange={(event) =>
                  setTypedQuantities((quantities) => ({
                    ...quantities,
                    [process.processId]: event.target.value,
                  }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="batch-problem" role="alert">
          {`✕ ${problem}`}
        </p>
      )}
      {isStart && <DeviceChoice devices={devices} value={deviceId} onChange={setPickedDeviceId} />}
      <div className="floor-actions">
        <button type="button" className="floor-button" onClick={() => onChange(null)}>
          {t('endReportSeveral')}
        </button>
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={busy || !isComplete}
          onClick={() => void sendBatch()}
        >
          {busy
            ? t('sending')
            : step === null
              ? t('reportSeveral')
              : t('verbWithQuantity', { verb, quantity: formatNumber(total) })}
        </button>
      </div>
      {result && <BatchResultDialog result={result} onClose={closeResult} />}
    </section>
  );
}
