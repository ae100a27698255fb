import { request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { buildCallForm, buildParamHeader, PARAMS_HEADER, type Answer } from '#shared/kernel/wire.ts';
import { parseFormBody } from '#server/http/form-body.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';

const IMPORT_PATH = '/mes/report/import';
/** The declared length of a body of which only the beginning is sent, in bytes. */
const DECLARED_BODY_BYTES = 8_000_000;
const SENT_BODY_BYTES = 100_000;

/** Begins a call, and sends only the beginning of its body. @returns the answer to the call */
function callWithPartialBody(
  url: string,
  path: string,
  bodyStart: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  return new Promise((resolve, reject) => {
    const clientRequest: ClientRequest = request(`${url}${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': DECLARED_BODY_BYTES,
        ...headers,
      },
    });
    clientRequest.once('error', reject);
    clientRequest.once('response', (response) => {
      text(response).then((body) => {
        clientRequest.destroy();
        resolve({ status: response.statusCode!, body: JSON.parse(body) as Answer });
      }, reject);
    });
    clientRequest.write(bodyStart);
  });
}

describeForEachDatabase('a body beyond 64 KB', (database) => {
  const suite = startSuiteServer(database);

  const sendPartialBody = (bodyStart: string, headers?: Record<string, string>) =>
    callWithPartialBody(suite.server.url, IMPORT_PATH, bodyStart, headers);

  it('is not read before the caller is known', async () => {
    const signedOutReply = await sendPartialBody(`rows=${'x'.repeat(SENT_BODY_BYTES)}`);
    expect([signedOutReply.status, signedOutReply.body]).toMatchObject([401, { code: 'notSignedIn' }]);
    const strangerReply = await sendPartialBody(
      `token=${'f'.repeat(64)}&rows=${'x'.repeat(SENT_BODY_BYTES)}`,
    );
    expect([strangerReply.status, strangerReply.body]).toMatchObject([401, { code: 'notSignedIn' }]);
  });

  it('is not read for a caller who may not make the call', async () => {
    await suite.admin.send('/mes/system/basic/employee/save', {
      code: 'NOBODY',
      name: 'Nobody',
      roleIds: [],
    });
    const { pool } = suite.server.connection;
    await pool.query(`update account set password_hash = (select password_hash from account where code = 'admin'),
      must_change = false where employee_id = (select id from employee where code = 'NOBODY')`);
    const person = await suite.server.caller().logIn({ employeeCode: 'NOBODY' });
    const reply = await sendPartialBody(`token=${person.token}&rows=${'x'.repeat(SENT_BODY_BYTES)}`);
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'noPermission' }]);
  });

  it.each([
    ['nobody', () => ''],
    ['the administrator', () => `token=${suite.admin.token}&`],
  ])('is refused at its 501st pair, sent by %s', async (_name, makeBodyStart) => {
    const { status, body } = await sendPartialBody(makeBodyStart() + 'a&'.repeat(SENT_BODY_BYTES / 2));
    expect([status, body]).toMatchObject([400, { code: 'paramCheckFailed' }]);
  });

  it('is read completely from callers with the permission', async () => {
    const rows = JSON.stringify([{ line: 1, remark: '零件'.repeat(100_000) }]);
    const reply = await suite.admin.ask(IMPORT_PATH, { source: 'long', rows });
    expect(reply.body).toMatchObject({ success: true, data: { verdicts: [{ ok: false }] } });
  });

  it('is read completely if the token is at its beginning, whatever the order of the other fields', async () => {
    const { form } = buildCallForm(
      { rows: JSON.stringify([{ remark: 'x'.repeat(200_000) }]), source: 'order' },
      { token: null, lang: 'en_US' },
    );
    const copy = JSON.stringify({
      ...(JSON.parse(form['requestParams']!) as object),
      token: suite.admin.token,
    });
    const body = new URLSearchParams({
      lang: 'en_US',
      token: suite.admin.token!,
      requestParams: copy,
      ...form,
    });
    body.set('requestParams', copy);
    const header = buildParamHeader(copy, await suite.admin.getCipher());
    const reply = await suite.admin.post(IMPORT_PATH, body.toString(), { [PARAMS_HEADER]: header });
    expect(reply.body).toMatchObject({ success: true });
  });
});

describe('parsing a form', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1+1%202&&b', { a: '1 1 2', b: '' }],
    ['%E9%9B%B6=%e4%bb%b6&x=%zz%', { 零: '件', x: '%zz%' }],
    ['a=b=c&d=%FF', { a: 'b=c', d: '\uFFFD' }],
  ])('reads %s as a browser writes it', async (text, fields) => {
    expect(Object.fromEntries((await parseFormBody(Buffer.from(text)))!)).toEqual(fields);
    expect(fields).toEqual(Object.fromEntries(new URLSearchParams(text)));
  });

  it.each([
    'a=1&a=2',
    '=1',
    '__proto__=1',
    Array.from({ length: 501 }, (_, index) => `f${index}=1`).join('&'),
  ])('refuses %#', async (text) => {
    expect(await parseFormBody(Buffer.from(text))).toBeNull();
  });

  it('lets other work run while it parses 8 MB', async () => {
    const body = Buffer.from(`token=x&rows=${encodeURIComponent('零'.repeat(880_000))}`);
    let turnCount = 0;
    let isParsing = true;
    const takeTurn = () => {
      turnCount++;
      if (isParsing) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const fields = await parseFormBody(body);
    isParsing = false;
    expect(fields!.get('rows')).toBe('零'.repeat(880_000));
    expect(turnCount).toBeGreaterThan(20);
  });
});
