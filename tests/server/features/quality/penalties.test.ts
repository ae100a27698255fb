import { beforeAll, expect, test } from 'vitest';
import type { OwnPenalty } from '#shared/quality/answers.ts';
import {
  calculatePenaltyLimit,
  calculateRewardLimit,
  proposePenaltyAmount,
} from '#shared/quality/penalty.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type RefusedCallError } from '#tests/support/floor.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { makePenaltyCalls } from '#tests/support/quality-states.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

test('the limit of penalties is a share of the wage, and leaves the minimum wage', () => {
  const rules = { penaltyCap: 20, minimumWage: 2000 };
  expect(calculatePenaltyLimit(rules, 5000, 0)).toBe(1000);
  expect(calculatePenaltyLimit(rules, 5000, 700)).toBe(300);
  expect(calculatePenaltyLimit(rules, 2100, 0)).toBe(100);
  expect(calculatePenaltyLimit(rules, 1500, 0)).toBe(0);
  expect(calculatePenaltyLimit({ penaltyCap: 20, minimumWage: null }, 100.37, 0)).toBe(20.07);
  expect(proposePenaltyAmount(33.33, 100)).toBe(33.33);
  expect(proposePenaltyAmount(12.5, 0.3)).toBe(0.04);
});

test('the limit of the next reward is the maximum of the month less the approved rewards', () => {
  expect(calculateRewardLimit(null, 900)).toBeNull();
  expect(calculateRewardLimit(100, 0)).toBe(100);
  expect(calculateRewardLimit(100.3, 100.2)).toBe(0.1);
  expect(calculateRewardLimit(100, 120)).toBe(0);
});

describeForEachDatabase('a penalty', (database) => {
  let quality: QualityFactory;
  let penalties: ReturnType<typeof makePenaltyCalls>;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
    penalties = makePenaltyCalls(quality);
  });
  const callOnSecondNode = openSecondNode(database, () => quality.factory);
  const decidePenalty = (verb: string, { id, version }: { id: number; version: number }, fields = {}) =>
    quality.factory.call<{ version: number; state: string }>(`/mes/quality/punish/${verb}`, {
      id,
      version,
      ...fields,
    });
  const saveWageSetting = async (fields: Record<string, unknown>) => {
    const { call } = quality.factory;
    const { rows } = await call<{ rows: { id: number; version: number }[] }>(
      '/mes/system/basic/wageSetting/page',
      {},
    );
    await call('/mes/system/basic/wageSetting/save', {
      ...(rows[0] && { id: rows[0].id, version: rows[0].version }),
      ...fields,
    });
  };
  const proposeReward = (exception: { id: number }, person: { employeeId: number }, fields = {}) =>
    quality.factory.call<{ id: number; version: number; state: string }>('/mes/quality/punish/reward', {
      exceptionId: exception.id,
      employeeId: person.employeeId,
      amount: 50,
      reason: 'Found it before the pieces were sent',
      ...fields,
    });
  const loss = {
    lostHours: 3,
    lostMaterialCost: 100,
    lostManufacturingCost: 60,
    lossReason: 'By the invoice',
  };

  test('is proposed for each responsible person: the share of the lost material and manufacturing cost', async () => {
    const { culprit } = quality;
    const exception = await penalties.finishException({
      ...loss,
      people: [
        { type: 'factoryStaff', employeeId: culprit.employeeId, ratio: 75 },
        { type: 'generalFactoryStaff', name: 'Day labourer', ratio: 25 },
      ],
    });
    const proposedPenalties = await penalties.listPenalties(exception);
    expect(
      proposedPenalties.map(({ employeeId, personName, ratio, amount, state }) => ({
        employeeId,
        personName,
        ratio,
        amount,
        state,
      })),
    ).toEqual([
      { employeeId: culprit.employeeId, personName: null, ratio: 75, amount: 120, state: 'penaltyProposed' },
      { employeeId: null, personName: 'Day labourer', ratio: 25, amount: 40, state: 'penaltyProposed' },
    ]);
  });

  test('is edited with a reason, approved, or refused with a reason, and then stays as it is', async () => {
    const exception = await penalties.finishException(loss);
    const [penalty] = await penalties.listPenalties(exception);
    expect(await readRefusalCode(decidePenalty('change', penalty!, { amount: 10 }))).toBe('fieldsInvalid');
    const changedPenalty = await decidePenalty('change', penalty!, { amount: 10, reason: 'First time' });
    await decidePenalty('approve', { ...penalty!, version: changedPenalty.version });
    expect(await penalties.readPenalty(penalty!.id)).toMatchObject({
      amount: 10,
      proposedAmount: 160,
      reason: 'First time',
      state: 'penaltyApproved',
      decidedBy: 'Admin',
    });
    const [refusedPenalty] = await penalties.listPenalties(await penalties.finishException(loss));
    expect(await readRefusalCode(decidePenalty('refuse', refusedPenalty!))).toBe('fieldsInvalid');
    expect((await decidePenalty('refuse', refusedPenalty!, { reason: 'The drawing was wrong' })).state).toBe(
      'penaltyRefused',
    );
  });

  test('is decided only with the permission, and read by nobody else but the person concerned', async () => {
    const exception = await penalties.finishException(loss);
    const [penalty] = await penalties.listPenalties(exception);
    const { engineer, culprit, signer } = quality;
    for (const path of ['/mes/quality/punish/approve', '/mes/quality/punish/get'])
      expect(await readRefusalCode(engineer.call(path, { id: penalty!.id, version: 1 }))).toBe(
        'noPermission',
      );
    const readOwnPenalties = async (person: { call: typeof signer.call }) =>
      (await person.call<{ rows: OwnPenalty[] }>('/mes/quality/punish/mine', {})).rows;
    expect((await readOwnPenalties(culprit))[0]).toMatchObject({
      id: penalty!.id,
      amount: 160,
      ratio: 100,
      state: 'penaltyProposed',
      processName: 'Turn',
    });
    expect(await readOwnPenalties(signer)).toEqual([]);
  });

  test('never takes more of the wage of the month than the wage setting allows', async () => {
    const { call } = quality.factory;
    const person = await quality.addPerson('Paid by the hour', ['TASK_REPORT']);
    const grade = await call<{ id: number }>('/mes/system/basic/wageGrade/save', {
      code: 'G1',
      name: 'Skilled',
      rates: [{ validFrom: '2020-01-01', hourRate: 60 }],
    });
    const { version } = await call<{ version: number }>('/mes/system/basic/employee/get', {
      id: person.employeeId,
    });
    await call('/mes/system/basic/employee/save', {
      id: person.employeeId,
      version,
      wageGradeId: grade.id,
    });
    await saveWageSetting({ penaltyCap: 20, minimumWage: 0 });
    // The wage is half an hour at 60 an hour: 30. Penalties may take 6 of it.
    const order = await quality.factory.createOrder(5, ['Turn']);
    const { reportId } = await startWork(call, order.processIds[0]!, 2, {
      people: [{ employeeId: person.employeeId }],
    });
    await finishWork(call, reportId, 2);
    const people = [{ type: 'factoryStaff', employeeId: person.employeeId, ratio: 100 }];
    const [penalty] = await penalties.listPenalties(await penalties.finishException({ ...loss, people }));
    const refusal = await decidePenalty('approve', penalty!).catch(
      (error: unknown) => error as RefusedCallError,
    );
    expect(refusal).toMatchObject({ code: 'penaltyAboveCap', params: { amount: 160, limit: 6 } });
    expect(await readRefusalCode(decidePenalty('change', penalty!, { amount: 6.01, reason: 'Less' }))).toBe(
      'penaltyAboveCap',
    );
    const changed = await decidePenalty('change', penalty!, { amount: 4, reason: 'Less' });
    await decidePenalty('approve', { ...penalty!, version: changed.version });
    // The next penalty in the same month may only take what is left of the limit.
    const [nextPenalty] = await penalties.listPenalties(await penalties.finishException({ ...loss, people }));
    expect(
      await decidePenalty('change', nextPenalty!, { amount: 3, reason: 'Less' }).catch(
        (error: unknown) => error as RefusedCallError,
      ),
    ).toMatchObject({ code: 'penaltyAboveCap', params: { limit: 2 } });
    // A reward needs no wage, and does not raise the limit of penalties.
    const finishedException = await penalties.finishException({ ...loss, people });
    const reward = await proposeReward(finishedException, person, { amount: 500 });
    await decidePenalty('approve', reward);
    expect(
      await readRefusalCode(decidePenalty('change', nextPenalty!, { amount: 2.01, reason: 'Less' })),
    ).toBe('penaltyAboveCap');
    await decidePenalty('change', nextPenalty!, { amount: 2, reason: 'Less' });
  });

  test('of the kind `reward` is proposed by a person for a finished exception, and decided like others', async () => {
    const { signer, engineer } = quality;
    const exception = await penalties.finishException(loss);
    const { month } = (await penalties.listPenalties(exception))[0]!;
    const reward = await proposeReward(exception, signer);
    expect(await penalties.readPenalty(reward.id)).toMatchObject({
      ...{ kind: 'reward', employeeId: signer.employeeId, ratio: null, amount: 50, proposedAmount: 50 },
      ...{ state: 'penaltyProposed', month },
    });
    const changed = await decidePenalty('change', reward, { amount: 40, reason: 'By our table' });
    await decidePenalty('approve', { ...reward, version: changed.version });
    const { rows } = await signer.call<{ rows: OwnPenalty[] }>('/mes/quality/punish/mine', {});
    expect(rows[0]).toMatchObject({ kind: 'reward', amount: 40, ratio: null, state: 'penaltyApproved' });
    const proposal = { exceptionId: exception.id, employeeId: signer.employeeId, amount: 1, reason: 'Mine' };
    expect(await readRefusalCode(engineer.call('/mes/quality/punish/reward', proposal))).toBe('noPermission');
  });

  test('of the kind `reward` needs a finished exception, an amount and a reason, and is given once', async () => {
    const { signer, otherSigner } = quality;
    const openException = await quality.raise(await quality.work({ good: 3 }));
    expect(await readRefusalCode(proposeReward(openException, signer))).toBe('qualityState');
    const exception = await penalties.finishException(loss);
    for (const fields of [{ amount: 0 }, { amount: -5 }, { amount: 0.001 }, { reason: '' }])
      expect(await readRefusalCode(proposeReward(exception, signer, fields))).toBe('fieldsInvalid');
    expect(await readRefusalCode(proposeReward(exception, { employeeId: 987_654 }))).toBe('referenceMissing');
    expect(await readRefusalCode(proposeReward({ id: 987_654 }, signer))).toBe('rowNotFound');
    // Of two proposals at the same time, the server stores only one. After a refusal, a reward can be proposed again.
    const outcomes = await Promise.allSettled([1, 2].map(() => proposeReward(exception, signer)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRefusalCode(proposeReward(exception, signer))).toBe('rewardExists');
    await proposeReward(exception, otherSigner);
    const first = (await penalties.listPenalties(exception)).find(
      ({ employeeId }) => employeeId === signer.employeeId,
    )!;
    expect(await readRefusalCode(decidePenalty('change', first, { amount: 0, reason: 'None' }))).toBe(
      'fieldsInvalid',
    );
    await decidePenalty('refuse', first, { reason: 'A machine found it' });
    await proposeReward(exception, signer);
  });

  test('of the kind `reward` stays within the limit of the month', async () => {
    const person = await quality.addPerson('Observant');
    await saveWageSetting({ penaltyCap: 20, minimumWage: 0, rewardLimit: 80 });
    const [first, second] = [await penalties.finishException(), await penalties.finishException()];
    expect(
      await proposeReward(first, person, { amount: 80.01 }).catch(
        (error: unknown) => error as RefusedCallError,
      ),
    ).toMatchObject({ code: 'rewardAboveLimit', params: { amount: 80.01, limit: 80 } });
    const reward = await proposeReward(first, person, { amount: 50 });
    const nextReward = await proposeReward(second, person, { amount: 50 });
    await decidePenalty('approve', reward);
    expect(await readRefusalCode(decidePenalty('approve', nextReward))).toBe('rewardAboveLimit');
    const changed = await decidePenalty('change', nextReward, {
      amount: 30,
      reason: 'The rest of the month',
    });
    await decidePenalty('approve', { ...nextReward, version: changed.version });
    await saveWageSetting({ penaltyCap: 20, minimumWage: 0, rewardLimit: null });
  });

  test('of the kind `reward` is proposed and approved once if two people do it at the same instant', async () => {
    await saveWageSetting({ penaltyCap: 20, minimumWage: 0, rewardLimit: 80 });
    const nodes = [quality.factory.call, callOnSecondNode];
    for (let round = 0; round < limitRounds(database, 3); round++) {
      const person = await quality.addPerson(`Keen ${round}`);
      const [first, second] = [await penalties.finishException(), await penalties.finishException()];
      const proposal = { exceptionId: first.id, employeeId: person.employeeId, amount: 50, reason: 'Found' };
      const proposalCodes = await Promise.all(
        nodes.map((call) => readRefusalCode(call('/mes/quality/punish/reward', proposal))),
      );
      expect(proposalCodes.toSorted()).toEqual(['accepted', 'rewardExists']);
      const reward = (await penalties.listPenalties(first)).find(
        ({ employeeId }) => employeeId === person.employeeId,
      )!;
      // Each of the two rewards fits into the limit of the month, but both together do not.
      const rewards = [reward, await proposeReward(second, person, { amount: 50 })];
      const approvalCodes = await Promise.all(
        nodes.map((call, node) => {
          const { id, version } = rewards[node]!;
          return readRefusalCode(call('/mes/quality/punish/approve', { id, version }));
        }),
      );
      expect(approvalCodes.toSorted()).toEqual(['accepted', 'rewardAboveLimit']);
    }
    await saveWageSetting({ penaltyCap: 20, minimumWage: 0, rewardLimit: null });
  });

  test('is decided by nobody whom it concerns', async () => {
    const head = await quality.addPerson('Head of quality', ['QUALITY_PUNISH']);
    const exception = await penalties.finishException({
      ...loss,
      people: [{ type: 'factoryStaff', employeeId: head.employeeId, ratio: 100 }],
    });
    const [penalty] = await penalties.listPenalties(exception);
    const { id, version } = penalty!;
    for (const [verb, fields] of [
      ['approve', {}],
      ['refuse', { reason: 'Not me' }],
      ['change', { amount: 1, reason: 'Less' }],
    ] as const)
      expect(
        await readRefusalCode(head.call(`/mes/quality/punish/${verb}`, { id, version, ...fields })),
      ).toBe('ownPenalty');
    const reward = await proposeReward(exception, head);
    expect(
      await readRefusalCode(
        head.call('/mes/quality/punish/approve', { id: reward.id, version: reward.version }),
      ),
    ).toBe('ownPenalty');
  });
});
