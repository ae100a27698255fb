import { CHART_KINDS, type ChartKind } from '#shared/spc/control-chart.ts';
import { RULE_SETS, type RuleSet } from '#shared/spc/control-rules.ts';
import type { SpcQuery } from '#client/production/spc/use-spc.ts';

/**
 * The state of the page that its address stores: the shown values, the kind of the chart (null for the proposed kind)
 * and the rules.
 */
export interface SpcAddress extends SpcQuery {
  chart: ChartKind | null;
  ruleSet: RuleSet;
}

const readId = (text: string | null): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Reads the state of the page from its address. An invalid parameter is treated as missing. */
export const readSpcAddress = (address: URLSearchParams): SpcAddress => ({
  partCode: address.get('part') ?? '',
  craftId: readId(address.get('craft')),
  characteristic: address.get('characteristic'),
  deviceId: readId(address.get('device')),
  from: address.get('from'),
  to: address.get('to'),
  chart: CHART_KINDS.find((kind) => kind === address.get('chart')) ?? null,
  ruleSet: RULE_SETS.find((rules) => rules === address.get('rules')) ?? RULE_SETS[0],
});

export function makeSpcAddress(state: SpcAddress): URLSearchParams {
  const parameters = {
    part: state.partCode,
    craft: state.craftId,
    characteristic: state.characteristic,
    device: state.deviceId,
    from: state.from,
    to: state.to,
    chart: state.chart,
    rules: state.ruleSet === RULE_SETS[0] ? null : state.ruleSet,
  };
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, String(value)]],
    ),
  );
}
