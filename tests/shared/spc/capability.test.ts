import { describe, expect, test } from 'vitest';
import { computeCapability, type CapabilityIndex } from '#shared/spc/capability.ts';
import { estimateVariableBasis } from '#shared/spc/control-chart.ts';
import { findChiSquaredQuantile } from '#shared/spc/distributions.ts';
import { countInBins } from '#shared/spc/histogram.ts';
import { FLOW_WIDTHS, PISTON_RINGS } from './published-data.ts';

const printIndex = (index: CapabilityIndex | null, decimals: number) =>
  index && [index.value, index.low, index.high].map((value) => value.toFixed(decimals));

/** Makes values that have exactly this mean and this standard deviation. */
const makeValues = (count: number, mean: number, sigma: number) => {
  const halfWidth = count / 2;
  const step = sigma * Math.sqrt((count - 1) / count);
  return Array.from({ length: count }, (_, index) => mean + (index < halfWidth ? step : -step));
};

describe('capability', () => {
  test('of the piston rings is that of the R package qcc (Scrucca, 2004): 74 ± 0.05 mm', () => {
    const { sigma } = estimateVariableBasis('xbarRChart', PISTON_RINGS)!;
    const { cp, cpk, count } = computeCapability(PISTON_RINGS.flat(), sigma, { lower: 73.95, upper: 74.05 });
    expect(count).toBe(125);
    expect(printIndex(cp, 3)).toEqual(['1.703', '1.491', '1.915']);
    expect(printIndex(cpk, 3)).toEqual(['1.663', '1.448', '1.878']);
  });

  test("of the flow widths is Montgomery's Cp of 1.192 (section 6.2.1): 1.50 ± 0.50 µm", () => {
    const { sigma } = estimateVariableBasis('xbarRChart', FLOW_WIDTHS)!;
    expect(sigma.toFixed(4)).toBe('0.1398');
    const { cp } = computeCapability(FLOW_WIDTHS.flat(), sigma, { lower: 1, upper: 2 });
    expect(cp!.value.toFixed(3)).toBe('1.192');
  });

  test("has Montgomery's interval of Cp (example 8.4): 20 values, Cp 2.29", () => {
    const { pp } = computeCapability(makeValues(20, 50, 24 / 6 / 2.29), null, { lower: 38, upper: 62 });
    expect(printIndex(pp, 2)).toEqual(['2.29', '1.57', '3.01']);
  });

  test('is that of the NIST/SEMATECH e-Handbook (6.1.6): mean 16, σ 2, limits 8 and 20', () => {
    const { pp, ppk } = computeCapability(makeValues(100, 16, 2), null, { lower: 8, upper: 20 });
    expect(pp!.value.toFixed(4)).toBe('1.0000');
    expect(ppk!.value.toFixed(4)).toBe('0.6667');
  });

  test('of a tolerance with one limit has only Cpk, and without limits nothing', () => {
    const oneSidedCapability = computeCapability([1, 2, 3], 1, { lower: null, upper: 5 });
    expect([oneSidedCapability.cp, oneSidedCapability.cpk!.value]).toEqual([null, 1]);
    const unlimitedCapability = computeCapability([1, 2, 3], 1, { lower: null, upper: null });
    expect([
      unlimitedCapability.cp,
      unlimitedCapability.cpk,
      unlimitedCapability.pp,
      unlimitedCapability.ppk,
    ]).toEqual([null, null, null, null]);
  });

  test('counts the values outside the limits; a value on a limit is inside', () => {
    expect(computeCapability([1, 2, 5, 5.1], 1, { lower: 2, upper: 5 }).outsideCount).toBe(2);
  });

  test('of values that never vary is unknown', () => {
    expect(computeCapability([2, 2, 2], 0, { lower: 1, upper: 3 })).toMatchObject({ cp: null, ppk: null });
  });

  // Critical values of the chi-squared distribution from the NIST/SEMATECH e-Handbook, 1.3.6.7.4.
  test.each([
    [0.025, 10, '3.247'],
    [0.975, 10, '20.483'],
    [0.025, 19, '8.907'],
    [0.975, 1, '5.024'],
    [0.975, 100, '129.561'],
  ])(
    'takes the chi-squared quantile %f of %i degrees of freedom from the published table',
    (probability, degreesOfFreedom, publishedValue) => {
      expect(findChiSquaredQuantile(probability, degreesOfFreedom).toFixed(3)).toBe(publishedValue);
    },
  );
});

describe('a histogram', () => {
  test('counts each value once, in bins of a round width', () => {
    const bins = countInBins(PISTON_RINGS.flat());
    const micrometres = PISTON_RINGS.flat().map((value) => Math.round(value * 1000));
    expect(bins.map(({ count }) => count)).toEqual(
      [73_960, 73_970, 73_980, 73_990, 74_000, 74_010, 74_020, 74_030].map(
        (from) => micrometres.filter((value) => value >= from && value < from + 10).length,
      ),
    );
    expect(bins[0]!.from.toFixed(3)).toBe('73.960');
  });

  test('puts a value on a border into the upper bin', () => {
    expect(countInBins([0, 0.1, 0.2, 0.3, 0.4, 0.5]).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('of equal values is one bin, of none it is empty', () => {
    expect(countInBins([5, 5]).map(({ count }) => count)).toEqual([2]);
    expect(countInBins([0]).map(({ count }) => count)).toEqual([1]);
    expect(countInBins([])).toEqual([]);
  });
});
