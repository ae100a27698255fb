import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import type { ReportDescriptor, ReportPermission, ReportRow } from '#shared/kernel/report.ts';
import { projectFolder } from '#server/root.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { buildMenu, listMenuItems } from '#client/app/shell/menu.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { ProjectCopy } from '#tests/support/project-copy.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import type { RecipeStep } from '#tests/support/recipe.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { readWorkbookTexts, WorkbookClient } from '#tests/support/workbooks.ts';

/** The tests of the rules that every entity, report and widget must follow. */
const CONTRACT_TEST_PATHS = [
  'entities',
  'tables',
  'terms',
  'routes',
  'reports',
  'widgets',
  'words',
  'permissions',
].map((name) => `tests/contract/${name}.test.ts`);

/** Replaces the name, the path and the permission of the README's entity. */
const renameRecipeEntity = ({ kind, text }: RecipeStep): RecipeStep => ({
  kind,
  text: text
    .replaceAll('/mes/system/basic/tool', '/mes/fixture')
    .replaceAll('SYSTEM_BASIC_TOOL', 'FIXTURE')
    .replaceAll('0999', '0998')
    .replaceAll("'刀具', 'Tool', '刀具', '工具'", "'夹具', 'Fixture', '夾具', '治具'")
    .replaceAll("'刀具', 'Tools', '刀具', '工具'", "'夹具', 'Fixtures', '夾具', '治具'")
    .replaceAll('tool', 'fixture')
    .replaceAll('cutter', 'clamp')
    .replaceAll('gauge', 'vice')
    .replaceAll('sharpenedOn', 'checkedOn'),
});

describeForEachDatabase(
  'the recipes of the README',
  (database) => {
    let copy: ProjectCopy;
    let server: ServerProcess;
    let admin: WireClient;
    /** The files that each recipe changed, by the name of the recipe. */
    const changedFilesByRecipe: Record<string, string[]> = {};

    /** Follows a recipe and records the files that it changed. */
    function followRecipe(name: string, steps: readonly RecipeStep[]): void {
      const before = new Set(copy.listChangedFiles());
      copy.executeSteps(steps);
      changedFilesByRecipe[name] = copy.listChangedFiles().filter((path) => !before.has(path));
    }

    beforeAll(async () => {
      copy = new ProjectCopy();
      const entity = copy.readRecipe('A new entity');
      followRecipe('entity', entity);
      followRecipe('entity outside', entity.map(renameRecipeEntity));
      followRecipe('report', copy.readRecipe('A new report'));
      followRecipe('widget', copy.readRecipe('A new widget'));
      await copy.compile('shared', 'server', 'client', 'boards');
      server = await startChildServer(database, await findFreePort(), {}, copy.path);
      admin = await openClient(server.url, TEST_ADMIN);
    });
    afterAll(async () => {
      await server?.end();
      copy?.remove();
    });

    test('change only the files that they name', () => {
      expect(changedFilesByRecipe).toEqual({
        entity: ['server/db/migrations/0999_tool.sql', 'shared/entities/index.ts', 'shared/entities/tool.ts'],
        // The recipe of the first entity has already changed the registry, so this list does not contain it.
        'entity outside': ['server/db/migrations/0998_fixture.sql', 'shared/entities/fixture.ts'],
        report: ['server/reports/index.ts', 'server/reports/stops-by-device.ts'],
        widget: ['boards/widgets/index.ts', 'boards/widgets/scrap-this-shift.tsx'],
      });
    });

    test('pass the contract tests; the entities have pages and menu entries, the widget draws on a board', async () => {
      const recipeTestPaths = {
        'tests/support/recipe-widget.tsx': 'tests/client/boards/recipe-widget.test.tsx',
        'tests/support/recipe-pages.ts': 'tests/client/app/recipe-pages.test.ts',
      };
      for (const [from, to] of Object.entries(recipeTestPaths))
        copyFileSync(join(projectFolder, from), join(copy.path, to));
      await copy.run(
        'vitest/vitest.mjs',
        'run',
        // More workers would load the declarations and the embedded database once more each.
        '--maxWorkers=1',
        // No later run uses the modules of this copy.
        '--experimental.fsModuleCache=false',
        ...CONTRACT_TEST_PATHS,
        'tests/client/app/menu.test.ts',
        'tests/client/boards/board-widgets.test.tsx',
        ...Object.values(recipeTestPaths),
      );
      for (const path of Object.values(recipeTestPaths)) rmSync(join(copy.path, path));
    });

    test.each(['/mes/system/basic/tool', '/mes/fixture'])(
      'make an entity that is used at %s',
      async (path) => {
        const kind = path === '/mes/fixture' ? 'fixtureKind' : 'toolKind';
        const choice = path === '/mes/fixture' ? 'clamp' : 'cutter';
        const { id } = await admin.call<{ id: number }>(`${path}/save`, { code: 'T1', name: 'End mill' });
        await expect(admin.call(`${path}/save`, { code: 'T1', name: 'Again' })).rejects.toThrow(
          'codeDuplicated',
        );
        expect(
          await admin.call(`${path}/page`, { filter: JSON.stringify({ [kind]: [choice] }) }),
        ).toMatchObject({
          total: 1,
          rows: [{ code: 'T1', [kind]: choice, quantity: 1 }],
        });
        await admin.call(`${path}/delete`, { ids: [id] });
        expect(await admin.call(`${path}/page`, {})).toMatchObject({ total: 0 });
      },
    );

    test('make permissions that a role can hold', async () => {
      const codes = ['SYSTEM_BASIC_TOOL_ADD', 'FIXTURE', 'FIXTURE_DELETE', 'REPORT_FORM_STOPS_BY_DEVICE'];
      const { permissions } = decodeUser(await admin.call<AnyUserAnswer>('/mes/login/current', {}));
      expect(codes.filter((code) => !permissions.includes(code))).toEqual([]);
      const addRole = (name: string, permissionCodes: readonly string[]) =>
        admin.call('/mes/system/basic/role/save', {
          name,
          permissions: permissionCodes.map((permission) => ({ permission })),
        });
      await addRole('Toolmaker', codes);
      await expect(addRole('Nobody', ['REPORT_FORM_STOPS'])).rejects.toThrow('fieldsInvalid');
      const reportPermissions = await admin.call<ReportPermission[]>('/mes/form/permissions', {});
      expect(reportPermissions.find(({ code }) => code === 'REPORT_FORM_STOPS_BY_DEVICE')?.title).toEqual([
        '报表：设备停机统计',
        'Report: Stops by device',
        '報表：設備停機統計',
        '帳票：設備別停止時間',
      ]);
    });

    test('make a report that answers, has a menu entry and can be exported as a workbook', async () => {
      const path = '/mes/form/stopsByDevice';
      const code = 'REPORT_FORM_STOPS_BY_DEVICE';
      const order = await createAndReleaseOrder(admin, 'R-1', 5, ['Turning']);
      const saw = await admin.call<{ id: number }>('/mes/system/basic/device/save', {
        code: 'S',
        name: 'Saw',
      });
      const localTimeFormat = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Asia/Shanghai',
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const formatTimeAgo = (minutes: number) =>
        localTimeFormat.format(Date.now() - minutes * 60_000).replace(' ', 'T');
      const stop = { processId: order.processIds[0], deviceId: saw.id, people: [], phase: 'stop' };
      const rows = [
        { ...stop, line: 1, startedAt: formatTimeAgo(90), endedAt: formatTimeAgo(60) },
        { ...stop, line: 2, startedAt: formatTimeAgo(50), endedAt: formatTimeAgo(40) },
      ];
      await admin.call('/mes/report/import', { source: 'recipe', rows: JSON.stringify(rows) }, randomUUID());
      expect((await admin.call<{ rows: ReportRow[] }>(path, {})).rows).toEqual([
        { deviceId: saw.id, deviceName: 'Saw', stopCount: 2, seconds: 2400 },
      ]);

      const reportDescriptors = await admin.call<ReportDescriptor[]>('/mes/form/describe', {});
      const report = reportDescriptors.find((descriptor) => descriptor.path === path)!;
      expect(report).toMatchObject({ page: 'device/stops', permission: code });
      const [menuPart] = buildMenu({ permissions: [code] }, reportDescriptors).filter(
        ({ title }) => title === 'reports',
      );
      expect(menuPart && listMenuItems([menuPart]).map((item) => item.path)).toEqual(['/forms/device/stops']);
      const otherParts = buildMenu({ permissions: ['REPORT_FORM_OPEN_CALLS'] }, [report]);
      expect(otherParts.filter(({ title }) => title === 'reports')).toEqual([]);

      for (const [index, lang] of LANGS.entries()) {
        const workbookTexts = readWorkbookTexts(
          await new WorkbookClient(server.url, admin.token!, lang).export({ path }),
        );
        const { stopsByDevice, stopCount } = report.words!;
        expect(Object.keys(workbookTexts)).toEqual([stopsByDevice![index]]);
        const [heading, row] = Object.values(workbookTexts)[0]!;
        expect([heading![1], row![0]]).toEqual([stopCount![index], 'Saw']);
      }
    });

    test('do not compile if a translation is missing', async () => {
      const removeFromFile = (path: string, removedText: string) => {
        const filePath = join(copy.path, path);
        const text = readFileSync(filePath, 'utf8');
        expect(text).toContain(removedText);
        writeFileSync(filePath, text.replace(removedText, ''));
        return () => writeFileSync(filePath, text);
      };
      const removedTextByPath = {
        'shared/entities/tool.ts': ", '工具'",
        'server/reports/stops-by-device.ts': ", '停止回数'",
        'boards/widgets/scrap-this-shift.tsx': ", '廃棄の上限'",
      };
      const restoreCallbacks = Object.entries(removedTextByPath).map(([path, removedText]) =>
        removeFromFile(path, removedText),
      );
      const paths = [...Object.keys(removedTextByPath), 'shared/terms/index.ts', 'client/*.d.ts'];
      const compilerOutput = await copy.compile(...paths).then(
        () => '',
        (error: Error) => error.message,
      );
      restoreCallbacks.forEach((restore) => restore());
      for (const expectedText of ["Property 'tool'", 'stops-by-device.ts', 'scrap-this-shift.tsx'])
        expect(compilerOutput).toContain(expectedText);
    });

    test('leave no changed files when they are undone', () => {
      copy.undoSteps();
      expect(copy.listChangedFiles()).toEqual([]);
    });
  },
  'embedded',
);
