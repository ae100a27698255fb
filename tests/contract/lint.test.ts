import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';

const runFile = promisify(execFile);

interface Finding {
  file: string;
  rule: string;
}

/** Runs oxlint on a folder with the configuration of the project. */
async function runLint(folder: string): Promise<Finding[]> {
  const result = await runFile(
    process.execPath,
    [join(projectFolder, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'],
    {
      cwd: folder,
      maxBuffer: 50_000_000,
    },
  ).catch((error: { stdout?: string; stderr?: string; message: string }) => {
    // oxlint also fails if it has findings. In that case its output contains JSON.
    if (!error.stdout?.includes('"diagnostics"'))
      throw new Error(`${error.message} ${error.stdout} ${error.stderr}`);
    return { stdout: error.stdout };
  });
  const report = JSON.parse(result.stdout.slice(result.stdout.indexOf('{'))) as {
    diagnostics: { filename: string; code?: string }[];
  };
  return report.diagnostics.map((diagnostic) => ({
    file: diagnostic.filename.replaceAll('\\', '/'),
    rule: diagnostic.code ?? '',
  }));
}

/** Imports that the architecture forbids, each with the importing file and the import specifier. */
const FORBIDDEN_IMPORTS: [from: string, specifier: string][] = [
  ['shared/rules/x.ts', '#server/db/x.ts'],
  ['shared/rules/x.ts', '#client/kit/x.ts'],
  ['shared/entities/x.ts', '#boards/kit/x.ts'],
  ['shared/kernel/x.ts', '../../server/db/x.ts'],
  ['shared/kernel/x.ts', 'react'],
  ['shared/kernel/x.ts', 'node:fs'],
  ['shared/kernel/x.ts', 'zodiac'],
  ['server/http/x.ts', '#client/kit/x.ts'],
  ['server/reports/x.ts', '#boards/kit/x.ts'],
  ['server/http/x.ts', '../../client/kit/x.ts'],
  ['server/http/x.ts', '../../boards/kit/x.ts'],
  ['server/http/x.ts', '../../shared/kernel/y.ts'],
  ['server/http/x.ts', '../../tests/support/x.ts'],
  ['server/http/x.ts', '#server/db/x.ts'],
  ['server/features/one/x.ts', '#server/features/two/x.ts'],
  ['client/kit/x.ts', '#server/db/x.ts'],
  ['client/kit/x.ts', '../../server/db/x.ts'],
  ['client/kit/x.ts', '../crud/x.ts'],
  ['client/kit/fields/x.ts', '../../features/one/x.ts'],
  ['client/kit/x.ts', '#client/app/x.ts'],
  ['client/kit/x.ts', '#client/main.tsx'],
  ['client/kit/x.ts', '#boards/kit/x.ts'],
  ['client/kit/x.ts', '#client/production/x.ts'],
  ['client/crud/x.ts', '#client/production/x.ts'],
  ['client/production/x.ts', '#client/crud/x.ts'],
  ['client/production/x.ts', '#client/features/one/x.ts'],
  ['client/production/x.ts', '../app/x.ts'],
  ['client/production/deep/x.ts', '#server/db/x.ts'],
  ['client/crud/x.ts', '#server/db/x.ts'],
  ['client/crud/x.ts', '../features/one/x.ts'],
  ['client/crud/x.ts', '#client/app/x.ts'],
  ['client/crud/x.ts', '#boards/kit/x.ts'],
  ['client/features/one/x.tsx', '#server/db/x.ts'],
  ['client/features/one/x.tsx', '../two/x.tsx'],
  ['client/features/one/x.tsx', '#client/features/two/x.tsx'],
  ['client/features/one/deep/x.tsx', '../../two/x.tsx'],
  ['client/features/one/x.tsx', '../../app/x.ts'],
  ['client/features/one/x.tsx', '#boards/kit/x.ts'],
  ['client/app/x.ts', '#server/db/x.ts'],
  ['boards/kit/x.ts', '#server/db/x.ts'],
  ['boards/widgets/x.tsx', '#client/crud/x.ts'],
  ['boards/widgets/x.tsx', '#client/features/one/x.tsx'],
  ['boards/widgets/x.tsx', '#client/app/x.ts'],
  ['boards/widgets/x.tsx', '../../client/kit/x.ts'],
  ['boards/widgets/x.tsx', '../../server/db/x.ts'],
];

/** Imports that the architecture allows. They show that the rules do not simply forbid every import. */
const ALLOWED_IMPORTS: [from: string, specifier: string][] = [
  ['shared/rules/y.ts', '#shared/kernel/leaf.ts'],
  ['shared/rules/y.ts', '../kernel/leaf.ts'],
  ['shared/kernel/y.ts', 'zod'],
  ['server/http/y.ts', '#shared/kernel/leaf.ts'],
  ['server/http/y.ts', '../db/leaf.ts'],
  ['server/http/y.ts', 'express'],
  ['server/features/one/y.ts', './leaf.ts'],
  ['server/features/one/y.ts', '../../db/leaf.ts'],
  ['server/features/one/y.ts', '../../crud/leaf.ts'],
  ['server/features/one/deep/y.ts', '../leaf.ts'],
  ['server/main.ts', './features/one/leaf.ts'],
  ['client/kit/y.ts', './leaf.ts'],
  ['client/crud/y.ts', '../kit/leaf.ts'],
  ['client/production/y.ts', '#client/kit/leaf.ts'],
  ['client/features/one/y.tsx', '#client/production/leaf.ts'],
  ['client/features/one/y.tsx', '#client/kit/leaf.ts'],
  ['client/features/one/y.tsx', '../../crud/leaf.ts'],
  ['client/features/one/deep/y.tsx', '../leaf.tsx'],
  ['client/app/y.ts', '../features/one/leaf.tsx'],
  ['boards/widgets/y.tsx', '../kit/leaf.ts'],
  ['boards/widgets/y.tsx', '#client/kit/leaf.ts'],
  ['boards/widgets/y.tsx', '#client/production/leaf.ts'],
  ['tests/server/y.ts', '#client/kit/leaf.ts'],
  ['tests/server/y.ts', '../../server/db/leaf.ts'],
];

/** Violations of other rules, each with the rule that must report it, the file and the source. */
const RULE_VIOLATIONS: [rule: string, file: string, source: string][] = [
  ['no-explicit-any', 'server/http/any.ts', 'export const take = (value: any): string => String(value);'],
  ['ban-ts-comment', 'server/http/ignore.ts', '// @ts-ignore\nexport const wrong: string = 1;'],
  [
    'no-floating-promises',
    'server/http/floating.ts',
    'const later = async () => 1;\nexport const go = () => {\n  later();\n};',
  ],
  [
    'no-empty',
    'server/http/empty.ts',
    'export const go = (): void => {\n  try {\n    go();\n  } catch {}\n};',
  ],
  [
    'rules-of-hooks',
    'client/kit/hook.tsx',
    "import { useState } from 'react';\nexport const One = ({ on }: { on: boolean }) => {\n  if (on) useState(1);\n  return null;\n};",
  ],
  ['alt-text', 'client/kit/picture.tsx', 'export const Picture = () => <img src="/x.png" />;'],
  ['jsx-no-literals', 'client/kit/words.tsx', 'export const Words = () => <p>Save the order</p>;'],
  ['jsx-no-literals', 'boards/kit/words.tsx', 'export const Words = () => <p>保存</p>;'],
  [
    'jsx-no-literals',
    'client/kit/attribute.tsx',
    'export const Field = () => <input placeholder="Order" />;',
  ],
  ...['client/app', 'client/crud', 'client/production', 'client/features/one', 'boards/kit'].map(
    (folder): [string, string, string] => [
      'no-restricted-imports',
      `${folder}/dialog.tsx`,
      "export { Dialog } from '@blueprintjs/core';",
    ],
  ),
  ['filename-case', 'client/kit/BigName.ts', 'export const one = 1;'],
  ['max-lines', 'server/http/long.ts', `export const one = 1;\n${'// line\nexport {};\n'.repeat(160)}`],
];

/** Tells whether a source statically imports board code, not only types, into the first download. */
const importsBoardStatically = (source: string): boolean =>
  /^\s*(import|export)\s+(?!type\b)[^;('"]*['"]#boards\//m.test(source);

const lintFolder = mkdtempSync(join(tmpdir(), 'mes-lint-'));
let findings: Finding[] = [];

function writeSource(file: string, source: string): void {
  mkdirSync(dirname(join(lintFolder, file)), { recursive: true });
  writeFileSync(join(lintFolder, file), source);
}

const nameSourceFiles = (
  imports: readonly [string, string][],
  prefix: string,
): [file: string, from: string, specifier: string][] =>
  imports.map(([from, specifier], index) => [
    from.replace(/(main|[xy])(\.tsx?)$/, `${prefix}-${index}$2`),
    from,
    specifier,
  ]);

const forbiddenImportFiles = nameSourceFiles(FORBIDDEN_IMPORTS, 'bad');
const allowedImportFiles = nameSourceFiles(ALLOWED_IMPORTS, 'fine');
const isImportFinding = (finding: Finding) => finding.rule.includes('no-restricted-imports');

beforeAll(async () => {
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json'])
    copyFileSync(join(projectFolder, file), join(lintFolder, file));
  symlinkSync(join(projectFolder, 'node_modules'), join(lintFolder, 'node_modules'));
  for (const [file, , specifier] of [...forbiddenImportFiles, ...allowedImportFiles]) {
    // One file contains an import, the other a re-export.
    writeSource(file, `import { leaf } from '${specifier}';\nexport const used = leaf;\n`);
    writeSource(file.replace(/-(\d+)\./, '-again-$1.'), `export { leaf } from '${specifier}';\n`);
  }
  for (const [, file, source] of RULE_VIOLATIONS) writeSource(file, `${source}\n`);
  writeSource(
    'client/app/eager.ts',
    "import {\n  leaf,\n} from '#boards/kit/leaf.ts';\nexport const used = leaf;\n",
  );
  writeSource('client/app/again.ts', "export * from '#boards/kit/leaf.ts';\n");
  writeSource('client/app/bare.ts', "import '#boards/kit/leaf.ts';\n");
  writeSource(
    'client/app/typed.ts',
    "import type { Leaf } from '#boards/kit/leaf.ts';\nexport type One = Leaf;\n",
  );
  writeSource('client/app/lazy.ts', "export const lazy = () => import('#boards/kit/leaf.ts');\n");
  writeSource(
    'shared/kernel/ring-one.ts',
    "import { two } from './ring-two.ts';\nexport const one = () => two;\n",
  );
  writeSource(
    'shared/kernel/ring-two.ts',
    "import { one } from '#shared/kernel/ring-three.ts';\nexport const two = () => one;\n",
  );
  writeSource(
    'shared/kernel/ring-three.ts',
    "import { one as first } from './ring-one.ts';\nexport const one = () => first;\n",
  );
  writeSource(
    'shared/kernel/typed-ring-one.ts',
    "import type { Two } from './typed-ring-two.ts';\nexport type One = Two | 1;\n",
  );
  writeSource(
    'shared/kernel/typed-ring-two.ts',
    "import type { One } from './typed-ring-one.ts';\nexport type Two = One[];\n",
  );
  findings = await runLint(lintFolder);
});

afterAll(() => rmSync(lintFolder, { recursive: true, force: true }));

describe('planted violations', () => {
  test.each(forbiddenImportFiles)('%s: %s must not import %s', (file) => {
    const secondFile = file.replace(/-(\d+)\./, '-again-$1.');
    expect(findings.filter((finding) => isImportFinding(finding) && finding.file === file)).toHaveLength(1);
    expect(
      findings.filter((finding) => isImportFinding(finding) && finding.file === secondFile),
    ).toHaveLength(1);
  });

  test.each(allowedImportFiles)('%s: %s may import %s', (file) => {
    expect(
      findings.filter(
        (finding) =>
          isImportFinding(finding) &&
          (finding.file === file || finding.file === file.replace(/-(\d+)\./, '-again-$1.')),
      ),
    ).toEqual([]);
  });

  test('client/app imports boards lazily: a static import of a board is found', () => {
    expect(findings.filter((finding) => finding.file === 'client/app/lazy.ts')).toEqual([]);
    const importsEagerly = (file: string) =>
      importsBoardStatically(readFileSync(join(lintFolder, file), 'utf8'));
    expect(
      ['eager', 'again', 'bare', 'lazy', 'typed'].filter((name) => importsEagerly(`client/app/${name}.ts`)),
    ).toEqual(['eager', 'again', 'bare']);
  });

  test('a cycle of imports is found, also through an alias, also of types alone', () => {
    const filesInCycle = findings
      .filter((finding) => finding.rule.includes('no-cycle'))
      .map((finding) => finding.file);
    expect(filesInCycle).toContain('shared/kernel/ring-one.ts');
    expect(filesInCycle).toContain('shared/kernel/typed-ring-one.ts');
  });

  test.each(RULE_VIOLATIONS)('%s is found in %s', (rule, file) => {
    expect(findings.filter((finding) => finding.file === file).map((finding) => finding.rule)).toContainEqual(
      expect.stringContaining(rule),
    );
  });

  test('counts what it checked', () => {
    console.log(
      `lint: ${forbiddenImportFiles.length} forbidden imports, ${allowedImportFiles.length} allowed ones, ${RULE_VIOLATIONS.length + 1} other violations`,
    );
    expect(forbiddenImportFiles.length).toBeGreaterThan(40);
  });
});

test('the application imports boards only lazily', () => {
  const files = readdirSync(join(projectFolder, 'client'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(app\/|[^/]+$).*\.tsx?$/.test(file));
  console.log(`lint: ${files.length} files of the application`);
  expect(files.length).toBeGreaterThan(0);
  expect(
    files.filter((file) => importsBoardStatically(readFileSync(join(projectFolder, 'client', file), 'utf8'))),
  ).toEqual([]);
});
