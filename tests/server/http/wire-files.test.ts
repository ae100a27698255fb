import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#shared/kernel/wire.ts';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';

const PNG_FILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF_FILE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const MEBIBYTE = 1024 * 1024;
type StoredFile = { id: number; name: string; mediaType: string; bytes: number };

describeForEachDatabase('a file', (database) => {
  const suite = startSuiteServer(database);

  const postRaw = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(suite.server.url + path, {
      method: 'POST',
      headers: {
        [TIMESTAMP_HEADER]: String(Date.now()),
        [TOKEN_HEADER]: suite.admin.token!,
        'accept-language': 'en',
        ...headers,
      },
      body,
    });
  const uploadFile = async (
    name: string,
    content: Uint8Array | string,
    headers: Record<string, string> = {},
  ) => {
    const form = new FormData();
    form.append('file', new File([content as BlobPart], name));
    const response = await postRaw('/mes/file/upload', form, headers);
    return { status: response.status, body: (await response.json()) as Answer<StoredFile> };
  };
  const countStoredFiles = async () =>
    Number(
      (await suite.server.connection.pool.query<{ n: string }>('select count(*) as n from stored_file'))
        .rows[0]!.n,
    );
  const downloadFile = (id: number | string, headers: Record<string, string> = {}) =>
    postRaw('/mes/file/get', new URLSearchParams({ id: String(id) }), headers);

  it('is stored outside the served folders, and is downloaded unchanged as an attachment', async () => {
    const { status, body } = await uploadFile('图纸 A-1 “final”.png', PNG_FILE);
    expect(status).toBe(200);
    const storedFile = (body as { data: StoredFile }).data;
    expect(storedFile).toMatchObject({
      name: '图纸 A-1 “final”.png',
      mediaType: 'image/png',
      bytes: PNG_FILE.length,
    });
    const user = await suite.admin.call<{ factoryId: number }>('/mes/login/current');
    expect(
      readFileSync(join(database.dataDir, 'files', String(user.factoryId), String(storedFile.id))),
    ).toEqual(PNG_FILE);
    const response = await downloadFile(storedFile.id);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG_FILE);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=.*filename\*=UTF-8''%E5%9B%BE/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    ['a PDF', 'plan.pdf', PDF_FILE, 'application/pdf'],
    ['a list', 'parts.csv', Buffer.from('code,name\nA,阀体\n'), 'text/csv'],
    [
      'a list in the country’s own encoding',
      'parts.csv',
      Buffer.from([0x61, 0x2c, 0xb7, 0xa7, 0xcc, 0xe5, 0x0a]),
      'text/csv',
    ],
    ['a drawing as text', 'part.dxf', Buffer.from('0\r\nSECTION\r\n2\r\nHEADER\r\n'), 'image/vnd.dxf'],
  ])('may be %s', async (_name, name, content, mediaType) => {
    expect((await uploadFile(name, content)).body).toMatchObject({ success: true, data: { mediaType } });
  });

  it.each([
    ['a page', 'page.html', '<!doctype html><script>alert(1)</script>'],
    ['a page that is called a picture', 'page.png', '<!doctype html><script>alert(1)</script>'],
    ['a picture that is called a list', 'picture.csv', PNG_FILE],
    [
      'a vector drawing with a script in it',
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ],
    ['a program', 'setup.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['a program that is called a text', 'setup.txt', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['nothing', 'empty.png', ''],
    ['a file without an ending', 'file', PNG_FILE],
  ])('may not be %s', async (_name, name, content) => {
    const before = await countStoredFiles();
    const { status, body } = await uploadFile(name, content);
    expect([status, body]).toMatchObject([
      422,
      { code: 'fileType', message: 'This type of file is not accepted' },
    ]);
    expect(await countStoredFiles()).toBe(before);
  });

  it('may be 5 MB, and not a byte more', async () => {
    const makePaddedFile = (bytes: number) =>
      Buffer.concat([PNG_FILE, Buffer.alloc(bytes - PNG_FILE.length)]);
    expect((await uploadFile('big.png', makePaddedFile(5 * MEBIBYTE))).status).toBe(200);
    for (const bytes of [5 * MEBIBYTE + 1, 6 * MEBIBYTE]) {
      const { status, body } = await uploadFile('bigger.png', makePaddedFile(bytes));
      expect([status, body]).toMatchObject([413, { code: 'tooLarge', params: { max: '5 MB' } }]);
    }
  });

  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\drawings\\a.png', 'a.png'],
    ['..hidden.png', 'hidden.png'],
    ['a\u202egnp.png', 'agnp.png'],
    ['a<b>|c?.png', 'a_b__c_.png'],
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(116)}.png`],
  ])('called %j is kept as %j', async (name, expected) => {
    const { body } = await uploadFile(name, PNG_FILE);
    expect(body).toMatchObject({ data: { name: expected } });
  });

  describe('is refused', () => {
    it('without a session, in both directions', async () => {
      const { status, body } = await uploadFile('a.png', PNG_FILE, { [TOKEN_HEADER]: 'x'.repeat(43) });
      expect([status, body]).toMatchObject([401, { flag: 'LOGIN_VALIDATE' }]);
      expect((await downloadFile(1, { [TOKEN_HEADER]: '' })).status).toBe(401);
    });

    it('without a time, or with one more than five minutes off; the answer has the time of the server', async () => {
      expect((await uploadFile('a.png', PNG_FILE, { [TIMESTAMP_HEADER]: 'now' })).body).toMatchObject({
        code: 'paramCheckFailed',
      });
      for (const offsetMs of [-301_000, 301_000]) {
        const { status, body } = await uploadFile('a.png', PNG_FILE, {
          [TIMESTAMP_HEADER]: String(Date.now() + offsetMs),
        });
        expect([status, body]).toMatchObject([400, { flag: 'PARAM_VALIDATE', code: 'clockOff' }]);
        const now = body.success ? '' : String(body.params?.['now']);
        expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5000);
      }
      expect(
        (await uploadFile('a.png', PNG_FILE, { [TIMESTAMP_HEADER]: String(Date.now() - 290_000) })).status,
      ).toBe(200);
    });

    it('if the form has no file or two files, or if there is no form', async () => {
      const emptyFormResponse = await postRaw('/mes/file/upload', new FormData());
      expect(await emptyFormResponse.json()).toMatchObject({ success: false });
      const formWithTwoFiles = new FormData();
      formWithTwoFiles.append('file', new File([PNG_FILE], 'a.png'));
      formWithTwoFiles.append('file', new File([PNG_FILE], 'b.png'));
      expect(await (await postRaw('/mes/file/upload', formWithTwoFiles)).json()).toMatchObject({
        code: 'fieldsInvalid',
      });
      expect(
        await (await postRaw('/mes/file/upload', 'x', { 'content-type': 'text/plain' })).json(),
      ).toMatchObject({ code: 'paramCheckFailed' });
    });

    it('to another factory, and for an invalid id', async () => {
      const { body } = await uploadFile('mine.png', PNG_FILE);
      const { id } = (body as { data: StoredFile }).data;
      const { pool } = suite.server.connection;
      await pool.query("insert into factory (code, name) values ('OTHER', 'Other')");
      const { rows } = await pool.query<{ id: string }>(
        "insert into stored_file (factory_id, name, media_type, bytes, sha256) select id, 'x.png', 'image/png', 1, '' from factory where code = 'OTHER' returning id",
      );
      expect((await downloadFile(rows[0]!.id)).status).toBe(404);
      expect((await downloadFile(id)).status).toBe(200);
      for (const wrongId of ['0', '-1', 'x', '1 or 1=1', '../1', ''])
        expect((await downloadFile(wrongId)).status).toBe(422);
    });
  });

  it('is reported as lost if its content is missing, whole or in part', async () => {
    const { body } = await uploadFile('drawing.png', PNG_FILE);
    const { id } = (body as { data: StoredFile }).data;
    const { factoryId } = await suite.admin.call<{ factoryId: number }>('/mes/login/current');
    const filePath = join(database.dataDir, 'files', String(factoryId), String(id));
    for (const damageFile of [() => truncateSync(filePath, 3), () => rmSync(filePath)]) {
      damageFile();
      const response = await downloadFile(id);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { success: false, code: 'fileLost', params: { name: 'drawing.png' } },
      ]);
    }
  });

  it('is removed from the disk if its row cannot be written', async () => {
    await suite.server.connection.pool.query('alter table log rename to log_gone');
    const folder = join(database.dataDir, 'files');
    const { readdirSync } = await import('node:fs');
    const countFiles = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0);
    const before = countFiles();
    try {
      expect((await uploadFile('lost.png', PNG_FILE)).status).toBe(500);
    } finally {
      await suite.server.connection.pool.query('alter table log_gone rename to log');
    }
    expect(countFiles()).toBe(before);
  });
});
