import { beforeAll, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { StudyDetail, StudyRun } from '#shared/msa/study.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { addGaugeKind } from '#tests/support/sample-gauge.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';
import { AIAG_STUDY } from '../../../shared/msa/published-study.ts';

const PATH = entities.gaugeStudy.path;

describeForEachDatabase('a study of a measurement system', (database) => {
  let factory: TestFactory;
  let gaugeId: number;
  let appraiserIds: number[];
  let callAsInspector: CallFunction;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const gauge = await factory.call<{ id: number }>(`${entities.gauge.path}/save`, {
      code: makeUniqueText('G'),
      name: 'Micrometer',
      gaugeKindId: await addGaugeKind(factory.call),
    });
    gaugeId = gauge.id;
    const people = [];
    for (const name of ['Anna', 'Boris', 'Clara'])
      people.push(await factory.createPerson(name, ['QUALITY_INSPECT']));
    appraiserIds = people.map(({ employeeId }) => employeeId);
    callAsInspector = people[0]!.call;
  });
  const begin = (fields: Record<string, unknown> = {}) =>
    factory.call<{ id: number; version: number; code: string }>(`${PATH}/begin`, {
      gaugeId,
      characteristic: 'Diameter',
      decimals: 2,
      lowerLimit: -4,
      upperLimit: 4,
      appraiserIds,
      ...fields,
    });
  const read = ({ id }: { id: number }) => factory.call<StudyDetail>(`${PATH}/detail`, { id });
  const enter = (study: { id: number }, values: readonly object[]) =>
    callAsInspector(`${PATH}/enter`, { id: study.id, values });
  const conclude = async (study: { id: number }) =>
    factory.call<Record<string, unknown>>(`${PATH}/conclude`, {
      id: study.id,
      version: (await read(study)).version,
    });
  /** Enters the published values of an appraiser, in the random order that the study has drawn. */
  const enterAppraiserValues = (study: { id: number }, runs: readonly StudyRun[], wantedAppraiser: number) =>
    enter(
      study,
      runs
        .filter(({ appraiser }) => appraiser === wantedAppraiser)
        .map(({ appraiser, trial, part }) => ({
          appraiser,
          trial,
          part,
          value: AIAG_STUDY[appraiser - 1]![part - 1]![trial - 1],
        })),
    );
  const readRefusal = async (run: () => Promise<unknown>) => {
    const before = await readTableVersions(factory.connection);
    const code = await readRefusalCode(run());
    expect(await readTableVersions(factory.connection)).toEqual(before);
    return code;
  };

  test('hides its values until it is concluded, and keeps the result of the MSA manual', async () => {
    const study = await begin();
    const { runs, appraisers } = await read(study);
    expect(appraisers).toEqual(['Anna', 'Boris', 'Clara']);
    expect(runs).toHaveLength(90);
    await enterAppraiserValues(study, runs, 1);
    await enterAppraiserValues(study, runs, 2);
    const openStudy = await read(study);
    expect(openStudy.runs.filter(({ isEntered }) => isEntered)).toHaveLength(60);
    expect(openStudy.runs.every(({ value }) => value === null)).toBe(true);
    expect(await readRefusal(() => conclude(study))).toBe('studyRunsMissing');
    await enterAppraiserValues(study, runs, 3);
    expect(await conclude(study)).toMatchObject({ grrPercent: 27.86, tolerancePercent: 22.68, ndc: 4 });
    const concludedStudy = await read(study);
    const first = concludedStudy.runs.find((run) => run.appraiser === 2 && run.part === 4 && run.trial === 2);
    expect(first!.value).toBe(1.03);
    expect(await readRefusal(() => enterAppraiserValues(study, runs, 1))).toBe('studyState');
  });

  test('replaces a value only as a correction', async () => {
    const study = await begin({ partCount: 2, trialCount: 2 });
    const place = { appraiser: 1, trial: 1, part: 2 };
    await enter(study, [{ ...place, value: 1.5 }]);
    await enter(study, [{ ...place, value: 1.5 }]);
    expect(await readRefusal(() => enter(study, [{ ...place, value: 1.6 }]))).toBe('studyRunTaken');
    await enter(study, [{ ...place, value: 1.6, replaces: true }]);
  });

  test('refuses values of a part that it does not have, with too many decimals, of one part twice, and none', async () => {
    const study = await begin({ partCount: 2, trialCount: 2 });
    const first = { appraiser: 1, trial: 1, part: 1, value: 1 };
    for (const values of [[{ ...first, part: 3 }], [{ ...first, value: 1.234 }], [first, first], []])
      expect(await readRefusalCode(enter(study, values))).toBe('fieldsInvalid');
    expect((await read(study)).runs.some(({ isEntered }) => isEntered)).toBe(false);
  });

  test('needs different appraisers and limits in their order', async () => {
    const [annaId, borisId] = appraiserIds as [number, number];
    expect(await readRefusal(() => begin({ appraiserIds: [annaId, annaId] }))).toBe('fieldsInvalid');
    expect(await readRefusal(() => begin({ appraiserIds: [annaId] }))).toBe('fieldsInvalid');
    expect(await readRefusal(() => begin({ lowerLimit: 4, upperLimit: 4 }))).toBe('fieldsInvalid');
    const begunStudies = await Promise.all([1, 2].map(() => begin({ appraiserIds: [annaId, borisId] })));
    expect(new Set(begunStudies.map(({ code }) => code)).size).toBe(2);
  });

  test('that is cancelled takes no values, and shows none', async () => {
    const study = await begin({ partCount: 2, trialCount: 2 });
    const { runs, version } = await read(study);
    await enter(study, [{ ...pickPlace(runs[0]!), value: 1 }]);
    const cancel = (studyVersion: number) =>
      factory.call(`${PATH}/cancel`, { id: study.id, version: studyVersion, reason: 'Part 2 is lost' });
    expect(await readRefusal(() => cancel(version))).toBe('stale');
    await cancel(version + 1);
    expect(await readRefusal(() => enter(study, [{ ...pickPlace(runs[1]!), value: 1 }]))).toBe('studyState');
    expect((await read(study)).runs.every(({ value }) => value === null)).toBe(true);
  });
});

const pickPlace = ({ appraiser, trial, part }: StudyRun) => ({ appraiser, trial, part });
