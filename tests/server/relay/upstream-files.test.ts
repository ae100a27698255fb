import { afterAll, beforeAll, expect, it } from 'vitest';
import { TIMESTAMP_HEADER, TOKEN_HEADER, type Answer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase, makeDatabase } from '#tests/support/databases.ts';
import { makeWorkbook, readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const PDF_FILE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const MEBIBYTE = 1024 * 1024;

describeForEachDatabase('Files through a relay in front of a MES', (database) => {
  let testDatabase: Awaited<ReturnType<typeof makeDatabase>>;
  let mes: TestServer;
  let relay: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    testDatabase = await makeDatabase(database.kind);
    mes = await startTestServer(testDatabase);
    relay = await startTestServer(database, { MES_UPSTREAM_URL: mes.url });
    admin = await relay.caller().logIn();
  });
  afterAll(async () => {
    await relay.close();
    await mes.close();
    await testDatabase.remove();
  });

  const postRaw = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${relay.url}${path}?lang=en_US`, {
      method: 'POST',
      headers: { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: admin.token!, ...headers },
      body,
    });
  const uploadFile = async (name: string, content: Uint8Array, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('file', new File([content as BlobPart], name));
    const response = await postRaw('/mes/file/upload', form, headers);
    return { status: response.status, body: (await response.json()) as Answer<{ id: number }> };
  };

  it('are uploaded and downloaded unchanged', async () => {
    const { body } = await uploadFile('图纸.pdf', PDF_FILE);
    const { id } = (body as { data: { id: number } }).data;
    const response = await postRaw('/mes/file/get', new URLSearchParams({ id: String(id) }));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF_FILE);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*UTF-8''%E5%9B%BE/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('are refused with the answers of the MES: too large, unknown type, no session, wrong clock', async () => {
    expect(await uploadFile('large.pdf', new Uint8Array(6 * MEBIBYTE))).toMatchObject({
      status: 413,
      body: { code: 'tooLarge', message: expect.stringContaining('5 MB') },
    });
    expect((await uploadFile('page.html', Buffer.from('<!doctype html>'))).body).toMatchObject({
      code: 'fileType',
    });
    expect(await uploadFile('plan.pdf', PDF_FILE, { [TOKEN_HEADER]: 'nobody' })).toMatchObject({
      status: 401,
      body: { code: 'notSignedIn' },
    });
    expect((await uploadFile('plan.pdf', PDF_FILE, { [TIMESTAMP_HEADER]: '1' })).body).toMatchObject({
      code: 'clockOff',
    });
    expect((await postRaw('/mes/nothing/here', '')).status).toBe(404);
  });

  it('import and export lists, and the import reports its progress', async () => {
    const workbookClient = new WorkbookClient(relay.url, admin.token!);
    const workbook = makeWorkbook({
      Unit: [
        ['Code', 'Name'],
        ['PCS', 'piece'],
      ],
    });
    const checkResult = await workbookClient.callWithProgress<{ file: string }>(
      '/mes/system/basic/unit/import/check',
      new Uint8Array(workbook),
    );
    expect(checkResult.answer).toMatchObject({ success: true, data: { added: 1, problemCount: 0 } });
    expect(checkResult.progress.length).toBeGreaterThan(0);
    const { file } = (checkResult.answer as { data: { file: string } }).data;
    await workbookClient.callWithProgress(
      '/mes/system/basic/unit/import/write',
      new URLSearchParams({ file }),
    );
    const response = await postRaw('/mes/system/basic/unit/export', '');
    const rows = Object.values(readWorkbookTexts(Buffer.from(await response.arrayBuffer())))[0]!;
    expect(rows.map((row) => row[0])).toEqual(['Code', 'PCS']);
  });

  it('are refused with an error code while the MES is unreachable', async () => {
    await mes.close();
    expect(await uploadFile('plan.pdf', PDF_FILE)).toMatchObject({
      status: 502,
      body: { code: 'requestFailed' },
    });
    mes = await startTestServer(testDatabase, { PORT: new URL(mes.url).port });
    expect((await uploadFile('plan.pdf', PDF_FILE)).status).toBe(200);
  });
});
