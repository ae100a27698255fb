import { describe, expect, test } from 'vitest';
import { computeC4, deriveControlFactors, findRangeConstants } from '#shared/spc/control-constants.ts';
import {
  canChart,
  estimateAttributeBasis,
  estimateVariableBasis,
  makeAttributeChart,
  makeVariableCharts,
  proposeAttributeChart,
  proposeVariableChart,
  type AttributeChartKind,
  type ChartPoint,
  type Count,
  type VariableChartKind,
} from '#shared/spc/control-chart.ts';
import {
  BAD_CHIPS,
  CIRCUIT_BOARDS,
  DYED_CLOTH,
  FLOW_RATES,
  FLOW_WIDTHS,
  PISTON_RINGS,
} from './published-data.ts';

/** Makes the charts of measured values, with limits that are estimated from the same values. */
const drawValues = (kind: VariableChartKind, subgroups: readonly (readonly number[])[]) =>
  makeVariableCharts(kind, subgroups, estimateVariableBasis(kind, subgroups)!);
const drawCounts = (kind: AttributeChartKind, counts: readonly Count[]) =>
  makeAttributeChart(kind, counts, estimateAttributeBasis(kind, counts)!).points;

/**
 * Formats the lower limit, the center and the upper limit of a point with as many decimals as the book
 * prints.
 */
const printLimits = ({ lower, center, upper }: ChartPoint, decimals: number) =>
  [lower, center, upper].map((limit) => limit.toFixed(decimals));

describe('the factors of control limits, as Montgomery prints them in appendix VI', () => {
  // Each row lists n, d2, d3, c4, A2, A3, B3, B4, D3 and D4.
  test.each([
    [2, '1.128', '0.853', '0.7979', '1.880', '2.659', '0.000', '3.267', '0.000', '3.267'],
    [3, '1.693', '0.888', '0.8862', '1.023', '1.954', '0.000', '2.568', '0.000', '2.575'],
    [4, '2.059', '0.880', '0.9213', '0.729', '1.628', '0.000', '2.266', '0.000', '2.282'],
    [5, '2.326', '0.864', '0.9400', '0.577', '1.427', '0.000', '2.089', '0.000', '2.115'],
    [6, '2.534', '0.848', '0.9515', '0.483', '1.287', '0.030', '1.970', '0.000', '2.004'],
    [7, '2.704', '0.833', '0.9594', '0.419', '1.182', '0.118', '1.882', '0.076', '1.924'],
    [8, '2.847', '0.820', '0.9650', '0.373', '1.099', '0.185', '1.815', '0.136', '1.864'],
    [9, '2.970', '0.808', '0.9693', '0.337', '1.032', '0.239', '1.761', '0.184', '1.816'],
    [10, '3.078', '0.797', '0.9727', '0.308', '0.975', '0.284', '1.716', '0.223', '1.777'],
    [15, '3.472', '0.756', '0.9823', '0.223', '0.789', '0.428', '1.572', '0.347', '1.653'],
    [20, '3.735', '0.729', '0.9869', '0.180', '0.680', '0.510', '1.490', '0.415', '1.585'],
    [25, '3.931', '0.709', '0.9896', '0.153', '0.606', '0.565', '1.435', '0.459', '1.541'],
  ])('of subgroups of %i', (size, ...publishedValues) => {
    const { d2, d3: rangeDeviation } = findRangeConstants(size);
    const { a2, a3, b3, b4, d3, d4 } = deriveControlFactors(size);
    const round = (value: number, decimals = 3) => value + 10 ** -decimals / 1000;
    expect([
      round(d2).toFixed(3),
      round(rangeDeviation).toFixed(3),
      round(computeC4(size), 4).toFixed(4),
      ...[a2, a3, b3, b4, d3, d4].map((factor) => factor.toFixed(3)),
    ]).toEqual(publishedValues);
  });
});

describe('the limits of published charts', () => {
  test("x̄ and R of Montgomery's flow widths (example 6.1)", () => {
    const [means, ranges] = drawValues('xbarRChart', FLOW_WIDTHS);
    expect(printLimits(means.points[0]!, 3)).toEqual(['1.318', '1.506', '1.693']);
    expect(ranges.points[0]!.center.toFixed(5)).toBe('0.32521');
    expect(printLimits(ranges.points[0]!, 3)).toEqual(['0.000', '0.325', '0.688']);
  });

  test("x̄, R and s of Montgomery's piston rings (example 6.3, and R package qcc)", () => {
    const [means, ranges] = drawValues('xbarRChart', PISTON_RINGS);
    expect(printLimits(means.points[0]!, 5)).toEqual(['73.98805', '74.00118', '74.01430']);
    expect(printLimits(ranges.points[0]!, 4)).toEqual(['0.0000', '0.0228', '0.0481']);
    const [meansByS, deviations] = drawValues('xbarSChart', PISTON_RINGS);
    expect(printLimits(meansByS.points[0]!, 3)).toEqual(['73.988', '74.001', '74.014']);
    expect(printLimits(deviations.points[0]!, 6)).toEqual(['0.000000', '0.009240', '0.019302']);
    expect(estimateVariableBasis('xbarSChart', PISTON_RINGS)!.sigma.toFixed(6)).toBe('0.009830');
  });

  test('individuals and moving ranges of the flow rates of the NIST/SEMATECH e-Handbook (6.3.2.2)', () => {
    const [values, ranges] = drawValues(
      'imrChart',
      FLOW_RATES.map((rate) => [rate]),
    );
    expect(printLimits(values.points[0]!, 2)).toEqual(['45.82', '50.81', '55.80']);
    expect(ranges.points[1]!.center.toFixed(4)).toBe('1.8778');
    // The handbook computes the limits from the rounded range and from d2 = 1.128.
    const sigma = 1.8778 / 1.128;
    const [publishedChart] = makeVariableCharts('imrChart', [[50.81]], { center: 50.81, sigma });
    expect(printLimits(publishedChart.points[0]!, 4)).toEqual(['45.8159', '50.8100', '55.8041']);
    expect(ranges.points[0]!.value).toBeNull();
  });

  test('p of the misregistered chips of the NIST/SEMATECH e-Handbook (6.3.3.2)', () => {
    const points = drawCounts('pChart', BAD_CHIPS);
    expect(printLimits(points[0]!, 4)).toEqual(['0.0524', '0.2313', '0.4102']);
    expect(points.flatMap(({ value, upper }, index) => (value! > upper ? [index + 1] : []))).toEqual([
      15, 23,
    ]);
  });

  test("np of Montgomery's juice cans (table 7.1)", () => {
    expect(printLimits(drawCounts('npChart', BAD_CHIPS)[0]!, 2)).toEqual(['2.62', '11.57', '20.51']);
  });

  test("c of Montgomery's circuit boards (example 7.3)", () => {
    const points = drawCounts('cChart', CIRCUIT_BOARDS);
    expect(printLimits(points[0]!, 2)).toEqual(['6.48', '19.85', '33.21']);
    expect(
      points.flatMap(({ value, lower, upper }, index) =>
        value! < lower || value! > upper ? [index + 1] : [],
      ),
    ).toEqual([6, 20]);
  });

  test("u of Montgomery's dyed cloth, whose rolls differ in size (example 7.5)", () => {
    expect(drawCounts('uChart', DYED_CLOTH)[0]!.center.toFixed(2)).toBe('1.42');
    // The book computes the limits from the rounded center. These rolls have 10, 8, 13 and 12.5 units.
    const { points } = makeAttributeChart('uChart', DYED_CLOTH, { center: 1.42 });
    expect([0, 1, 2, 9].map((index) => printLimits(points[index]!, 2))).toEqual([
      ['0.29', '1.42', '2.55'],
      ['0.16', '1.42', '2.68'],
      ['0.43', '1.42', '2.41'],
      ['0.41', '1.42', '2.43'],
    ]);
  });
});

describe('a chart', () => {
  test('keeps limits that are set, whatever the values are', () => {
    const [means] = makeVariableCharts('xbarRChart', [[1, 3]], { center: 10, sigma: 2 });
    expect(printLimits(means.points[0]!, 3)).toEqual(['5.757', '10.000', '14.243']);
    expect(makeAttributeChart('npChart', [{ count: 9, size: 100 }], { center: 0.1 }).points[0]).toMatchObject(
      {
        value: 9,
        lower: 1,
        upper: 19,
      },
    );
  });

  test('is proposed by the size of the samples', () => {
    const samples = (...sizes: number[]) =>
      sizes.map((size) => Array.from({ length: size }, (_, index) => index));
    expect(proposeVariableChart([])).toBe('imrChart');
    expect(proposeVariableChart(samples(1, 1, 5))).toBe('imrChart');
    expect(proposeVariableChart(samples(1, 5, 5))).toBe('xbarRChart');
    expect(proposeVariableChart(samples(5, 5, 10))).toBe('xbarSChart');
    expect(canChart('xbarRChart', samples(5, 26))).toBe(false);
    expect(proposeAttributeChart(CIRCUIT_BOARDS)).toBe('npChart');
    expect(proposeAttributeChart(DYED_CLOTH)).toBe('pChart');
  });

  test('has no limits from one value, and none from subgroups of one piece each', () => {
    expect(estimateVariableBasis('imrChart', [[1]])).toBeNull();
    expect(estimateVariableBasis('xbarRChart', [[1], [2]])).toBeNull();
    expect(estimateAttributeBasis('pChart', [])).toBeNull();
  });
});
