import { lazy, Suspense, useMemo, useState, type CSSProperties } from 'react';
import { file, lines, number, ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { COUNTED_STATES, readDevice, showsDuration, type Device } from '../kit/drawing/device.ts';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { StateCounts } from '../kit/drawing/state-counts.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { usePicture } from '../kit/pictures/use-picture.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './hall-map.css';

const words = {
  hallMap: ['车间平面图', 'Map of the hall', '廠房平面圖', 'フロアマップ'],
  noPlanYet: ['还没有平面图', 'No plan yet', '還沒有平面圖', '平面図がありません'],
  notPlaced: ['未放置', 'Not placed', '未放置', '未配置'],
  deviceGone: ['设备已删除', 'Machine deleted', '設備已刪除', '設備は削除済み'],
} as const satisfies TermsByKey;

const MAX_PLACED_DEVICES = 200;
const UNKNOWN_SHAPE = '?';

/** The place of a device, in percent of the width and the height of the plan. */
interface Place {
  deviceId: number;
  x: number;
  y: number;
}
interface Settings {
  planFile: number | null;
  placedDevices: readonly Place[];
}

const LazyPlacesInput = lazy(() =>
  import('../kit/pictures/places-input.tsx').then(({ PlacesInput }) => ({ default: PlacesInput })),
);

/** The input for the places of the devices. Only the designer downloads its code. */
function HallPlacesInput(props: InputProps) {
  return (
    <Suspense fallback={null}>
      <LazyPlacesInput {...props} planSetting="planFile" />
    </Suspense>
  );
}

/** Returns the style that places a mark. A mark at an edge stays within the plan. */
const makePlaceStyle = ({ x, y }: Place): CSSProperties => ({
  insetInlineStart: `${x}%`,
  insetBlockStart: `${y}%`,
  transform: `translate(${-x}%, ${-y}%)`,
});

/**
 * Shows a device by colour, shape and code. The state of a device that is down is also shown as a word. A
 * device that no longer exists gets a mark of its own.
 */
function DeviceMark({ place, device }: { place: Place; device: Device | undefined }) {
  const t = useT(words);
  if (!device) {
    return (
      <li className="hall-device is-gone" style={makePlaceStyle(place)} data-device={place.deviceId}>
        <span aria-hidden="true">{UNKNOWN_SHAPE}</span> {t('deviceGone')}
      </li>
    );
  }
  const { shape, tone } = getStateStyle(device.state ?? 'idle');
  const stateText = device.state ? t(device.state) : UNKNOWN_VALUE_TEXT;
  return (
    <li
      className={`hall-device wall-${tone} is-${device.state ?? 'unknown'}`}
      style={makePlaceStyle(place)}
      data-device={device.id}
    >
      <span className="wall-shape" aria-hidden="true">
        {device.state ? shape : UNKNOWN_SHAPE}
      </span>
      {device.hasCall && device.state !== 'down' && (
        <span className="wall-call">
          <span aria-hidden="true">{getStateStyle('raised').shape}</span>
          <span className="visually-hidden">{t('callHelp')}</span>
        </span>
      )}
      <span className="hall-code">{device.code || device.name}</span>
      <span className={device.state === 'down' ? 'hall-word' : 'visually-hidden'}>{stateText}</span>
      {showsDuration(device) && <ElapsedTime since={device.since} isShort />}
    </li>
  );
}

interface PlanProps {
  url: string;
  places: readonly Place[];
  devicesById: ReadonlyMap<string, Device>;
  onUnreadable: () => void;
}

/** Draws the plan as large as it fits, with the marks of the devices on it. */
function Plan({ url, places, devicesById, onUnreadable }: PlanProps) {
  const [boxRef, box] = useBoxSize();
  const [ratio, setRatio] = useState<number | null>(null);
  const width = box && ratio ? Math.min(box.width, box.height * ratio) : 0;
  const style: CSSProperties = ratio
    ? { inlineSize: width, blockSize: width / ratio }
    : { visibility: 'hidden' };
  return (
    <div className="hall-box" ref={boxRef}>
      <div className="hall-plan" style={style}>
        <img
          src={url}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
          }
          onError={onUnreadable}
        />
        <ul className="hall-devices">
          {places.map((place, index) => (
            <DeviceMark key={index} place={place} device={devicesById.get(String(place.deviceId))} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function HallMapContent({
  settings: { planFile, placedDevices },
  rows,
  areRowsKnown,
}: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const { url, isMissing } = usePicture(planFile);
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  const devicesById = useMemo(
    () => new Map(rows.map(readDevice).map((device) => [device.id, device])),
    [rows],
  );
  const placedDeviceIds = useMemo(
    () => new Set(placedDevices.map(({ deviceId }) => String(deviceId))),
    [placedDevices],
  );
  if (planFile === null) return <TileMessage>{t('noPlanYet')}</TileMessage>;
  if (isMissing) return <TileMessage isProblem>{t('pictureMissing')}</TileMessage>;
  if (url !== null && url === unreadableUrl)
    return <TileMessage isProblem>{t('pictureUnreadable')}</TileMessage>;
  if (url === null || !areRowsKnown) return <TileMessage>{t('waitingForData')}</TileMessage>;
  const devicesOnPlan = [...devicesById.values()].filter(({ id }) => placedDeviceIds.has(id));
  const notPlacedCount = devicesById.size - devicesOnPlan.length;
  const counts = COUNTED_STATES.map((state) => ({
    state,
    count: devicesOnPlan.filter((device) => device.state === state).length,
  }));
  return (
    <div className="hall-map">
      <div className="hall-head">
        <StateCounts counts={counts} />
        {notPlacedCount > 0 && (
          <span className="quiet hall-rest">{`${t('notPlaced')} ${formatFigure(notPlacedCount, lang)}`}</span>
        )}
      </div>
      <Plan
        url={url}
        places={placedDevices}
        devicesById={devicesById}
        onUnreadable={() => setUnreadableUrl(url)}
      />
    </div>
  );
}

/** Shows an uploaded plan of a hall, with the state of each device at its place. */
export const hallMap = defineWidget({
  type: 'hallMap',
  version: 1,
  title: 'hallMap',
  area: 'devices',
  words,
  // On a smaller tile the marks would cover each other.
  size: { w: 14, h: 16, minW: 9, minH: 10 },
  settings: {
    planFile: file({ label: 'pictureFile' }),
    placedDevices: lines(
      {
        deviceId: ref('device', { required: true }),
        x: number({ required: true, min: 0, max: 100, decimals: 1, initial: 50, label: 'placeX' }),
        y: number({ required: true, min: 0, max: 100, decimals: 1, initial: 50, label: 'placeY' }),
      },
      { max: MAX_PLACED_DEVICES, label: 'placedDevices' },
    ),
  },
  inputs: { placedDevices: HallPlacesInput },
  source: () => ({ path: '/mes/form/deviceStates', params: {} }),
  Component: HallMapContent,
});
