import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { createCorrectiveFactory, type CorrectiveFactory } from '#tests/support/corrective-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';

describeForEachDatabase('a corrective action', (database) => {
  let floor: CorrectiveFactory;
  beforeAll(async () => {
    floor = await createCorrectiveFactory(await createTestFactory(await database.open()));
  });
  /** Begins a corrective action, and completes its only measure. */
  const beginAndComplete = async (fields: Record<string, unknown> = {}) => {
    const corrective = await floor.begin(fields);
    await floor.plan(corrective);
    await floor.complete(corrective);
    return corrective;
  };

  test('is checked some days after its last measure was done, by itself, and only once the cause is removed', async () => {
    const corrective = await floor.begin({ checkAfterDays: 14 });
    const { today } = floor;
    const sortingMeasureId = await floor.plan(corrective, { kind: 'containing', what: 'Sort the stock' });
    await floor.complete(corrective, sortingMeasureId, { doneOn: addDays(today, -3) });
    expect((await floor.read(corrective)).state).toBe('correctiveOpen');
    await floor.plan(corrective, { what: 'Change the insert earlier' });
    await floor.plan(corrective, { what: 'Tell the other shift' });
    await floor.complete(corrective, undefined, { doneOn: addDays(today, -2) });
    expect((await floor.read(corrective)).state).toBe('correctiveOpen');
    await floor.complete(corrective, undefined, { doneOn: addDays(today, -1), result: 'Told' });
    expect(await floor.read(corrective)).toMatchObject({
      state: 'correctiveChecking',
      checkDueOn: addDays(today, 13),
      measures: [{}, {}, { state: 'measureDone', doneBy: 'Wang Lei', result: 'Told' }],
    });
    expect(await readRefusalCode(floor.send('judge', corrective, { verdict: 'judgeEffective' }))).toBe(
      'checkTooEarly',
    );
    await floor.send('judge', corrective, { verdict: 'judgeNotEffective' });
    expect(await floor.read(corrective)).toMatchObject({
      state: 'correctiveOpen',
      round: 2,
      checkDueOn: null,
    });
  });

  test('plans measures against the cause only after the root cause is written', async () => {
    const corrective = await floor.begin({ rootCause: null });
    expect(await readRefusalCode(floor.plan(corrective))).toBe('rootCauseNeeded');
    await floor.plan(corrective, { kind: 'containing' });
    await floor.edit(corrective, { rootCause: 'Worn', whys: [{ why: 'Burr' }, { why: 'Worn insert' }] });
    await floor.plan(corrective);
    expect((await floor.read(corrective)).whys).toEqual(['Burr', 'Worn insert']);
  });

  test('lets the owner of a measure complete it, once, and nobody else without the permission', async () => {
    const corrective = await floor.begin();
    const measureId = await floor.plan(corrective);
    await floor.plan(corrective);
    const { signer } = floor.quality;
    expect(await readRefusalCode(floor.complete(corrective, measureId, {}, signer.call))).toBe(
      'notYourMeasure',
    );
    const tomorrow = addDays(floor.today, 1);
    expect(await readRefusalCode(floor.complete(corrective, measureId, { doneOn: tomorrow }))).toBe(
      'fieldsInvalid',
    );
    await floor.complete(corrective, measureId, {}, floor.leader.call);
    expect(await readRefusalCode(floor.complete(corrective, measureId))).toBe('measureIsDone');
    expect(await readRefusalCode(floor.edit(corrective, { problem: 'X' }, signer.call))).toBe('noPermission');
  });

  test('waits for its owner, the longest overdue measure first, and for its leader when the check is due', async () => {
    const corrective = await floor.begin();
    const owner = await floor.quality.addPerson('Ma Li');
    const laterMeasureId = await floor.plan(corrective, { ownerId: owner.employeeId });
    const overdueMeasureId = await floor.plan(corrective, {
      ownerId: owner.employeeId,
      dueOn: addDays(floor.today, -5),
    });
    const waiting = await floor.listWaiting(owner.call);
    expect(waiting.map(({ measureId, isOverdue }) => [measureId, isOverdue])).toEqual([
      [overdueMeasureId, true],
      [laterMeasureId, false],
    ]);
    const listForLeader = async () =>
      (await floor.listWaiting(floor.leader.call)).filter(
        ({ correctiveId }) => correctiveId === corrective.id,
      );
    expect(await listForLeader()).toEqual([]);
    await floor.complete(corrective, laterMeasureId, {}, owner.call);
    await floor.complete(corrective, overdueMeasureId, {}, owner.call);
    expect(await listForLeader()).toMatchObject([{ waitsFor: 'judgeEffect' }]);
    expect(await floor.listWaiting(owner.call)).toEqual([]);
  });

  test('is opened again by an exception of its error class or a class below it, which it then names', async () => {
    const errorClassId = await floor.addErrorClass('Surface');
    const classBelowId = await floor.addErrorClass('Scratch', errorClassId);
    const corrective = await beginAndComplete({ errorClassId });
    await floor.send('judge', corrective, { verdict: 'judgeEffective' });
    await floor.raiseDefect(floor.quality.errorClassId);
    expect((await floor.read(corrective)).state).toBe('correctiveEffective');
    const exception = await floor.raiseDefect(classBelowId);
    const reopenedCorrective = await floor.read(corrective);
    expect(reopenedCorrective).toMatchObject({
      state: 'correctiveOpen',
      round: 2,
      errorClass: 'Surface',
      closedAt: null,
    });
    expect(reopenedCorrective.events.at(-1)).toMatchObject({
      kind: 'recurDefect',
      exceptionId: exception.id,
    });
    expect(reopenedCorrective.exceptions.map(({ id }) => id)).toEqual([exception.id]);
    expect(reopenedCorrective.trend.at(-1)!.exceptions).toBe(1);
    await floor.send('beginCheck', corrective);
    expect((await floor.read(corrective)).state).toBe('correctiveChecking');
  });

  test('is opened again once the error class is determined, and not by what was raised before or is linked', async () => {
    const errorClassId = await floor.addErrorClass('Crack');
    const earlierException = await floor.raiseDefect(errorClassId);
    const corrective = await beginAndComplete({ errorClassId });
    await floor.quality.determine(earlierException, { errorClassId });
    expect((await floor.read(corrective)).state).toBe('correctiveChecking');
    const laterException = await floor.raiseDefect(null);
    expect((await floor.read(corrective)).state).toBe('correctiveChecking');
    await floor.quality.determine(laterException, { errorClassId });
    expect((await floor.read(corrective)).state).toBe('correctiveOpen');
    await floor.send('beginCheck', corrective);
    await floor.quality.sign(laterException, floor.quality.signer, 'notPassed');
    await floor.quality.determine(laterException, { errorClassId });
    expect((await floor.read(corrective)).state).toBe('correctiveChecking');
  });

  test('is not opened again by the same defect at another operation type or of another part code', async () => {
    const errorClassId = await floor.addErrorClass('Chatter marks');
    const otherException = await floor.raiseDefect(null);
    const { call } = floor.quality.factory;
    const { craftId } = await call<{ craftId: number }>('/mes/process/get', { id: otherException.processId });
    const correctiveOfCraft = await beginAndComplete({ errorClassId, craftId });
    const correctiveOfPart = await beginAndComplete({ errorClassId, partCode: 'ANOTHER-PART' });
    await floor.raiseDefect(errorClassId);
    expect((await floor.read(correctiveOfCraft)).state).toBe('correctiveChecking');
    expect((await floor.read(correctiveOfPart)).state).toBe('correctiveChecking');
    await floor.quality.raise(otherException, { errorClassId, quantity: 1 });
    expect((await floor.read(correctiveOfCraft)).state).toBe('correctiveOpen');
  });

  test('takes one of two people who complete its last two measures at once into the check, and only once', async () => {
    const corrective = await floor.begin();
    const [first, second] = [await floor.plan(corrective), await floor.plan(corrective)];
    await Promise.all([floor.complete(corrective, first), floor.complete(corrective, second)]);
    const { state, events } = await floor.read(corrective);
    expect(state).toBe('correctiveChecking');
    expect(events.map(({ kind }) => kind)).toEqual(['beginCheck']);
  });
});
