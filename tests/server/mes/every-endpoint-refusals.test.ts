import { describe, expect, test } from 'vitest';
import { hasPermission, isOpenPermission, PAIRED_SCREEN_PERMISSION } from '#shared/kernel/permissions.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { describeForEachDatabase, findQuickestDatabaseKind } from '#tests/support/databases.ts';
import { startEndpointFloor, testedRoutes } from '#tests/support/endpoint-floor.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  expectWrongValuesRefused,
  isRefusedByDeclaration,
} from '#tests/support/expect-wrong-values-refused.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import { listHostileValues } from '#tests/support/hostile-values.ts';
import { listWrongValues } from '#tests/support/makers.ts';
import { expectAnyRefusalIsSpecified, findRefusal } from '#tests/support/refusal-in.ts';
import { makeValidInput, SEPARATELY_TESTED_PATHS } from '#tests/support/route-input.ts';

// These refusals come before any statement of the endpoint, so one kind of database is enough.
describeForEachDatabase(
  'every endpoint',
  (database) => {
    const floor = startEndpointFloor(database);

    test('refuses callers without a valid session', async () => {
      const before = await floor.countRows();
      const stranger = floor.server.caller();
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
        const response = await fetch(floor.server.url + path, {
          method: 'POST',
          headers: { 'x-timestamp': String(Date.now()) },
          body: 'x',
        });
        expect([path, response.status]).toEqual([path, 401]);
      }
      expect(await floor.countRows()).toEqual(before);
      expectItemsChecked('endpoints that need a session', protectedRoutes.length + rawRoutes.length);
    });

    test('refuses callers without the required permission', async () => {
      const idlePerson = await floor.otherFactory.createPerson('Idle', []);
      const before = await floor.countRows();
      const routes = formCallRoutes.filter((route) => !hasPermission({ permissions: [] }, route.permission));
      for (const route of routes)
        expect([route.path, await readRefusalCode(idlePerson.call(route.path, {}))]).toEqual([
          route.path,
          'noPermission',
        ]);
      expect(await floor.countRows()).toEqual(before);
      expectItemsChecked('endpoints that need a permission', routes.length);
      const isOpen = (route: (typeof formCallRoutes)[number]) =>
        [route.permission]
          .flat()
          .some((permission) => isOpenPermission(permission) && permission !== PAIRED_SCREEN_PERMISSION);
      expect(routes.length).toBe(formCallRoutes.filter((route) => !isOpen(route)).length);
    });

    test('refuses a call with a missing or wrong parameter header', async () => {
      const before = await floor.countRows();
      for (const route of formCallRoutes) {
        const noHeaderReply = await floor.caller.ask(route.path, {}, undefined, { header: () => null });
        const wrongReply = await floor.caller.ask(route.path, {}, undefined, {
          form: (form) => form.set('id', '1'),
        });
        for (const reply of [noHeaderReply, wrongReply]) {
          expect([route.path, reply.status, reply.body]).toEqual([
            route.path,
            400,
            expect.objectContaining({ code: 'paramCheckFailed', flag: 'PARAM_VALIDATE' }),
          ]);
        }
      }
      expect(await floor.countRows()).toEqual(before);
      expectItemsChecked('endpoints called with a wrong header', formCallRoutes.length);
    });

    test('names every missing field, and refuses unknown fields', async () => {
      for (const route of testedRoutes) {
        const before = await floor.countRows();
        const reply = await floor.caller.ask(route.path, { noSuchField: '1' });
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
        const emptyReply = await floor.caller.ask(route.path, {});
        expectAnyRefusalIsSpecified(route.path, emptyReply);
        if (route.writes)
          expect(findRefusal(emptyReply), `${route.path} accepts an empty input`).not.toBeNull();
        if (missingFields.length > 0)
          expect(Object.keys(findRefusal(emptyReply)!.fields!).sort()).toEqual(
            missingFields.map(([name]) => name).sort(),
          );
        expect([route.path, await floor.countRows()]).toEqual([route.path, before]);
      }
      expectItemsChecked('endpoints called with nothing', testedRoutes.length);
    });

    test('refuses every wrong or hostile value of every field at that field', async () => {
      let triedCount = 0;
      for (const route of testedRoutes) {
        const before = await floor.countRows();
        const input = makeValidInput(route, floor.sampleIds);
        const wrongFields = Object.entries(route.input).map(([name, field]) => ({
          name,
          values: [
            ...listWrongValues(field)
              // Every value is sent as text, so 'notText' cannot occur: a number is a valid text.
              .filter(({ reason }) => reason !== 'notText' && !(reason === 'required' && route.partial))
              .map(({ value }) => value),
            ...listHostileValues(field).filter((value) => isRefusedByDeclaration(name, field, value)),
          ],
        }));
        triedCount += await expectWrongValuesRefused(floor.callDirectly, route, input, wrongFields);
        expect([route.path, await floor.countRows()]).toEqual([route.path, before]);
      }
      expectItemsChecked('wrong values', triedCount);
    });
  },
  findQuickestDatabaseKind(),
);

describe('the loop over the endpoints', () => {
  test('leaves out only endpoints that exist', () => {
    expect(
      [...SEPARATELY_TESTED_PATHS].filter((path) => !formCallRoutes.some((route) => route.path === path)),
    ).toEqual([]);
  });
});
