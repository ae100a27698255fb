import { afterAll, beforeAll, expect, it } from 'vitest';
import { PUBLIC_PERMISSION } from '#shared/kernel/permissions.ts';
import { TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { buildBarcode } from '#shared/rules/barcode.ts';
import { describeForEachDatabase, sampleItems } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { hireWorker, identifyAtTerminal, addTerminal, type TestWorker } from '#tests/support/wire-floor.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const IDENTIFY_PATH = '/mes/terminal/identify';
const SCAN_PATH = '/mes/floor/scan';

describeForEachDatabase('a badge', (database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_RATE_LIMIT: '0' });
    admin = await server.caller().logIn();
    worker = await hireWorker(admin, 'Worker', ['TASK_REPORT', 'TASK_REPORT_TEAM', 'TASK_REPORT_REVERSE']);
  });
  afterAll(() => server.close());
  const readRefusalCode = async (caller: Caller, path: string, fields: Record<string, unknown> = {}) => {
    const { body } = await caller.ask(path, fields);
    return Array.isArray(body) ? null : getErrorCode(body);
  };
  /** Makes a raw call, whose token is in a header. @returns the error code, or null */
  const readRawRefusalCode = async (caller: Caller, path: string) => {
    const headers = { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: caller.token! };
    return getErrorCode((await caller.post(path, '', headers)).body);
  };
  const allRoutes = [
    ...formCallRoutes.map((route) => [readRefusalCode, route] as const),
    ...rawRoutes.map((route) => [readRawRefusalCode, route] as const),
  ];

  it('opens only the calls that are declared for terminals, and nothing of the personal center', async () => {
    const { terminal } = await addTerminal(server, admin);
    const person = await identifyAtTerminal(server, terminal, { badge: worker.badge });
    for (const path of [
      '/mes/center/own/get',
      '/mes/center/session/page',
      '/mes/center/session/endOthers',
      '/mes/user/password/modify',
    ])
      expect([path, await readRefusalCode(person, path)]).toEqual([path, 'noPermission']);
    const ownFields = { phone: '1', mail: null, language: 'en_US', version: 1 };
    expect(await readRefusalCode(person, '/mes/center/own/save', ownFields)).toBe('noPermission');
    // Each call that needs a log-in and is not declared for terminals is refused.
    const closedRoutes = sampleItems(
      database,
      allRoutes.filter(([, route]) => !route.allowsTerminals && route.permission !== PUBLIC_PERMISSION),
    );
    const answers = await Promise.all(
      closedRoutes.map(async ([readCode, { path }]) => [path, await readCode(person, path)] as const),
    );
    expect(answers.filter(([, code]) => code !== 'noPermission')).toEqual([]);
    expectItemsChecked('calls that a terminal may not make', answers.length);
    expect(await readRefusalCode(terminal, '/mes/center/own/get')).toBe('noPermission');
    expect(await readRefusalCode(person, '/mes/login/current')).toBeNull();
  });

  it('that is wrong slows its terminal down, even if right badges come in between', async () => {
    const { terminal } = await addTerminal(server, admin);
    const otherTerminal = (await addTerminal(server, admin)).terminal;
    const startMs = performance.now();
    const codes: (string | null)[] = [];
    for (let guess = 0; guess < 13; guess++) {
      codes.push(await readRefusalCode(terminal, IDENTIFY_PATH, { badge: `GUESS-${guess}` }));
      if (guess % 4 === 0) await identifyAtTerminal(server, terminal, { badge: worker.badge });
    }
    expect(new Set(codes)).toEqual(new Set(['personNotRecognised']));
    // After ten wrong badges, each attempt at the terminal must wait. Each further wrong badge makes the wait half a
    // second longer, up to five seconds.
    expect(performance.now() - startMs).toBeGreaterThan(5000);
    // Neither many guesses at the same time nor scans get past the delay.
    const burstCodes = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0
          ? readRefusalCode(terminal, IDENTIFY_PATH, { badge: `BURST-${index}` })
          : readRefusalCode(terminal, SCAN_PATH, { code: `BURST-${index}` }),
      ),
    );
    for (const remainder of [0, 1])
      expect(
        burstCodes.filter((code, index) => index % 2 === remainder && code === 'loginLocked').length,
      ).toBeGreaterThan(8);
    // Other terminals are not slowed down.
    await identifyAtTerminal(server, otherTerminal, { badge: worker.badge });
  });

  it('is not found by a scan at a desk', async () => {
    const badge = buildBarcode(TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    expect(await readRefusalCode(admin, SCAN_PATH, { code: badge })).toBe('notATerminal');
    expect(await readRefusalCode(admin, SCAN_PATH, { code: worker.badge })).toBe('barcodeUnknown');
    const { terminal } = await addTerminal(server, admin);
    expect(await terminal.call(SCAN_PATH, { code: worker.badge })).toMatchObject({ kind: 'person' });
  });
});
