import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildParamHeader, PARAMS_HEADER, type ParamCipher } from '#shared/kernel/wire.ts';
import { makeUpstreamCipher } from '#server/relay/upstream-cipher.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startTestServer, type Caller, type Tampering, type TestServer } from '#tests/support/wire-server.ts';

const LIST_PATH = '/mes/system/basic/department/page';
const REFUSED_ANSWER = {
  success: false,
  flag: 'PARAM_VALIDATE',
  code: 'paramCheckFailed',
  message: 'Parameter check failed, confirm this is not illegal access',
};

const splitHeader = (header: string) => {
  const [version, keyId, ...blocks] = header.split('.') as [string, string, ...string[]];
  return { version, keyId, blocks };
};
const joinHeader = ({ version, keyId, blocks }: ReturnType<typeof splitHeader>) =>
  [version, keyId, ...blocks].join('.');

describeForEachDatabase('the parameter header', (database) => {
  let server: TestServer;
  let caller: Caller;
  let cipher: ParamCipher;
  beforeAll(async () => {
    server = await startTestServer(database);
    caller = await server.caller().logIn();
    cipher = await caller.getCipher();
  });
  afterAll(() => server.close());

  const encryptBlock = (nonce: string, index: number, count: number, part: string) =>
    cipher.encrypt(nonce + index.toString(16).padStart(2, '0') + count.toString(16).padStart(2, '0') + part);
  /** LONG_TEXT fills several blocks of the header. For LONGER_TEXT, the header has only a digest. */
  const LONG_TEXT = 'long name '.repeat(10);
  const LONGER_TEXT = 'x'.repeat(600);

  it.each([
    ['one block', ''],
    ['several blocks', LONG_TEXT],
    ['a digest', LONGER_TEXT],
    ['text of every language', '零件“A”→部品㈱ %25&=+\u{1F600}'],
  ])('accepts a call whose header contains %s', async (_name, search) => {
    const { status, body } = await caller.ask(LIST_PATH, {
      search: search.slice(0, 100),
      filter: search && JSON.stringify({ name: search.slice(0, 100) }),
      sort: `code${' '.repeat(search.length)}`,
    });
    expect(body).toMatchObject({ success: true });
    expect(status).toBe(200);
  });

  it('uses as many blocks as the text needs', async () => {
    const counts = [20, 160, 400, 900].map(
      (length) => splitHeader(buildParamHeader('a'.repeat(length), cipher)).blocks.length,
    );
    expect(counts).toEqual([1, 1, 3, 1]);
  });

  it('understands what the browser encrypts', async () => {
    const { makeParamCipher } = await import('#client/kit/wire/parameter-header.ts');
    const { body } = await caller.post<{ id: string; publicKey: string }>('/mes/login/key', '', {});
    const key = (body as { data: { id: string; publicKey: string } }).data;
    const browserCipher = makeParamCipher(key.id, key.publicKey);
    const copy = JSON.stringify({ search: LONG_TEXT, lang: 'en_US', token: caller.token });
    const form = new URLSearchParams({
      ...(JSON.parse(copy) as Record<string, string>),
      requestParams: copy,
    });
    const reply = await caller.post(LIST_PATH, form.toString(), {
      [PARAMS_HEADER]: buildParamHeader(copy, browserCipher),
    });
    expect(reply.body).toMatchObject({ success: true });
  });

  it('accepts a copy with JSON numbers and objects, and without token and language', async () => {
    const { body } = await caller.ask(LIST_PATH, { limit: '5', filter: '{"code": "A"}' }, undefined, {
      params: ({ token: _token, lang: _lang, ...copy }) => ({ ...copy, limit: 5, filter: { code: 'A' } }),
    });
    expect(body).toMatchObject({ success: true });
  });

  describe('always refuses in the same words', () => {
    const attacks: [string, Tampering][] = [
      ['a missing header', { header: () => null }],
      ['an empty header', { header: () => '' }],
      ['another version', { header: (header) => header.replace('v1.', 'v2.') }],
      ['no block', { header: (header) => header.split('.').slice(0, 2).join('.') }],
      [
        'an unknown key',
        { header: (header) => joinHeader({ ...splitHeader(header), keyId: 'abcdef012345' }) },
      ],
      ['no key id', { header: (header) => joinHeader({ ...splitHeader(header), keyId: '' }) }],
      ['a block that is no base64', { header: (header) => `${header.slice(0, -4)}!!!!` }],
      ['a block cut short', { header: (header) => header.slice(0, -4) }],
      [
        'a block with a changed byte',
        {
          header: (header) =>
            header.replace(
              /\.(.)([^.]*)$/,
              (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
            ),
        },
      ],
      ['a block too many', { header: (header) => `${header}.${splitHeader(header).blocks[0]}` }],
      [
        'thirty blocks too many',
        { header: (header) => `${header}${`.${splitHeader(header).blocks[0]}`.repeat(30)}` },
      ],
      ['a changed value', { form: (form) => form.set('search', 'other') }],
      ['a field more', { form: (form) => form.set('sort', 'code') }],
      ['a field less', { form: (form) => form.delete('search') }],
      ['a field twice', { form: (form) => form.append('search', form.get('search')!) }],
      ['another token', { form: (form) => form.set('token', 'someone else’s') }],
      [
        'another request id',
        { form: (form) => form.set('requestId', '11111111-1111-4111-8111-111111111111') },
      ],
      ['no copy', { form: (form) => form.delete('requestParams') }],
      ['another copy', { form: (form) => form.set('requestParams', '{}') }],
      ['a copy that is no object', { params: () => ['search'] }],
      ['a copy that is no JSON', { form: (form) => form.set('requestParams', '{') }],
      ['a copy of another type', { params: (copy) => ({ ...copy, search: { a: 1 } }) }],
      ['a copy that copies itself', { params: (copy) => ({ ...copy, requestParams: '' }) }],
      ['a lone surrogate', { form: (form) => form.set('requestParams', '{"search":"\ud800"}') }],
      [
        'a field called __proto__',
        {
          form: (form) => form.set('__proto__', '{}'),
          params: (copy) => JSON.parse(`{"__proto__":"{}",${JSON.stringify(copy).slice(1)}`) as unknown,
        },
      ],
      [
        'a field called constructor',
        { form: (form) => form.set('constructor', 'x'), params: (copy) => ({ ...copy, constructor: 'x' }) },
      ],
    ];
    it.each(attacks)('%s', async (_name, tampering) => {
      const { status, body } = await caller.ask(LIST_PATH, { search: 'lathe' }, undefined, tampering);
      expect(body).toEqual(REFUSED_ANSWER);
      expect(status).toBe(400);
    });

    const makeCopy = () =>
      JSON.stringify({
        search: LONG_TEXT,
        filter: JSON.stringify({ name: LONG_TEXT }),
        lang: 'en_US',
        token: caller.token,
      });
    const sendCall = async (copy: string, header: string) => {
      const form = new URLSearchParams({
        ...(JSON.parse(copy) as Record<string, string>),
        requestParams: copy,
      });
      return (await caller.post(LIST_PATH, form.toString(), { [PARAMS_HEADER]: header })).body;
    };
    const splitIntoParts = (copy: string): string[] => encodeURIComponent(copy).match(/.{1,170}/g)!;

    it('two headers spliced into one', async () => {
      const [copy, otherCopy] = [makeCopy(), makeCopy().replace('long name', 'lung nome')];
      const [ownHeader, otherHeader] = [
        splitHeader(buildParamHeader(copy, cipher)),
        splitHeader(buildParamHeader(otherCopy, cipher)),
      ];
      expect(ownHeader.blocks.length).toBeGreaterThan(2);
      expect(ownHeader.blocks.length).toBe(otherHeader.blocks.length);
      // The last blocks of the two headers hold the same text; only their nonces differ.
      const splicedHeader = {
        ...ownHeader,
        blocks: [...ownHeader.blocks.slice(0, -1), otherHeader.blocks.at(-1)!],
      };
      expect(await sendCall(copy, joinHeader(ownHeader))).toMatchObject({ success: true });
      expect(await sendCall(copy, joinHeader(splicedHeader))).toEqual(REFUSED_ANSWER);
    });

    it('blocks in another order, and one left out', async () => {
      const copy = makeCopy();
      const ownHeader = splitHeader(buildParamHeader(copy, cipher));
      expect(
        await sendCall(copy, joinHeader({ ...ownHeader, blocks: ownHeader.blocks.toReversed() })),
      ).toEqual(REFUSED_ANSWER);
      expect(
        await sendCall(copy, joinHeader({ ...ownHeader, blocks: ownHeader.blocks.slice(0, -1) })),
      ).toEqual(REFUSED_ANSWER);
    });

    it('a wrong count, a wrong index, two nonces, a part cut elsewhere', async () => {
      const copy = makeCopy();
      const parts = splitIntoParts(copy);
      const [nonce, count] = ['0123456789abcdef', parts.length];
      const buildHeader = (make: (part: string, index: number) => string) =>
        joinHeader({ version: 'v1', keyId: cipher.keyId, blocks: parts.map(make) });
      expect(
        await sendCall(
          copy,
          buildHeader((part, index) => encryptBlock(nonce, index, count, part)),
        ),
      ).toMatchObject({ success: true });
      expect(
        await sendCall(
          copy,
          buildHeader((part, index) => encryptBlock(nonce, index, count + 1, part)),
        ),
      ).toEqual(REFUSED_ANSWER);
      expect(
        await sendCall(
          copy,
          buildHeader((part, index) => encryptBlock(nonce, index + 1, count, part)),
        ),
      ).toEqual(REFUSED_ANSWER);
      expect(
        await sendCall(
          copy,
          buildHeader((part, index) =>
            encryptBlock(index === 1 ? 'fedcba9876543210' : nonce, index, count, part),
          ),
        ),
      ).toEqual(REFUSED_ANSWER);
      const shiftedParts = [
        parts[0]!.slice(0, -1),
        parts[0]!.slice(-1) + parts[1]!.slice(0, 100),
        parts[1]!.slice(100),
        ...parts.slice(2),
      ].slice(0, 4);
      const shiftedBlocks = shiftedParts.map((part, index) =>
        encryptBlock(nonce, index, shiftedParts.length, part),
      );
      expect(
        await sendCall(copy, joinHeader({ version: 'v1', keyId: cipher.keyId, blocks: shiftedBlocks })),
      ).toEqual(REFUSED_ANSWER);
    });

    it('the digest of a text that fits the blocks, and the digest of another text', async () => {
      const shortCopy = JSON.stringify({ search: 'lathe', lang: 'en_US', token: caller.token });
      const buildDigestHeader = (text: string) =>
        joinHeader({
          version: 'v1',
          keyId: cipher.keyId,
          blocks: [
            encryptBlock(cipher.makeNonce(), 0, 1, `sha256:${cipher.sha256(encodeURIComponent(text))}`),
          ],
        });
      expect(await sendCall(shortCopy, buildParamHeader(shortCopy, cipher))).toMatchObject({ success: true });
      expect(await sendCall(shortCopy, buildDigestHeader(shortCopy))).toEqual(REFUSED_ANSWER);
      const longCopy = JSON.stringify({
        search: 'lathe',
        filter: JSON.stringify({ name: 'y'.repeat(200) }),
        sort: ' '.repeat(500),
        lang: 'en_US',
        token: caller.token,
      });
      expect(await sendCall(longCopy, buildDigestHeader(longCopy))).not.toEqual(REFUSED_ANSWER);
      expect(await sendCall(longCopy, buildDigestHeader(shortCopy))).toEqual(REFUSED_ANSWER);
    });

    it('a header made with somebody else’s key', async () => {
      const { publicKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const copy = makeCopy();
      expect(
        await sendCall(copy, buildParamHeader(copy, makeUpstreamCipher(cipher.keyId, publicKey))),
      ).toEqual(REFUSED_ANSWER);
    });
  });

  it('still understands a key that was retired, and hands out the new one', async () => {
    const { pool } = server.connection;
    const oldKeyId = cipher.keyId;
    await pool.query("update wire_key set created_at = now() - interval '31 days'");
    const { WireKeys } = await import('#server/http/wire-keys.ts');
    const keys = await WireKeys.open(server.connection.db);
    expect(keys.current.id).not.toBe(oldKeyId);
    expect(await keys.findPrivateKey(oldKeyId)).not.toBeNull();
    expect((await caller.ask(LIST_PATH)).body).toMatchObject({ success: true });
    await pool.query("update wire_key set retired_at = now() - interval '1 minute' where id = $1", [
      oldKeyId,
    ]);
    const laterKeys = await WireKeys.open(server.connection.db);
    expect(await laterKeys.findPrivateKey(oldKeyId)).toBeNull();
    expect(laterKeys.current.id).toBe(keys.current.id);
  });
});
