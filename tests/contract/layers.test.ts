import { describe, expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';
import {
  findImportCycles,
  listImportsBelow,
  listImportsIn,
  type FileImport,
} from '#tests/support/imports.ts';

/** The folders and files that each folder or file of the server may import. The top layer comes first. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['config.ts', 'features', 'log.ts', 'start'],
  commands: ['config.ts', 'db', 'demo'],
  start: [
    'call',
    'config.ts',
    'db',
    'demo',
    'features',
    'http',
    'jobs',
    'live',
    'log.ts',
    'mes',
    'planning',
    'relay',
    'session',
  ],
  // The demonstration factory works through the public API, as every other client does.
  demo: [],
  http: ['call', 'config.ts', 'db', 'log.ts', 'root.ts'],
  relay: ['call', 'db', 'live', 'log.ts'],
  mes: ['call', 'crud', 'db', 'features', 'hooks', 'reports', 'session'],
  features: [
    'call',
    'crud',
    'db',
    'formula',
    'hooks',
    'jobs',
    'ledger',
    'log.ts',
    'recording',
    'planning',
    'reports',
    'root.ts',
    'session',
    'workbook',
  ],
  workbook: ['call', 'crud', 'db', 'root.ts'],
  crud: ['call', 'db', 'hooks'],
  live: ['call', 'db', 'log.ts', 'recording'],
  session: ['call', 'db', 'hooks'],
  jobs: ['db', 'log.ts', 'recording'],
  hooks: ['call', 'db', 'formula', 'ledger', 'reports'],
  // Reports are below hooks: each report declares a permission, and the role hook reads the list of permissions.
  reports: ['call', 'db', 'ledger', 'planning'],
  recording: ['db'],
  // Planning asks the ledger what the shares of a split process have made.
  planning: ['db', 'ledger'],
  ledger: ['db'],
  formula: [],
  call: ['db', 'log.ts'],
  db: ['log.ts', 'root.ts'],
  'config.ts': [],
  'log.ts': [],
  'root.ts': [],
};

const isServerFile = (file: string): boolean => file.startsWith('server/');
const getServerFolder = (file: string): string => file.split('/')[1]!;
/** Returns the feature to which a file belongs, or null. Features must not import each other. */
const findFeatureOfFile = (file: string): string | null =>
  /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

function isAllowedImport({ from, to }: FileImport): boolean {
  const [folder, otherFolder] = [getServerFolder(from), getServerFolder(to)];
  if (folder !== otherFolder) return ALLOWED_IMPORTS[folder]?.includes(otherFolder) ?? false;
  return findFeatureOfFile(from) === findFeatureOfFile(to);
}

const serverImports = listImportsBelow(projectFolder, ['server']).filter(({ to }) => isServerFile(to));
const allImports = listImportsBelow(projectFolder, ['shared', 'server', 'client', 'boards', 'tests']);

describe('the folders of the server', () => {
  test('form layers: a folder may import only folders of lower layers', () => {
    const folders = Object.keys(ALLOWED_IMPORTS);
    for (const [folder, allowedFolders] of Object.entries(ALLOWED_IMPORTS))
      for (const allowedFolder of allowedFolders)
        expect(folders.indexOf(allowedFolder), `${folder} → ${allowedFolder}`).toBeGreaterThan(
          folders.indexOf(folder),
        );
  });

  test('import only from lower layers, imports of types included', () => {
    console.log(`layers: ${serverImports.length} imports inside the server`);
    expect(serverImports.length).toBeGreaterThan(500);
    expect(
      serverImports
        .filter((fileImport) => !isAllowedImport(fileImport))
        .map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });

  test.each([
    ['server/db/x.ts', "import { y } from '../http/y.ts';"],
    ['server/db/x.ts', "import type { Y } from '../call/y.ts';"],
    ['server/call/x.ts', "export { y } from '../mes/y.ts';"],
    ['server/hooks/x.ts', "export * from '../crud/y.ts';"],
    ['server/ledger/x.ts', "const y = import('../features/one/y.ts');"],
    ['server/live/x.ts', "let y: import('../relay/y.ts').Y;"],
    ['server/crud/x.ts', "import '../main.ts';"],
    ['server/reports/x.ts', "import { y } from '../features/one/y.ts';"],
    ['server/reports/x.ts', "import { y } from '../hooks/y.ts';"],
    ['server/relay/x.ts', "import { y } from '../mes/y.ts';"],
    ['server/http/x.ts', "import { y } from '../mes/y.ts';"],
    ['server/features/one/x.ts', "import { y } from '../two/y.ts';"],
    ['server/features/one/deep/x.ts', "import type { Y } from '../../two/y.ts';"],
    ['server/features/one/x.ts', "import { y } from '../../mes/y.ts';"],
    ['server/demo/x.ts', "import { y } from '../db/y.ts';"],
    ['server/demo/deep/x.ts', "import { y } from '../../features/one/y.ts';"],
    ['server/nowhere/x.ts', "import { y } from '../db/y.ts';"],
  ])('%s: %s is forbidden', (file, source) => {
    const [fileImport] = listImportsIn(file, source);
    expect(fileImport && isAllowedImport(fileImport)).toBe(false);
  });

  test.each([
    ['server/features/one/deep/x.ts', "import { y } from '../y.ts';"],
    ['server/mes/x.ts', "import { y } from '../features/one/y.ts';"],
    ['server/live/x.ts', "import type { Y } from '../call/y.ts';"],
  ])('%s: %s is allowed', (file, source) => {
    const [fileImport] = listImportsIn(file, source);
    expect(fileImport && isAllowedImport(fileImport)).toBe(true);
  });
});

describe('import cycles', () => {
  test('do not exist at any length, imports of types included', () => {
    console.log(`layers: ${allImports.length} imports of the project`);
    expect(allImports.length).toBeGreaterThan(3000);
    expect(findImportCycles(allImports)).toEqual([]);
  });

  test('a cycle is found, whatever form its imports have', () => {
    const cyclicImports = [
      ...listImportsIn('shared/a.ts', "import type { B } from '#shared/b.ts';"),
      ...listImportsIn('shared/b.ts', "export { c } from './c.ts';"),
      ...listImportsIn('shared/c.ts', "const a = () => import('./a.ts');"),
    ];
    expect(findImportCycles(cyclicImports)).toEqual([['shared/a.ts', 'shared/b.ts', 'shared/c.ts']]);
    expect(findImportCycles(cyclicImports.slice(1))).toEqual([]);
  });
});
