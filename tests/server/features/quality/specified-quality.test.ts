import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type RefusedCallError } from '#tests/support/floor.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

describeForEachDatabase('the specified rules of quality', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });
  const raiseException = async () => quality.raise(await quality.work({ good: 4 }), { quantity: 3 });
  /** Runs a call that must be refused and must change no table. @returns the refusal */
  const readRefusal = async (run: () => Promise<unknown>): Promise<RefusedCallError> => {
    const before = await readTableVersions(quality.factory.connection);
    const refusal = await run().then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
    expect(await readTableVersions(quality.factory.connection)).toEqual(before);
    return refusal;
  };

  test.each(['responsibleProcessId', 'discoveryProcessId', 'discovererId', 'errorClassId'])(
    'the responsible process, the discovery process, the discoverer and the error classification must be selected: %s',
    async (field) => {
      const exception = await raiseException();
      const refusal = await readRefusal(() => quality.determine(exception, { [field]: null }));
      expect(refusal.code).toBe('fieldsInvalid');
      expect(Object.keys(refusal.fields)).toEqual([field]);
    },
  );

  test('the responsible person must be selected, with ratios that add up to 100 %', async () => {
    const exception = await raiseException();
    const { culprit, worker } = quality;
    const readDetermineRefusal = (people: unknown[]) =>
      readRefusal(() => quality.determine(exception, { people }));
    expect((await readDetermineRefusal([])).code).toBe('responsibleMissing');
    const culpritLine = { type: 'factoryStaff', employeeId: culprit.employeeId };
    const workerLine = { type: 'factoryStaff', employeeId: worker.employeeId };
    for (const [ratio, sum] of [
      [49.99, 99.99],
      [50.01, 100.01],
    ])
      expect(
        await readDetermineRefusal([
          { ...culpritLine, ratio: 50 },
          { ...workerLine, ratio },
        ]),
      ).toMatchObject({ code: 'responsibleRatioSum', params: { sum } });
    for (const ratio of [-10, 0])
      expect(
        Object.keys(
          (
            await readDetermineRefusal([
              { ...culpritLine, ratio: 100 - ratio },
              { ...workerLine, ratio },
            ])
          ).fields,
        ),
      ).toContain('people[1].ratio');
    expect(
      (
        await readDetermineRefusal([
          { ...culpritLine, ratio: 60 },
          { ...culpritLine, ratio: 40 },
        ])
      ).code,
    ).toBe('responsibleTwice');
    expect(Object.keys((await readDetermineRefusal([{ type: 'factoryStaff', ratio: 100 }])).fields)).toEqual([
      'people[0].employeeId',
    ]);
    const supplier = await quality.factory.call<{ id: number }>('/mes/system/basic/supplier/save', {
      code: 'S-RULES',
      shortName: 'Forge',
    });
    expect(
      Object.keys(
        (await readDetermineRefusal([{ type: 'supplierStaff', supplierId: supplier.id, ratio: 100 }])).fields,
      ),
    ).toEqual(['people[0].name']);
    await quality.determine(exception, {
      people: [
        { type: 'factoryStaff', employeeId: worker.employeeId, ratio: 33.33 },
        { type: 'supplier', supplierId: supplier.id, ratio: 33.33 },
        { type: 'supplierStaff', supplierId: supplier.id, name: 'Hu', ratio: 16.67 },
        { type: 'generalFactoryStaff', name: 'Day labourer', ratio: 16.67 },
      ],
    });
    const { people } = await quality.read(exception);
    expect(people!.map(({ type, name }) => [type, name])).toEqual([
      ['factoryStaff', 'Wang Lei'],
      ['supplier', 'Forge'],
      ['supplierStaff', 'Forge Hu'],
      ['generalFactoryStaff', 'Day labourer'],
    ]);
  });

  test('the handling way and the rework, special and scrapped quantity must be selected, and equal the held quantity', async () => {
    const exception = await raiseException();
    for (const quantities of [
      { rework: 0, concession: 0, scrap: 0 },
      { rework: 1, concession: 1, scrap: 0 },
      { rework: 1, concession: 1, scrap: 1.5 },
    ])
      expect((await readRefusal(() => quality.determine(exception, quantities))).code).toBe('handlingSum');
    await quality.determine(exception, { rework: 1, concession: 1, scrap: 1 });
  });

  test('the signers must be selected', async () => {
    const exception = await raiseException();
    expect((await readRefusal(() => quality.determine(exception, { signers: [] }))).code).toBe(
      'signerMissing',
    );
  });

  test('a punished person is required', async () => {
    const exception = await raiseException();
    await quality.determine(exception);
    await quality.sign(exception);
    expect((await readRefusal(() => quality.trace(exception, { people: [] }))).code).toBe(
      'punishedPersonRequired',
    );
  });

  test('the selected signer must equal the actual signer', async () => {
    const exception = await raiseException();
    await quality.determine(exception);
    const { signer, otherSigner } = quality;
    const signAs = (signerId: number) =>
      readRefusal(() => quality.sign(exception, otherSigner, 'passed', { signerId }));
    expect((await signAs(signer.employeeId)).code).toBe('notTheSigner');
    // A person who is not a signer of the round cannot sign.
    expect((await signAs(otherSigner.employeeId)).code).toBe('notTheSigner');
  });

  test('a signer cannot join twice', async () => {
    const exception = await raiseException();
    const { signer, otherSigner } = quality;
    const repeatedSigner = [{ employeeId: signer.employeeId }, { employeeId: signer.employeeId }];
    expect(await readRefusal(() => quality.determine(exception, { signers: repeatedSigner }))).toMatchObject({
      code: 'signerTwice',
      params: { name: 'Liu Yang' },
    });
    await quality.determine(exception, {
      signers: [{ employeeId: signer.employeeId }, { employeeId: otherSigner.employeeId }],
    });
    await quality.sign(exception, signer);
    expect((await readRefusal(() => quality.sign(exception, signer))).code).toBe('alreadySigned');
  });

  test('the form settings of quality decide what an exception needs when it is raised', async () => {
    const { factory } = quality;
    const setting = await factory.call<{ id: number; version: number }>('/mes/system/params/form/save', {
      form: 'qualityException',
      fields: [
        { field: 'description', shown: true, required: true, initial: null },
        { field: 'errorClassId', shown: true, required: true, initial: String(quality.errorClassId) },
      ],
    });
    const order = await quality.work({ good: 4 });
    const refusal = await readRefusal(() => quality.raise(order));
    expect([refusal.code, Object.keys(refusal.fields)]).toEqual(['fieldsInvalid', ['description']]);
    const raisedException = await quality.raise(order, { description: 'Too small' });
    // The default of the factory fills in the error class.
    expect((await quality.read(raisedException)).errorClassId).toBe(quality.errorClassId);
    await factory.call('/mes/system/params/form/delete', { ids: [setting.id] });
    await quality.raise(order);
  });

  test('only cancelled exceptions can be deleted', async () => {
    const exception = await raiseException();
    const deleteException = () =>
      quality.engineer.call('/mes/quality/exception/delete', { ids: [exception.id] });
    expect((await readRefusal(deleteException)).code).toBe('exceptionNotCancelled');
    await quality.cancel(exception);
    await deleteException();
  });
});
