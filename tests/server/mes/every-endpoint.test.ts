import { expect, test } from 'vitest';
import { describeForEachDatabase, findQuickestDatabaseKind, sampleItems } from '#tests/support/databases.ts';
import {
  OTHER_FACTORY_TEXT_PREFIX,
  startEndpointFloor,
  testedRoutes,
} from '#tests/support/endpoint-floor.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { isRefusedByDeclaration, type EndpointCaller } from '#tests/support/expect-wrong-values-refused.ts';
import { listHostileValues } from '#tests/support/hostile-values.ts';
import { expectAnyRefusalIsSpecified, findRefusal, findRowRefusal } from '#tests/support/refusal-in.ts';
import { findEntityOfPath, makeOtherFactoryIdInputs, makeValidInput } from '#tests/support/route-input.ts';
import { isLong } from '#tests/support/sequence-settings.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';

const isSaveRoute = (route: { path: string }): boolean => route.path.endsWith('/save');

describeForEachDatabase('every endpoint', (database) => {
  const floor = startEndpointFloor(database);
  // HTTP does not depend on the kind of database, so hostile values pass through it with only one kind.
  const sendHostileValues: EndpointCaller = (path, fields) =>
    database.kind === findQuickestDatabaseKind()
      ? floor.caller.ask(path, fields)
      : floor.callDirectly(path, fields);

  /** The counted rows; null after a call that may have changed them. */
  let lastRows: Record<string, string> | null = null;
  /**
   * Sends hostile values. If they are refused, nothing may be written. If they are saved, the texts must be stored
   * unchanged.
   * @returns whether the values were accepted
   */
  async function trySendingValues(
    route: (typeof testedRoutes)[number],
    values: Record<string, unknown>,
  ): Promise<boolean> {
    // Every call has new codes, so that no code of an accepted call stands in the way of the next one.
    const input = makeValidInput(route, floor.sampleIds);
    const label = `${route.path} ${JSON.stringify(values)?.slice(0, 200)}`;
    const before = (lastRows ??= await floor.countRows());
    const reply = await sendHostileValues(route.path, { ...input, ...values });
    expectAnyRefusalIsSpecified(label, reply);
    const isAccepted = findRefusal(reply) === null;
    if (!isAccepted || !route.writes) {
      expect([label, await floor.countRows()]).toEqual([label, before]);
      return isAccepted;
    }
    lastRows = null;
    if (!isSaveRoute(route)) return true;
    const { data } = reply.body as { data: Record<string, unknown> };
    for (const [name, value] of Object.entries(values))
      if (route.input[name]!.kind === 'text')
        expect([label, data[name]]).toEqual([label, (value as string).trim()]);
    return true;
  }

  // Neighbouring fields get different halves of the values. With MES_TEST_LONG=on, every field gets all values.
  test('stores hostile values unchanged, or refuses them without writing anything', async () => {
    const counts = { accepted: 0, refused: 0 };
    const tryValues = async (...call: Parameters<typeof trySendingValues>): Promise<boolean> => {
      const isAccepted = await trySendingValues(...call);
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      return isAccepted;
    };
    for (const route of sampleItems(database, testedRoutes)) {
      const hostileValues = Object.entries(route.input).flatMap(([name, field], fieldIndex) =>
        listHostileValues(field)
          .filter((value) => !isRefusedByDeclaration(name, field, value))
          .filter((_, index) => isLong || (fieldIndex + index) % 2 === 0)
          .map((value, round) => ({ name, value, round, isText: field.kind === 'text' })),
      );
      // A save accepts most texts, so each round sends a hostile text in every text field at once. If the call is
      // refused, each text is sent by itself.
      const isSentTogether = ({ isText }: (typeof hostileValues)[number]) => isText && isSaveRoute(route);
      const texts = hostileValues.filter(isSentTogether);
      const roundCount = Math.max(0, ...texts.map(({ round }) => round + 1));
      for (let round = 0; round < roundCount; round++) {
        const roundTexts = texts.filter((text) => text.round === round);
        const fields = Object.fromEntries(roundTexts.map(({ name, value }) => [name, value]));
        if (await trySendingValues(route, fields)) counts.accepted += roundTexts.length;
        else for (const { name, value } of roundTexts) await tryValues(route, { [name]: value });
      }
      for (const { name, value } of hostileValues.filter((candidate) => !isSentTogether(candidate)))
        await tryValues(route, { [name]: value });
    }
    expectItemsChecked(`hostile values, ${counts.refused} of them refused`, counts.refused + counts.accepted);
  });

  test('refuses ids of another factory, and never shows its rows', async () => {
    let triedCount = 0;
    // The tests above have changed the rows of `floor.sampleIds`. Here only the foreign id may be wrong, so new rows
    // are created.
    const freshIds = await floor.createOwnRows();
    // This person has no other work, so a start can fail only because of the foreign id.
    const idleEmployee = await hireWorker(floor.server.admin, 'Idle');
    const startFields = { quantity: 0.0001, people: [{ employeeId: idleEmployee.id, ratio: 100 }] };
    const start = { processId: freshIds.process, ...startFields };
    const { reportId } = await floor.server.admin.call<{ reportId: number }>('/mes/report/start', start);
    await floor.server.admin.call('/mes/report/reverse', { reportId, reason: 'It can be started' });
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
    const outsourcingOrder = await floor.server.admin.call<{ version: number }>('/mes/outsourcing/get', {
      id: freshIds.outsourcingOrder,
    });
    const getVersion = (path: string) =>
      path.startsWith('/mes/outsourcing/') ? outsourcingOrder.version : 1;
    for (const route of testedRoutes) {
      const before = await floor.countRows();
      const entity = findEntityOfPath(route.path);
      const input = { ...makeValidInput(route, freshIds), ...extraFieldsByPath[route.path] };
      const version = 'version' in route.input ? { version: getVersion(route.path) } : {};
      for (const { name, input: fieldsWithOtherId } of makeOtherFactoryIdInputs(
        route,
        freshIds,
        floor.otherIds,
        input,
      )) {
        const label = `${route.path} ${name}`;
        const fields = name === 'id' && entity && route.path.endsWith('/save') ? { name: 'Mine now' } : input;
        const reply = await floor.caller.ask(route.path, { ...fields, ...version, ...fieldsWithOtherId });
        expectAnyRefusalIsSpecified(label, reply);
        const code = (findRefusal(reply) ?? findRowRefusal(reply))?.code ?? 'accepted';
        // A plan for an order and a project at once is refused before its references are read.
        const allowedCodes = ['rowNotFound', 'referenceMissing', 'fieldsInvalid', 'planSubject'];
        if (route.writes) expect(allowedCodes, `${label}: ${code}`).toContain(code);
        expect(JSON.stringify(reply.body), label).not.toContain(OTHER_FACTORY_TEXT_PREFIX);
        triedCount += 1;
      }
      expect([route.path, await floor.countRows()]).toEqual([route.path, before]);
    }
    const before = await floor.countRows();
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
      { processId: floor.otherIds.process },
      { deviceId: floor.otherIds.device },
      { people: [{ employeeId: floor.otherIds.employee, ratio: 100 }] },
    ].map((fieldsWithOtherId, line) => ({ ...row, ...fieldsWithOtherId, line }));
    const { verdicts } = await floor.server.admin.call<{ verdicts: { ok: boolean }[] }>(
      '/mes/report/import',
      {
        source: 'theirs',
        rows: JSON.stringify(foreignRows),
      },
    );
    expect(verdicts.map((verdict) => verdict.ok)).toEqual([false, false, false]);
    expect(await floor.countRows()).toEqual(before);
    // No list or page may contain a row of the other factory.
    for (const route of testedRoutes.filter((candidate) => !candidate.writes)) {
      const reply = await floor.caller.ask(route.path, makeValidInput(route, freshIds));
      expect(JSON.stringify(reply.body), route.path).not.toContain(OTHER_FACTORY_TEXT_PREFIX);
    }
    expectItemsChecked('ids of another factory', triedCount);
  });
});
