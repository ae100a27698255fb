import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ERRORS } from '#shared/kernel/error-catalogue.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getErrorCode } from '#tests/support/wire-people.ts';
import { startSuiteServer } from '#tests/support/suite-server.ts';

const DEPARTMENT_PATH = '/mes/system/basic/department';
type DepartmentRow = { id: number; version: number; code: string };

describeForEachDatabase('a call with a request id', (database) => {
  const suite = startSuiteServer(database);

  const countDepartments = async (code: string) =>
    (
      await suite.admin.call<PageAnswer<DepartmentRow>>(`${DEPARTMENT_PATH}/page`, {
        filter: JSON.stringify({ code }),
      })
    ).total;

  it('is executed once, and gets the same answer again when it is repeated', async () => {
    const id = randomUUID();
    const first = await suite.admin.call<DepartmentRow>(
      `${DEPARTMENT_PATH}/save`,
      { code: 'ONCE', name: 'Once' },
      id,
    );
    const second = await suite.admin.call<DepartmentRow>(
      `${DEPARTMENT_PATH}/save`,
      { code: 'ONCE', name: 'Once' },
      id,
    );
    expect(second).toEqual(first);
    expect(await countDepartments('ONCE')).toBe(1);
  });

  it('is executed once if it comes five times at the same time', async () => {
    const id = randomUUID();
    const savedDepartments = await Promise.all(
      Array.from({ length: 5 }, () =>
        suite.admin.call<DepartmentRow>(`${DEPARTMENT_PATH}/save`, { code: 'BURST', name: 'Burst' }, id),
      ),
    );
    expect(new Set(savedDepartments.map((department) => department.id)).size).toBe(1);
    expect(await countDepartments('BURST')).toBe(1);
  });

  it('gets the same answer after a new log-in of the same person', async () => {
    const id = randomUUID();
    const first = await suite.admin.call<DepartmentRow>(
      `${DEPARTMENT_PATH}/save`,
      { code: 'AGAIN', name: 'Again' },
      id,
    );
    const laterCaller = await suite.server.caller().logIn();
    expect(
      await laterCaller.call<DepartmentRow>(`${DEPARTMENT_PATH}/save`, { code: 'AGAIN', name: 'Again' }, id),
    ).toEqual(first);
  });

  it('is refused if the id was used for another call', async () => {
    const id = randomUUID();
    await suite.admin.call(`${DEPARTMENT_PATH}/save`, { code: 'MINE', name: 'Mine' }, id);
    for (const [path, fields] of [
      [`${DEPARTMENT_PATH}/save`, { code: 'OTHER', name: 'Mine' }],
      ['/mes/system/basic/device/save', { code: 'MINE', name: 'Mine' }],
    ] as const) {
      const { status, body } = await suite.admin.ask(path, fields, id);
      expect([status, getErrorCode(body)]).toEqual([ERRORS.requestIdReused.status, 'requestIdReused']);
    }
    expect(await countDepartments('OTHER')).toBe(0);
  });

  it('may be tried again after a refusal', async () => {
    const id = randomUUID();
    expect(
      getErrorCode(
        (await suite.admin.ask(`${DEPARTMENT_PATH}/save`, { code: 'LATER', name: 'x'.repeat(200) }, id)).body,
      ),
    ).toBe('fieldsInvalid');
    expect(
      await suite.admin.call(`${DEPARTMENT_PATH}/save`, { code: 'LATER', name: 'Later' }, id),
    ).toMatchObject({
      code: 'LATER',
    });
  });

  it('is refused if the id is no UUID', async () => {
    const { body } = await suite.admin.ask(`${DEPARTMENT_PATH}/save`, { code: 'BAD', name: 'Bad' }, '1');
    expect(body).toMatchObject({ code: 'fieldsInvalid' });
    expect(await countDepartments('BAD')).toBe(0);
  });
});
