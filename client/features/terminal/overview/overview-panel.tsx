import { useQuery } from '@tanstack/react-query';
import type { QueuedProcess, WorkToday } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatDuration, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { CallPlace } from '#client/production/calls/raise-call.tsx';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { useTerminalDevices } from '../use-terminal-devices.ts';
import './overview.css';

/** The places from which a person can call for help, and the place that is chosen at first. */
export interface CallPlaces {
  readonly place: CallPlace | null;
  readonly places: readonly CallPlace[];
}

interface Props {
  worker: IdentifiedPerson;
  workGroupId: number | null;
  /** The id of the device that was scanned last; null if none was scanned. */
  scannedDeviceId: number | null;
  /** Called when the person wants to report unplanned work. */
  onChooseTask: () => void;
  /** Called when the person wants to call for help. */
  onCall: (callPlaces: CallPlaces) => void;
}

/** Shows what a work group has planned and made today, as figures and as a bar. */
function GroupTarget({ name, planned, actual }: NonNullable<WorkToday['group']>) {
  const t = useT();
  const remainingQuantity = planned - actual;
  return (
    <div className="overview-target">
      <h3>{t('targetToday', { name })}</h3>
      <p>
        <b>{formatNumber(actual)}</b> / {formatNumber(planned)}
        <span>
          {remainingQuantity > 0
            ? t('stillToMake', { quantity: formatNumber(remainingQuantity) })
            : `✓ ${t('targetReached')}`}
        </span>
      </p>
      <progress max={planned} value={Math.min(actual, planned)} aria-label={t('targetToday', { name })} />
    </div>
  );
}

/**
 * Lists the places from which a person can call for help: the processes that they are working on, and
 * the other devices of the work group.
 */
function useCallPlaces(worker: IdentifiedPerson, workGroupId: number | null): readonly CallPlace[] {
  const { data: ownProcesses } = useQuery({
    queryKey: queryKeys.entity('process', '/mes/floor/mine', { who: worker.employeeId }),
    queryFn: ({ signal }) =>
      call<QueuedProcess[]>('/mes/floor/mine', {}, { signal, workerToken: worker.token }),
    meta: { watches: ['process', 'workReport', 'workOrder', 'part', 'card'] },
  });
  const devices = useTerminalDevices(workGroupId, worker.token) ?? [];
  const runningPlaces = (ownProcesses ?? []).map((process) => ({
    processId: process.processId,
    deviceId: process.open[0]?.deviceId ?? null,
    name: [process.name, process.partName, process.open[0]?.deviceName].filter(Boolean).join(' · '),
  }));
  const freeDevices = devices.filter((device) =>
    runningPlaces.every(({ deviceId }) => deviceId !== device.deviceId),
  );
  return [
    ...runningPlaces,
    ...freeDevices.map(({ deviceId, name }) => ({ processId: null, deviceId, name })),
  ];
}

/**
 * The panel for a person who has opened no card. It shows what the person made today, what the work group has planned
 * for today, a button for unplanned work, and a large button that calls for help.
 */
export function OverviewPanel({ worker, workGroupId, scannedDeviceId, onChooseTask, onCall }: Props) {
  const t = useT();
  const { data: workToday } = useQuery({
    queryKey: queryKeys.entity('workReport', 'today', { workGroupId, who: worker.employeeId }),
    queryFn: ({ signal }) =>
      call<WorkToday>('/mes/floor/today', { workGroupId }, { signal, workerToken: worker.token }),
    meta: { watches: ['workReport', 'process', 'part', 'workOrder'] },
  });
  const places = useCallPlaces(worker, workGroupId);
  const place =
    places.find((callPlace) => callPlace.deviceId === scannedDeviceId && scannedDeviceId !== null) ??
    (places.filter((callPlace) => callPlace.processId !== null).length === 1 ? places[0]! : null);
  return (
    <section className="overview" aria-label={t('madeToday')}>
      <p className="overview-hint">{t('scanHint')}</p>
      <div className="overview-today">
        <h3>{t('madeToday')}</h3>
        <dl>
          <div className="overview-good">
            <dt>{t('good')}</dt>
            <dd>{workToday ? formatNumber(workToday.good) : '–'}</dd>
          </div>
          <div className="overview-scrap">
            <dt>{t('scrap')}</dt>
            <dd>{workToday ? formatNumber(workToday.scrap) : '–'}</dd>
          </div>
          <div>
            <dt>{t('workedToday')}</dt>
            <dd className="overview-worked">{workToday ? formatDuration(workToday.seconds) : '–'}</dd>
          </div>
        </dl>
      </div>
      {workToday?.group && workToday.group.planned > 0 && <GroupTarget {...workToday.group} />}
      <button type="button" className="floor-button overview-task" onClick={onChooseTask}>
        {t('unplannedWork')}
      </button>
      <button
        type="button"
        className="floor-button floor-call overview-call"
        disabled={places.length === 0}
        onClick={() => onCall({ place, places })}
      >
        <span aria-hidden="true">{'▲'}</span> {t('abnormalCall')}
      </button>
    </section>
  );
}
