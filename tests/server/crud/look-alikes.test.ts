import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { replaceLookAlikes } from '#shared/rules/look-alikes.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';

const MATERIAL_SAVE_PATH = '/mes/system/basic/material/save';

describeForEachDatabase('A code', (database) => {
  const suite = startSuiteServer(database);

  const saveCustomer = (code: string) =>
    suite.admin.ask<{ id: number; code: string }>(MATERIAL_SAVE_PATH, { code, name: 'x' }, randomUUID());

  it.each([
    ['a zero-width space', 'Z\u200B1'],
    ['a zero-width joiner', 'Z\u200D1'],
    ['a direction mark', 'Z\u202E1'],
    ['a direction isolate', 'Z\u20671'],
    ['a soft hyphen', 'Z\u00AD1'],
    ['a filler', 'Z\u31641'],
    ['a tabulator', 'Z\t1'],
    ['a line feed', 'Z\n1'],
    ['a control character', 'Z\u00851'],
  ])('with %s is refused', async (_name, code) => {
    const { status, body } = await saveCustomer(code);
    expect([status, body]).toMatchObject([
      422,
      { code: 'fieldsInvalid', fields: { code: 'Contains an invisible character' } },
    ]);
  });

  it('is stored in NFC, and found however it was typed', async () => {
    const [composed, decomposed] = ['Ga\u0308nge-\u30AB\u3099'.normalize('NFC'), 'Ga\u0308nge-\u30AB\u3099'];
    expect(decomposed).not.toBe(composed);
    const { body } = await saveCustomer(decomposed);
    expect(body).toMatchObject({ success: true, data: { code: composed } });
    expect((await saveCustomer(composed)).body).toMatchObject({ code: 'codeDuplicated' });
  });

  it.each([
    ['a Cyrillic letter', 'ABC-1', 'ABС-1'],
    ['a Greek letter', 'TOP-2', 'ΤOP-2'],
    ['full-width letters', 'W-3', 'Ｗ-３'],
    ['another dash', 'D-4', 'D–4'],
    ['another space', '车 5', '车\u30005'],
  ])(
    'that looks like another because of %s is refused, and the other is named',
    async (_name, plainCode, oddCode) => {
      for (const [firstCode, secondCode] of [
        [plainCode, oddCode],
        [`${oddCode}x`, `${plainCode}x`],
      ] as const) {
        expect((await saveCustomer(firstCode)).body).toMatchObject({ success: true });
        const { status, body } = await saveCustomer(secondCode);
        expect([status, body]).toMatchObject([
          409,
          {
            code: 'codeLooksAlike',
            message: `Code “${secondCode}” looks the same as “${firstCode}”, which already exists`,
            params: { value: secondCode, other: firstCode },
          },
        ]);
        expect(Object.keys((body as { fields?: object }).fields ?? {})).toEqual(['code']);
      }
    },
  );

  it('may look similar because of Latin letters or digits, and may be replaced by its own look-alike', async () => {
    for (const code of ['A0', 'AO', 'a0', 'B1', 'Bl', 'BI', '零件-1', '零件-2'])
      expect((await saveCustomer(code)).body).toMatchObject({ success: true });
    const { body } = await saveCustomer('ОK');
    if (!body.success) throw new Error(body.message);
    const { id, version } = body.data as { id: number; version?: number };
    const renameAnswer = await suite.admin.ask(
      MATERIAL_SAVE_PATH,
      { id, version, code: 'OK', name: 'x' },
      randomUUID(),
    );
    expect(renameAnswer.body).toMatchObject({ success: true });
  });

  it('has the same skeleton in the database as in the program', async () => {
    const allCharacters = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1)).filter(
      (character) => !/\p{Surrogate}/u.test(character),
    );
    const changedCharacters = allCharacters.filter((character) => replaceLookAlikes(character) !== character);
    expect(changedCharacters.length).toBeGreaterThan(140);
    const { rows } = await sql<{
      skeleton: string;
    }>`select code_skeleton(${allCharacters.join('')}) as skeleton`.execute(suite.server.connection.db);
    expect(rows[0]!.skeleton).toBe(replaceLookAlikes(allCharacters.join('')));
  });
});

describeForEachDatabase('A lone surrogate', (database) => {
  const suite = startSuiteServer(database);

  const BROKEN_MESSAGE = 'Contains a broken character';

  it.each([
    [
      'rows of an import',
      '/mes/report/import',
      { source: 's', rows: '[{"line":1,"remark":"x\\ud800"}]' },
      'rows[0].remark',
    ],
    ['a key', '/mes/report/import', { source: 's', rows: '[{"\\udfff":1}]' }, 'rows[0]'],
    [
      'lines',
      '/mes/system/basic/role/save',
      { name: 'R', permissions: '[{"permission":"\\uDC00"}]' },
      'permissions[0].permission',
    ],
    ['a filter', '/mes/system/basic/material/page', { filter: '{"name":["\\ud83d"]}' }, 'filter.name[0]'],
    [
      'custom values',
      MATERIAL_SAVE_PATH,
      { code: 'S', name: 'S', custom: '{"1":"\\ud800\\ud800"}' },
      'custom.1',
    ],
  ])('in %s is refused by field', async (_name, path, fields, fieldPath) => {
    const { status, body } = await suite.admin.ask(path, fields, randomUUID());
    expect([status, body]).toMatchObject([
      422,
      { code: 'fieldsInvalid', fields: { [fieldPath]: BROKEN_MESSAGE } },
    ]);
  });

  it('that is nested deeply is refused too, but a complete surrogate pair is accepted', async () => {
    const deepFilter = `${'['.repeat(30_000)}"\\ud800"${']'.repeat(30_000)}`;
    const refusedAnswer = await suite.admin.ask('/mes/system/basic/material/page', { filter: deepFilter });
    expect(refusedAnswer.status).toBe(422);
    const acceptedAnswer = await suite.admin.ask('/mes/system/basic/material/page', {
      filter: '{"name":["\\ud83d\\ude00"]}',
    });
    expect(acceptedAnswer.status).toBe(200);
  });
});

describe('the skeleton of a code', () => {
  it.each([
    ['Ｗ－１', 'W-1'],
    ['АВС', 'ABC'],
    ['A0', 'A0'],
    ['零件', '零件'],
  ])('of %s is %s', (code, skeleton) => {
    expect(replaceLookAlikes(code)).toBe(skeleton);
  });
});
