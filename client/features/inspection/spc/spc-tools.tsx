import { HTMLSelect } from '@blueprintjs/core';
import { SPC_PERIOD_LIMITS, type InspectedFeature, type InspectedPart } from '#shared/quality/spc.ts';
import type { Field } from '#shared/kernel/fields.ts';
import type { ChartKind } from '#shared/spc/control-chart.ts';
import { RULE_SETS } from '#shared/spc/control-rules.ts';
import { PeriodButton } from '#client/crud/report/period-button.tsx';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { RefInput } from '#client/kit/fields/ref-input.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { SpcAddress } from './spc-address.ts';

interface Props {
  state: SpcAddress;
  parts: readonly InspectedPart[];
  features: readonly InspectedFeature[];
  /**
   * The kinds of charts that fit the samples, the proposed kind and the shown kind; null until the samples
   * are read.
   */
  charts: { fittingKinds: readonly ChartKind[]; proposedKind: ChartKind; shownKind: ChartKind } | null;
  onChange: (change: Partial<SpcAddress>) => void;
}

const DEVICE_FIELD: Field = { kind: 'ref', to: 'device', required: false, unique: false };
const ALL_FEATURES_KEY = '';

const makeFeatureKey = (craftId: number | null, characteristic: string | null) =>
  craftId === null || characteristic === null ? ALL_FEATURES_KEY : `${craftId} ${characteristic}`;

/** Inputs that choose the part, the characteristic, the machine, the period, the kind of the chart and the rules. */
export function SpcTools({ state, parts, features, charts, onChange }: Props) {
  const t = useT();
  const crafts = [...new Map(features.map(({ craftId, craftName }) => [craftId, craftName]))];
  return (
    <div className="spc-tools">
      <HTMLSelect
        aria-label={t('part')}
        value={state.partCode}
        onChange={(event) =>
          onChange({ partCode: event.target.value, craftId: null, characteristic: null, chart: null })
        }
      >
        {state.partCode === '' && <option value="">{t('chooseInspectedPart')}</option>}
        {parts.map(({ partCode, partName }) => (
          <option key={partCode} value={partCode}>
            {[partCode, partName].filter(Boolean).join(' ')}
          </option>
        ))}
      </HTMLSelect>
      <HTMLSelect
        aria-label={t('characteristic')}
        value={makeFeatureKey(state.craftId, state.characteristic)}
        disabled={features.length === 0}
        onChange={(event) => {
          const feature = features.find(
            ({ craftId, characteristic }) => makeFeatureKey(craftId, characteristic) === event.target.value,
          );
          onChange({
            craftId: feature?.craftId ?? null,
            characteristic: feature?.characteristic ?? null,
            chart: null,
          });
        }}
      >
        {crafts.map(([id, name]) => (
          <optgroup key={id} label={name}>
            {features
              .filter(({ craftId }) => craftId === id)
              .map(({ characteristic }) => (
                <option key={characteristic} value={makeFeatureKey(id, characteristic)}>
                  {characteristic}
                </option>
              ))}
          </optgroup>
        ))}
        <option value={ALL_FEATURES_KEY}>{t('allCharacteristics')}</option>
      </HTMLSelect>
      <div className="spc-device">
        <label htmlFor="spc-device">{t('device')}</label>
        <RefInput
          field={DEVICE_FIELD}
          id="spc-device"
          value={state.deviceId}
          onChange={(device) => onChange({ deviceId: typeof device === 'number' ? device : null })}
        />
      </div>
      <PeriodButton
        period={SPC_PERIOD_LIMITS}
        from={state.from ?? ''}
        to={state.to ?? ''}
        onChange={(from, to) => onChange({ from: from || null, to: to || null })}
      />
      {charts && (
        <HTMLSelect
          aria-label={t('controlChart')}
          value={charts.shownKind}
          onChange={(event) => {
            const chart = charts.fittingKinds.find((kind) => kind === event.target.value)!;
            onChange({ chart: chart === charts.proposedKind ? null : chart });
          }}
        >
          {charts.fittingKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind === charts.proposedKind ? t('proposedChart', { chart: t(kind) }) : t(kind)}
            </option>
          ))}
        </HTMLSelect>
      )}
      <ChoiceSwitch
        label={t('ruleSet')}
        choices={RULE_SETS}
        value={state.ruleSet}
        onChange={(ruleSet) => onChange({ ruleSet })}
      />
    </div>
  );
}
