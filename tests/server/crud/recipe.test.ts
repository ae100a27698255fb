import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#server/root.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { addLines, stepsOf, writeFile } from '#tests/support/recipe.ts';
import { freePort } from '#tests/support/server-process.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

/** What a copy of the project does without. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'data']);

/** Every file below a folder, with what it says. */
function contents(folder: string, from = folder): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (LEFT_OUT.has(name) && folder === from) continue;
    if (statSync(path).isDirectory()) for (const entry of contents(path, from)) found.set(...entry);
    else found.set(relative(from, path), readFileSync(path, 'utf8'));
  }
  return found;
}

eachDatabase(
  'the recipe for a new entity',
  (database) => {
    let house: string;
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: house, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const compiles = () => {
      for (const project of ['shared', 'server', 'client'])
        run(process.execPath, join(house, 'node_modules/typescript/bin/tsc'), '-p', project);
    };
    beforeAll(() => {
      house = mkdtempSync(join(tmpdir(), 'mes-house-'));
      cpSync(root, house, {
        recursive: true,
        filter: (path) => !LEFT_OUT.has(relative(root, path).split('/')[0]!),
      });
      symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
    });
    afterAll(() => rmSync(house, { recursive: true, force: true }));

    test('makes one in three files, which can be used at once, and leaves nothing when it is taken out', async () => {
      const before = contents(house);
      const [entity, registry, draft] = stepsOf(before.get('README.md')!, 'A new entity');
      const added = writeFile(house, entity!);
      const changed = addLines(house, registry!);
      const [command, migration] = draft!.text.trim().split(' > ');
      run('sh', '-c', draft!.text);
      expect([entity!.kind, registry!.kind, draft!.kind, command!.split(' ')[0]]).toEqual([
        'ts',
        'diff',
        'sh',
        'npx',
      ]);
      const touched = [...contents(house)].filter(([path, text]) => before.get(path) !== text);
      expect(touched.map(([path]) => path).sort()).toEqual([added, changed, migration!].sort());
      expect(touched.length).toBeLessThanOrEqual(3);

      // It compiles, keeps the rules that hold for every entity, and stands in the menu.
      compiles();
      execFileSync(
        process.execPath,
        [
          join(house, 'node_modules/vitest/vitest.mjs'),
          'run',
          'tests/contract/entities.test.ts',
          'tests/contract/tables.test.ts',
          'tests/contract/terms.test.ts',
          'tests/contract/routes.test.ts',
          'tests/client/app/menu.test.ts',
        ],
        { cwd: house, stdio: 'pipe', env: { ...process.env, MES_TEST_DATABASES: 'embedded', VITEST: '' } },
      );

      const server = await startChildServer(database, await freePort(), {}, house);
      try {
        const admin = await openClient(server.url, TEST_ADMIN);
        const path = '/mes/system/basic/tool';
        const { id } = await admin.call<{ id: number }>(`${path}/save`, { code: 'T1', name: 'End mill' });
        await expect(admin.call(`${path}/save`, { code: 'T1', name: 'Again' })).rejects.toThrow(
          'codeDuplicated',
        );
        expect(await admin.call(`${path}/page`, { filter: '{"toolKind":["cutter"]}' })).toMatchObject({
          total: 1,
          rows: [{ code: 'T1', toolKind: 'cutter', quantity: 1 }],
        });
        await admin.call(`${path}/delete`, { ids: [id] });
        expect(await admin.call(`${path}/page`, {})).toMatchObject({ total: 0 });
      } finally {
        await server.end();
      }

      rmSync(join(house, added));
      rmSync(join(house, migration!));
      const lines = registry!.text.split('\n').filter((line) => line.startsWith('+'));
      const registered = readFileSync(join(house, changed), 'utf8').split('\n');
      const taken = registered.filter((line) => !lines.includes(`+${line}`)).join('\n');
      expect(taken).toBe(before.get(changed));
    }, 180_000);
  },
  'embedded',
);
