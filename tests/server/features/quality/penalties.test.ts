import { beforeAll, expect, test } from 'vitest';
import type { OwnPenalty } from '#shared/quality/answers.ts';
import { calculatePenaltyLimit, proposePenaltyAmount } from '#shared/quality/penalty.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type RefusedCallError } from '#tests/support/floor.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { makePenaltyCalls } from '#tests/support/quality-states.ts';
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

describeForEachDatabase('a penalty', (database) => {
  let quality: QualityFactory;
  let penalties: ReturnType<typeof makePenaltyCalls>;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
    penalties = makePenaltyCalls(quality);
  });
  const decidePenalty = (verb: string, { id, version }: { id: number; version: number }, fields = {}) =>
    quality.factory.call<{ version: number; state: string }>(`/mes/quality/punish/${verb}`, {
      id,
      version,
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
    const changed = await decidePenalty('change', penalty!, { amount: 10, reason: 'First time' });
    await decidePenalty('approve', { ...penalty!, version: changed.version });
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
    const settings = await call<{ rows: { id: number; version: number }[] }>(
      '/mes/system/basic/wageSetting/page',
      {},
    );
    await call('/mes/system/basic/wageSetting/save', {
      ...(settings.rows[0] && { id: settings.rows[0].id, version: settings.rows[0].version }),
      penaltyCap: 20,
      minimumWage: 0,
    });
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
    // The next penalty in the same month may take only the rest of the limit.
    const [next] = await penalties.listPenalties(await penalties.finishException({ ...loss, people }));
    expect(
      await decidePenalty('change', next!, { amount: 3, reason: 'Less' }).catch(
        (error: unknown) => error as RefusedCallError,
      ),
    ).toMatchObject({ code: 'penaltyAboveCap', params: { limit: 2 } });
  });
});
