import { describe, expect, test } from 'vitest';
import {
  findCodeLetter,
  findTabledPlan,
  planSample,
  type PlannedInspection,
} from '#shared/quality/sampling.ts';
import type { InspectionLevel, Severity } from '#shared/quality/sampling-tables.ts';
import { applySwitchingRules, type InspectedLot } from '#shared/quality/switching.ts';

const planned = (fields: Partial<PlannedInspection>): PlannedInspection => ({
  inspectionKind: 'finalInspection',
  everyPieces: null,
  everyMinutes: null,
  sampling: 'sampleAll',
  sampleCount: null,
  samplePercent: null,
  acceptNumber: null,
  aql: null,
  inspectionLevel: null,
  reducedApproved: false,
  ...fields,
});

describe('the code letters of ISO 2859-1, table 1', () => {
  test.each<[number, string]>([
    [2, 'AAAAAAB'],
    [15, 'AAAAABC'],
    [16, 'AABBBCD'],
    [50, 'ABBCCDE'],
    [90, 'BBCCCEF'],
    [91, 'BBCDDFG'],
    [280, 'BCDEEGH'],
    [500, 'BCDEFHJ'],
    [1200, 'CCEFGJK'],
    [1201, 'CDEGHKL'],
    [10_000, 'CDFGJLM'],
    [35_000, 'CDFHKMN'],
    [150_000, 'DEGJLNP'],
    [500_000, 'DEGJMPQ'],
    [500_001, 'DEHKNQR'],
  ])('of a lot of %i are %s for S-1 to S-4, I, II and III', (makeLot, letters) => {
    const levels: InspectionLevel[] = [
      'levelS1',
      'levelS2',
      'levelS3',
      'levelS4',
      'levelI',
      'levelII',
      'levelIII',
    ];
    expect(levels.map((level) => findCodeLetter(makeLot, level)).join('')).toBe(letters);
  });
});

describe('the single sampling plans of ISO 2859-1', () => {
  // Rows of tables 2-A and 2-B as they are printed; an arrow leads to another row and its sample size.
  test.each<[Severity, string, number, number, number]>([
    // Table 2-A, row F (n = 20): Ac 0, arrow up, arrow down, 1, 2, 3, 5.
    ['normalInspection', 'F', 0.65, 20, 0],
    ['normalInspection', 'F', 1, 13, 0],
    ['normalInspection', 'F', 1.5, 32, 1],
    ['normalInspection', 'F', 2.5, 20, 1],
    ['normalInspection', 'F', 4, 20, 2],
    ['normalInspection', 'F', 6.5, 20, 3],
    ['normalInspection', 'F', 10, 20, 5],
    // Table 2-A, row K (n = 125).
    ['normalInspection', 'K', 0.1, 125, 0],
    ['normalInspection', 'K', 0.4, 125, 1],
    ['normalInspection', 'K', 0.65, 125, 2],
    ['normalInspection', 'K', 1, 125, 3],
    ['normalInspection', 'K', 1.5, 125, 5],
    ['normalInspection', 'K', 2.5, 125, 7],
    ['normalInspection', 'K', 4, 125, 10],
    ['normalInspection', 'K', 6.5, 125, 14],
    ['normalInspection', 'K', 10, 125, 21],
    // Where the numbers of a row end, an arrow leads up: row L at 10 to row K.
    ['normalInspection', 'L', 10, 125, 21],
    ['normalInspection', 'R', 0.025, 2000, 1],
    ['normalInspection', 'R', 0.01, 1250, 0],
    // Table 2-B: row L (n = 200) and the row S (n = 3150), which only tightened inspection has.
    ['tightenedInspection', 'L', 1, 200, 3],
    ['tightenedInspection', 'L', 2.5, 200, 8],
    ['tightenedInspection', 'L', 4, 200, 12],
    ['tightenedInspection', 'L', 6.5, 200, 18],
    ['tightenedInspection', 'R', 0.025, 3150, 1],
    ['tightenedInspection', 'G', 1, 80, 1],
    // Table 2-C: row K (n = 50) and row L (n = 80).
    ['reducedInspection', 'K', 0.1, 50, 0],
    ['reducedInspection', 'K', 0.65, 50, 1],
    ['reducedInspection', 'K', 1.5, 50, 3],
    ['reducedInspection', 'K', 10, 50, 10],
    ['reducedInspection', 'L', 1, 80, 3],
  ])('%s, letter %s, AQL %d: n = %i, Ac = %i', (severity, letter, aql, sampleCount, acceptNumber) => {
    expect(findTabledPlan(letter, aql, severity)).toEqual({ sampleCount, acceptNumber });
  });

  test('agree with the example of Montgomery (Introduction to Statistical Quality Control): N = 2000, AQL 0.65 %, level II', () => {
    const plan = planned({ sampling: 'sampleAql', aql: 0.65, inspectionLevel: 'levelII' });
    expect(findCodeLetter(2000, 'levelII')).toBe('K');
    expect(planSample(plan, 2000)).toEqual({ sampleCount: 125, acceptNumber: 2 });
    expect(planSample(plan, 2000, 'tightenedInspection')).toEqual({ sampleCount: 125, acceptNumber: 1 });
  });

  test('inspect the whole batch if the sample is not smaller', () => {
    const plan = planned({ sampling: 'sampleAql', aql: 0.65 });
    expect(planSample(plan, 15)).toEqual({ sampleCount: 15, acceptNumber: 0 });
  });
});

describe('a sample', () => {
  test('is the whole batch, a fixed number, or a share that is rounded up', () => {
    expect(planSample(planned({}), 12).sampleCount).toBe(12);
    const fixedSample = planned({ sampling: 'sampleFixed', sampleCount: 5, acceptNumber: 1 });
    expect(planSample(fixedSample, 12)).toEqual({ sampleCount: 5, acceptNumber: 1 });
    expect(planSample(fixedSample, 3).sampleCount).toBe(3);
    const share = (samplePercent: number, batch: number) =>
      planSample(planned({ sampling: 'samplePercentage', samplePercent }), batch).sampleCount;
    expect(share(10, 101)).toBe(11);
    expect(share(7, 100)).toBe(7);
    expect(share(1, 5)).toBe(1);
  });
});

/**
 * A lot of 2000 pieces by AQL 0.65 %, level II (code letter K). The acceptance number (Ac) is 2 on normal
 * inspection, and 1 with the next smaller AQL.
 */
const makeLot = (badCount: number, isAccepted = badCount <= 2, isReleased = false): InspectedLot => ({
  batchQuantity: 2000,
  severity: 'normalInspection',
  acceptNumber: 2,
  badCount,
  isAccepted,
  isReleased,
});
const repeatLot = (count: number, lot: InspectedLot) => Array.from({ length: count }, () => lot);
const GOOD_LOT = makeLot(0);
const BAD_LOT = makeLot(3);
const withReducedInspection = (lot: InspectedLot): InspectedLot => ({
  ...lot,
  severity: 'reducedInspection',
});

describe('the switching rules of ISO 2859-1', () => {
  const plan = { aql: 0.65, inspectionLevel: 'levelII' as const, reducedApproved: true };
  const findSeverityAfter = (lots: readonly InspectedLot[], fields: Partial<typeof plan> = {}) =>
    applySwitchingRules(lots, { ...plan, ...fields }).severity;

  test('begin with normal inspection, and tighten after two of five consecutive lots were not accepted (9.3.1)', () => {
    expect(findSeverityAfter([])).toBe('normalInspection');
    expect(findSeverityAfter([BAD_LOT, GOOD_LOT, GOOD_LOT, GOOD_LOT])).toBe('normalInspection');
    expect(findSeverityAfter([BAD_LOT, GOOD_LOT, GOOD_LOT, GOOD_LOT, BAD_LOT])).toBe('tightenedInspection');
    expect(findSeverityAfter([BAD_LOT, GOOD_LOT, GOOD_LOT, GOOD_LOT, GOOD_LOT, BAD_LOT])).toBe(
      'normalInspection',
    );
  });

  test('return to normal inspection after five consecutive accepted lots (9.3.2)', () => {
    expect(findSeverityAfter([BAD_LOT, BAD_LOT, ...repeatLot(4, GOOD_LOT)])).toBe('tightenedInspection');
    expect(findSeverityAfter([BAD_LOT, BAD_LOT, ...repeatLot(5, GOOD_LOT)])).toBe('normalInspection');
    expect(findSeverityAfter([BAD_LOT, BAD_LOT, ...repeatLot(4, GOOD_LOT), BAD_LOT, GOOD_LOT])).toBe(
      'tightenedInspection',
    );
  });

  test('reduce at a switching score of 30, if production is steady and the responsible authority has approved it (9.3.3)', () => {
    // Ac is 2, and the lots would also be accepted with the next smaller AQL, so each lot adds 3 points to
    // the score.
    expect(applySwitchingRules(repeatLot(9, GOOD_LOT), plan)).toMatchObject({
      severity: 'normalInspection',
      score: 27,
    });
    expect(findSeverityAfter(repeatLot(10, GOOD_LOT))).toBe('reducedInspection');
    expect(findSeverityAfter(repeatLot(10, GOOD_LOT), { reducedApproved: false })).toBe('normalInspection');
    // A lot with two bad pieces is accepted. With the next smaller AQL (Ac 1) it would not be accepted, so
    // the score begins again at 0.
    expect(applySwitchingRules([...repeatLot(9, GOOD_LOT), makeLot(2)], plan).score).toBe(0);
    // Ac is 0 or 1, so each accepted lot adds 2 points.
    const lotWithSmallLimit = { ...GOOD_LOT, acceptNumber: 1 };
    expect(findSeverityAfter(repeatLot(14, lotWithSmallLimit))).toBe('normalInspection');
    expect(findSeverityAfter(repeatLot(15, lotWithSmallLimit))).toBe('reducedInspection');
  });

  test('return from reduced to normal inspection with the first lot that is not accepted (9.3.4)', () => {
    expect(findSeverityAfter([...repeatLot(10, GOOD_LOT), withReducedInspection(GOOD_LOT)])).toBe(
      'reducedInspection',
    );
    expect(
      findSeverityAfter([
        ...repeatLot(10, GOOD_LOT),
        withReducedInspection(GOOD_LOT),
        withReducedInspection(BAD_LOT),
      ]),
    ).toBe('normalInspection');
  });

  test('return to normal inspection when the approval is withdrawn, and need the whole score when it is given again (9.3.4)', () => {
    const lotsUntilReduction = [...repeatLot(10, GOOD_LOT), withReducedInspection(GOOD_LOT)];
    expect(applySwitchingRules(lotsUntilReduction, { ...plan, reducedApproved: false })).toMatchObject({
      severity: 'normalInspection',
      score: 0,
    });
    // The lots after the withdrawal were inspected normally. Then the approval is given again.
    expect(applySwitchingRules([...lotsUntilReduction, ...repeatLot(9, GOOD_LOT)], plan)).toMatchObject({
      severity: 'normalInspection',
      score: 27,
    });
    expect(findSeverityAfter([...lotsUntilReduction, ...repeatLot(10, GOOD_LOT)])).toBe('reducedInspection');
    // If the approval comes after the score was reached, it takes effect at once.
    expect(findSeverityAfter(repeatLot(12, GOOD_LOT))).toBe('reducedInspection');
  });

  test('discontinue after five lots were not accepted on tightened inspection, until the last one is released (9.4)', () => {
    const rejectedLots = [BAD_LOT, BAD_LOT, ...repeatLot(4, BAD_LOT)];
    expect(applySwitchingRules(rejectedLots, plan).isDiscontinued).toBe(false);
    expect(applySwitchingRules([...rejectedLots, BAD_LOT], plan).isDiscontinued).toBe(true);
    const releasedLot = makeLot(3, false, true);
    expect(applySwitchingRules([...rejectedLots, releasedLot], plan)).toMatchObject({
      severity: 'tightenedInspection',
      isDiscontinued: false,
    });
    // Accepted lots do not end the discontinuation. Only the responsible authority can end it.
    expect(
      applySwitchingRules([...rejectedLots, BAD_LOT, ...repeatLot(5, GOOD_LOT)], plan).isDiscontinued,
    ).toBe(true);
  });

  test('count no lot towards reduction if the next smaller limit has another sample size (9.3.3.2)', () => {
    // Letter L at AQL 10 uses letter K (n = 125, Ac 21). At AQL 6.5, letter L itself has a plan (n = 200, Ac 21).
    const acceptedLot = { ...GOOD_LOT, batchQuantity: 5000, acceptNumber: 21 };
    expect(applySwitchingRules(repeatLot(10, acceptedLot), { ...plan, aql: 10 })).toMatchObject({
      severity: 'normalInspection',
      score: 0,
    });
  });
});
