import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number, ref, choice } from '#shared/kernel/fields.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './equipment-effectiveness.css';

const PERIODS = ['currentShift', 'today', 'lastSevenDays'] as const;
const FACTORS = ['availability', 'effectiveness', 'qualityRatio'] as const;
const TOTAL_KEY = 'total';
const PERCENT_MAX = 100;

interface Settings {
  period: (typeof PERIODS)[number] | null;
  deviceId: number | null;
  workGroupId: number | null;
  target: number | null;
  pageSeconds: number;
}
interface Effectiveness extends Readonly<Record<(typeof FACTORS)[number] | 'oee', number | null>> {
  readonly key: string;
  readonly code: string;
  readonly name: string;
}

const readEffectiveness = (row: ReportRow): Effectiveness => ({
  key: cellReaders.text(row, 'deviceKey'),
  code: cellReaders.text(row, 'deviceCode'),
  name: cellReaders.text(row, 'deviceName'),
  availability: cellReaders.number(row, 'availability'),
  effectiveness: cellReaders.number(row, 'effectiveness'),
  qualityRatio: cellReaders.number(row, 'qualityRatio'),
  oee: cellReaders.number(row, 'oee'),
});

/** Compares devices for sorting. The lowest OEE comes first, and an unknown OEE comes last. */
const compareDevices = (one: Effectiveness, other: Effectiveness): number =>
  Number(one.oee === null) - Number(other.oee === null) ||
  (one.oee ?? 0) - (other.oee ?? 0) ||
  one.code.localeCompare(other.code, undefined, { numeric: true });

const formatPercent = (value: number | null, lang: Lang): string =>
  value === null ? UNKNOWN_VALUE_TEXT : `${formatFigure(value, lang)} %`;

const limitPercent = (value: number | null): number => Math.max(0, Math.min(PERCENT_MAX, value ?? 0));

/** Shows a percentage as a bar from 0 to 100 %, and the target as a line. A null value has no bar. */
function PercentBar({ value, target = null }: { value: number | null; target?: number | null }) {
  const barStyle: CSSProperties = { inlineSize: `${limitPercent(value)}%` };
  const lineStyle: CSSProperties = { insetInlineStart: `${limitPercent(target)}%` };
  const isTargetMissed = value !== null && target !== null && value < target;
  return (
    <span className={value === null ? 'oee-bar is-unknown-bar' : 'oee-bar'} aria-hidden="true">
      <span className={isTargetMissed ? 'oee-fill is-missed' : 'oee-fill'} style={barStyle} />
      {target !== null && <span className="oee-target" style={lineStyle} />}
    </span>
  );
}

/** Shows whether the OEE reaches its target, in colour, shape and word. */
function TargetState({ oee, target }: { oee: number | null; target: number }) {
  const t = useT();
  const lang = useLang();
  return (
    <span className="oee-state">
      {oee !== null && oee >= target && (
        <WallStateMark stateStyle={getStateStyle('completed')}>{t('targetMet')}</WallStateMark>
      )}
      {oee !== null && oee < target && (
        <span className="wall-late">
          <WallStateMark stateStyle={LATE_STYLE}>{t('targetMissed')}</WallStateMark>
        </span>
      )}
      <span className="oee-target-text">{t('targetOf', { target: formatPercent(target, lang) })}</span>
    </span>
  );
}

function EffectivenessContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT();
  const lang = useLang();
  const allDevices = useMemo(() => rows.map(readEffectiveness), [rows]);
  const devices = useMemo(
    () => allDevices.filter(({ key }) => key !== TOTAL_KEY).sort(compareDevices),
    [allDevices],
  );
  if (devices.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noDevices' : 'waitingForData')}</TileMessage>;
  const total = allDevices.find(({ key }) => key === TOTAL_KEY) ?? devices[0]!;
  const { target } = settings;
  const period = t(settings.period ?? 'currentShift');
  return (
    <div className={devices.length > 1 ? 'oee has-devices' : 'oee'}>
      <HeadNote>{devices.length === 1 ? `${devices[0]!.name} · ${period}` : period}</HeadNote>
      <div className="oee-main">
        <strong
          className={
            total.oee !== null && target !== null && total.oee < target ? 'oee-value wall-late' : 'oee-value'
          }
        >
          <ChangedValue>{formatPercent(total.oee, lang)}</ChangedValue>
        </strong>
        <PercentBar value={total.oee} target={target} />
        {target !== null && <TargetState oee={total.oee} target={target} />}
      </div>
      <dl className="oee-factors">
        {FACTORS.map((factor) => (
          <div key={factor} className="oee-factor">
            <dt className="cut">{t(factor)}</dt>
            <dd>
              <ChangedValue>{formatPercent(total[factor], lang)}</ChangedValue>
            </dd>
            <PercentBar value={total[factor]} />
          </div>
        ))}
      </dl>
      {devices.length > 1 && (
        <div className="oee-devices">
          <PagedRows
            rows={devices}
            keyOf={({ key }) => key}
            pageSeconds={settings.pageSeconds}
            rowClass="oee-row"
          >
            {({ name, oee }) => (
              <>
                <span className="cut">{name}</span>
                <PercentBar value={oee} target={target} />
                <span className="to-end">{formatPercent(oee, lang)}</span>
              </>
            )}
          </PagedRows>
        </div>
      )}
    </div>
  );
}

/** Shows the overall equipment effectiveness of a device or of a group of devices, and its three factors. */
export const equipmentEffectiveness = defineWidget({
  type: 'equipmentEffectiveness',
  version: 1,
  title: 'equipmentEffectiveness',
  area: 'devices',
  size: { w: 8, h: 9, minW: 5, minH: 4 },
  settings: {
    period: choice(PERIODS, { initial: 'currentShift' }),
    deviceId: ref('device'),
    ...GROUP_SCOPE_FIELDS,
    target: number({ min: 1, max: PERCENT_MAX, decimals: 1, unit: 'percent' }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ period, deviceId, ...settings }, variables) => ({
    path: '/mes/form/equipmentEffectiveness',
    params: {
      period: period ?? 'currentShift',
      ...(deviceId === null ? buildGroupScopeParams(settings, variables) : { deviceId: String(deviceId) }),
    },
  }),
  Component: EffectivenessContent,
});
