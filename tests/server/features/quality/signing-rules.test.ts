import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';
import {
  createQualityFactory,
  type QualityFactory,
  type QualityPerson,
} from '#tests/support/quality-floor.ts';

describeForEachDatabase('a round of signers', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });

  test('proposes the signers of the department of the responsible process, of those above it, and of the lost amount', async () => {
    const { call } = quality.factory;
    const save = async (path: string, fields: Record<string, unknown>) =>
      (await call<{ id: number }>(`${path}/save`, fields)).id;
    const works = await save('/mes/system/basic/department', { code: 'W', name: 'Works' });
    const shop = await save('/mes/system/basic/department', { code: 'S', name: 'Shop', parentId: works });
    const tools = await save('/mes/system/basic/department', { code: 'T', name: 'Tools', parentId: works });
    const exception = await quality.raise(await quality.work({ good: 3 }));
    const { processId } = await quality.read(exception);
    const workGroupId = await save('/mes/system/basic/group', { code: 'G', name: 'G', departmentId: shop });
    await quality.factory.connection.db
      .updateTable('process')
      .set({ workGroupId })
      .where('id', '=', processId)
      .execute();
    const quitter = await quality.addPerson('Hu Po');
    const rules: [number | null, number, QualityPerson[]][] = [
      [null, 1000, [quality.worker]],
      [works, 0, [quality.signer, quitter]],
      [tools, 0, [quality.culprit]],
      [shop, 500, [quality.otherSigner, quality.signer]],
    ];
    for (const [departmentId, lossFrom, people] of rules) {
      const signerIds = people.map(({ employeeId }) => employeeId);
      await save('/mes/quality/signingRule', { departmentId, lossFrom, signerIds });
    }
    const { version } = await call<{ version: number }>('/mes/system/basic/employee/get', {
      id: quitter.employeeId,
    });
    await call('/mes/system/basic/employee/save', {
      ...{ id: quitter.employeeId, version, workingStatus: 'quit' },
    });
    const propose = async (lostCost: number | null) => {
      const fields = { id: exception.id, responsibleProcessId: processId, scrap: 2, lostCost };
      const { rows } = await quality.engineer.call<{ rows: { name: string }[] }>(
        '/mes/quality/proposedSigners',
        fields,
      );
      return rows.map(({ name }) => name);
    };
    expect(await propose(null)).toEqual(['Liu Yang']);
    expect(await propose(500)).toEqual(['Liu Yang', 'Chen Jing']);
    expect(await propose(1000)).toEqual(['Liu Yang', 'Chen Jing', 'Wang Lei']);
    const saveWithoutSigners = save('/mes/quality/signingRule', {
      departmentId: null,
      lossFrom: 0,
      signerIds: [],
    });
    expect(await readRefusalCode(saveWithoutSigners)).toBe('fieldsInvalid');
  });
});
