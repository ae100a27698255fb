import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPermission, isOpenPermission, PAIRED_SCREEN_PERMISSION } from '#shared/kernel/permissions.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { callBackend } from '#tests/support/call-backend.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { makeRowCounter } from '#tests/support/count-rows.ts';
import { describeForEachDatabase, listDatabaseKinds } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { listHostileValues } from '#tests/support/hostile-values.ts';
import { listWrongValues } from '#tests/support/makers.ts';
import { expectAnyRefusalIsSpecified, findRefusal, findRowRefusal } from '#tests/support/refusal-in.ts';
import {
  findEntityOfPath,
  makeOtherFactoryIdInputs,
  makeValidInput,
  SEPARATELY_TESTED_PATHS,
} from '#tests/support/route-input.ts';
import {
  isRefusedByDeclaration,
  expectWrongValuesRefused,
  type EndpointCaller,
} from '#tests/support/expect-wrong-values-refused.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';
import type { Caller } from '#tests/support/wire-server.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';
import { addServerMadeRows } from '#tests/support/server-made-rows.ts';

/** The prefix of every text of the other factory. */
const OTHER_FACTORY_TEXT_PREFIX = 'ZZTHEIRS';

const testedRoutes = formCallRoutes.filter((route) => !SEPARATELY_TESTED_PATHS.has(route.path));

describeForEachDatabase('every endpoint', (database) => {
  let server: AdminServer;
  let caller: Caller;
  let sampleIds: SampleRowIds;
  let otherIds: SampleRowIds;
  let otherFactory: TestFactory;
  let countRows: Awaited<ReturnType<typeof makeRowCounter>>;
  const createOwnRows = async (): Promise<SampleRowIds> => {
    const { admin, connection } = server;
    const rows = await createSampleRows((path, fields) => admin.call(path, fields));
    return addServerMadeRows(connection.db, admin, rows);
  };
  // Calls the backend without HTTP, because thousands of HTTP calls would take too long.
  const callDirectly: EndpointCaller = (path, fields) => callBackend(server, caller, path, fields);
  // HTTP does not depend on the kind of database, so hostile values pass through it with only one kind.
  const sendHostileValue: EndpointCaller = (path, fields) =>
    database.kind === listDatabaseKinds()[0]!.kind ? caller.ask(path, fields) : callDirectly(path, fields);

  beforeAll(async () => {
    server = await startAdminServer(database);
    countRows = await makeRowCounter(server.connection);
    caller = server.caller();
    caller.token = server.admin.token;
    sampleIds = await createOwnRows();
    otherFactory = await createTestFactory(server.connection);
    const otherRows = await createSampleRows(otherFactory.call, OTHER_FACTORY_TEXT_PREFIX);
    const { db } = server.connection;
    otherIds = await addServerMadeRows(db, otherFactory, otherRows, OTHER_FACTORY_TEXT_PREFIX);
  }, 600_000);
  afterAll(() => server?.close());

  test('refuses callers without a valid session', async () => {
    const before = await countRows();
    const stranger = server.caller();
    const protectedRoutes = formCallRoutes.filter((route) => !hasPermission(null, route.permission));
    for (const token of [null, 'x'.repeat(43), "' or '1'='1"]) {
      stranger.token = token;
      for (const route of protectedRoutes) {
        const { status, body } = await stranger.ask(route.path, {});
        const refusal = expect.objectContaining({ code: 'notSignedIn', flag: 'LOGIN_VALIDATE' }) as object;
        expect([route.path, status, body]).toEqual([route.path, 401, refusal]);
      }
    }
    for (const { path } of rawRoutes) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'x-timestamp': String(Date.now()) },
        body: 'x',
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect(await countRows()).toEqual(before);
    expectItemsChecked('endpoints that need a session', protectedRoutes.length + rawRoutes.length);
  });

  test('refuses callers without the required permission', async () => {
    const idlePerson = await otherFactory.createPerson('Idle', []);
    const before = await countRows();
    const routes = formCallRoutes.filter((route) => !hasPermission({ permissions: [] }, route.permission));
    for (const route of routes)
      expect([route.path, await readRefusalCode(idlePerson.call(route.path, {}))]).toEqual([
        route.path,
        'noPermission',
      ]);
    expect(await countRows()).toEqual(before);
    expectItemsChecked('endpoints that need a permission', routes.length);
    const isOpen = (route: (typeof formCallRoutes)[number]) =>
      [route.permission]
        .flat()
        .some((permission) => isOpenPermission(permission) && permission !== PAIRED_SCREEN_PERMISSION);
    expect(routes.length).toBe(formCallRoutes.filter((route) => !isOpen(route)).length);
  });

  test('refuses a call with a missing or wrong parameter header', async () => {
    const before = await countRows();
    for (const route of formCallRoutes) {
      const noHeaderReply = await caller.ask(route.path, {}, undefined, { header: () => null });
      const wrongReply = await caller.ask(route.path, {}, undefined, { form: (form) => form.set('id', '1') });
      for (const reply of [noHeaderReply, wrongReply]) {
        expect([route.path, reply.status, reply.body]).toEqual([
          route.path,
          400,
          expect.objectContaining({ code: 'paramCheckFailed', flag: 'PARAM_VALIDATE' }),
        ]);
      }
    }
    expect(await countRows()).toEqual(before);
    expectItemsChecked('endpoints called with a wrong header', formCallRoutes.length);
  });

  test('names every missing field, and refuses unknown fields', async () => {
    for (const route of testedRoutes) {
      const before = await countRows();
      const reply = await caller.ask(route.path, { noSuchField: '1' });
      const refusal = findRefusal(reply);
      const missingFields = Object.entries(route.input).filter(
        ([, field]) =>
          !route.partial &&
          field.required &&
          field.initial === undefined &&
          field.kind !== 'refs' &&
          field.kind !== 'lines',
      );
      expect([route.path, reply.status, refusal?.code]).toEqual([route.path, 422, 'fieldsInvalid']);
      expect(Object.keys(refusal!.fields ?? {}).sort()).toEqual(
        ['noSuchField', ...missingFields.map(([name]) => name)].sort(),
      );
      const emptyReply = await caller.ask(route.path, {});
      expectAnyRefusalIsSpecified(route.path, emptyReply);
      if (route.writes)
        expect(findRefusal(emptyReply), `${route.path} accepts an empty input`).not.toBeNull();
      if (missingFields.length > 0)
        expect(Object.keys(findRefusal(emptyReply)!.fields!).sort()).toEqual(
          missingFields.map(([name]) => name).sort(),
        );
      expect([route.path, await countRows()]).toEqual([route.path, before]);
    }
    expectItemsChecked('endpoints called with nothing', testedRoutes.length);
  }, 600_000);

  test('refuses every wrong value of every field at that field', async () => {
    let triedCount = 0;
    for (const route of testedRoutes) {
      const before = await countRows();
      const input = makeValidInput(route, sampleIds);
      const wrongFields = Object.entries(route.input).map(([name, field]) => ({
        name,
        values: listWrongValues(field)
          // Every value is sent as text, so 'notText' cannot occur: a number is a valid text.
          .filter(({ reason }) => reason !== 'notText' && !(reason === 'required' && route.partial))
          .map(({ value }) => value),
      }));
      triedCount += await expectWrongValuesRefused(callDirectly, route, input, wrongFields);
      expect([route.path, await countRows()]).toEqual([route.path, before]);
    }
    expectItemsChecked('wrong values', triedCount);
  }, 600_000);

  test('stores hostile values unchanged, or refuses them without writing anything', async () => {
    let acceptedTotal = 0;
    let refusedCount = 0;
    for (const route of testedRoutes) {
      const input = makeValidInput(route, sampleIds);
      let before = await countRows();
      const refusedFields = Object.entries(route.input).map(([name, field]) => ({
        name,
        values: listHostileValues(field).filter((value) => isRefusedByDeclaration(name, field, value)),
      }));
      refusedCount += await expectWrongValuesRefused(callDirectly, route, input, refusedFields);
      expect([route.path, await countRows()]).toEqual([route.path, before]);
      for (const [name, field] of Object.entries(route.input)) {
        let acceptedCount = 0;
        const sentValues = listHostileValues(field).filter(
          (value) => !isRefusedByDeclaration(name, field, value),
        );
        for (const value of sentValues) {
          const label = `${route.path} ${name} = ${JSON.stringify(value)?.slice(0, 80)}`;
          const reply = await sendHostileValue(route.path, { ...input, [name]: value });
          expectAnyRefusalIsSpecified(label, reply);
          if (findRefusal(reply)) {
            refusedCount += 1;
            continue;
          }
          acceptedCount += 1;
          if (field.kind === 'text' && route.path.endsWith('/save')) {
            expect([label, (reply.body as { data: Record<string, unknown> }).data[name]]).toEqual([
              label,
              (value as string).trim(),
            ]);
          }
        }
        acceptedTotal += acceptedCount;
        if (sentValues.length === 0) continue;
        const after = await countRows();
        if (acceptedCount === 0 || !route.writes)
          expect([route.path, name, after]).toEqual([route.path, name, before]);
        before = after;
      }
    }
    expectItemsChecked(`hostile values, ${refusedCount} of them refused`, refusedCount + acceptedTotal);
  }, 600_000);

  test('refuses ids of another factory, and never shows its rows', async () => {
    let triedCount = 0;
    // The tests above have changed the rows of `sampleIds`. Here only the foreign id may be wrong, so new rows are created.
    const freshIds = await createOwnRows();
    // This person has no other work, so a start can fail only because of the foreign id.
    const idleEmployee = await hireWorker(server.admin, 'Idle');
    const startFields = { quantity: 0.0001, people: [{ employeeId: idleEmployee.id, ratio: 100 }] };
    const start = { processId: freshIds.process, ...startFields };
    const { reportId } = await server.admin.call<{ reportId: number }>('/mes/report/start', start);
    await server.admin.call('/mes/report/reverse', { reportId, reason: 'It can be started' });
    const extraFieldsByPath: Record<string, Record<string, unknown>> = {
      '/mes/report/start': startFields,
      // Only a report with scrap may have a reason for scrap.
      '/mes/report/finish': { good: 0.01, scrap: 0.01 },
      '/mes/report/unfinished': { good: 0.01, scrap: 0.01 },
      '/mes/report/record': { good: 0.01, scrap: 0.01, minutes: 5, people: startFields.people },
      '/mes/report/extraProcess/start': { people: startFields.people },
      '/mes/report/extraProcess/record': { minutes: 5, people: startFields.people },
      '/mes/report/task/start': { people: startFields.people },
      '/mes/report/task/record': { minutes: 5, people: startFields.people },
      '/mes/system/basic/employee/pin': { pin: '4711' },
      '/mes/andon/raise': { deviceId: freshIds.device },
      '/mes/process/plan': { processes: [{ processId: freshIds.process, version: 1 }], plannedPeople: 2 },
    };
    // Pieces of this order were sent, so it has another version than the other rows.
    const outsourcingOrder = await server.admin.call<{ version: number }>('/mes/outsourcing/get', {
      id: freshIds.outsourcingOrder,
    });
    const getVersion = (path: string) =>
      path.startsWith('/mes/outsourcing/') ? outsourcingOrder.version : 1;
    for (const route of testedRoutes) {
      const before = await countRows();
      const entity = findEntityOfPath(route.path);
      const input = { ...makeValidInput(route, freshIds), ...extraFieldsByPath[route.path] };
      const version = 'version' in route.input ? { version: getVersion(route.path) } : {};
      for (const { name, input: given } of makeOtherFactoryIdInputs(route, freshIds, otherIds, input)) {
        const label = `${route.path} ${name}`;
        const fields = name === 'id' && entity && route.path.endsWith('/save') ? { name: 'Mine now' } : input;
        const reply = await caller.ask(route.path, { ...fields, ...version, ...given });
        expectAnyRefusalIsSpecified(label, reply);
        const code = (findRefusal(reply) ?? findRowRefusal(reply))?.code ?? 'accepted';
        if (route.writes)
          expect(['rowNotFound', 'referenceMissing', 'fieldsInvalid'], `${label}: ${code}`).toContain(code);
        expect(JSON.stringify(reply.body), label).not.toContain(OTHER_FACTORY_TEXT_PREFIX);
        triedCount += 1;
      }
      expect([route.path, await countRows()]).toEqual([route.path, before]);
    }
    const before = await countRows();
    const row = {
      line: 1,
      processId: freshIds.process,
      deviceId: freshIds.device,
      people: [{ employeeId: idleEmployee.id, ratio: 100 }],
      phase: 'run',
      startedAt: '2026-03-02T08:00',
      endedAt: '2026-03-02T09:00',
    };
    const foreignRows = [
      { processId: otherIds.process },
      { deviceId: otherIds.device },
      { people: [{ employeeId: otherIds.employee, ratio: 100 }] },
    ].map((given, line) => ({ ...row, ...given, line }));
    const { verdicts } = await server.admin.call<{ verdicts: { ok: boolean }[] }>('/mes/report/import', {
      source: 'theirs',
      rows: JSON.stringify(foreignRows),
    });
    expect(verdicts.map((verdict) => verdict.ok)).toEqual([false, false, false]);
    expect(await countRows()).toEqual(before);
    // No list or page may contain a row of the other factory.
    for (const route of testedRoutes.filter((candidate) => !candidate.writes)) {
      const reply = await caller.ask(route.path, makeValidInput(route, freshIds));
      expect(JSON.stringify(reply.body), route.path).not.toContain(OTHER_FACTORY_TEXT_PREFIX);
    }
    expectItemsChecked('ids of another factory', triedCount);
  }, 600_000);
});

describe('the loop over the endpoints', () => {
  test('leaves out only endpoints that exist', () => {
    expect(
      [...SEPARATELY_TESTED_PATHS].filter((path) => !formCallRoutes.some((route) => route.path === path)),
    ).toEqual([]);
  });
});
