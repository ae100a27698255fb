import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames } from '#server/config.ts';
import { root } from '#server/root.ts';
import { checked } from '#tests/support/checked.ts';

const text = (file: string): string => readFileSync(join(root, file), 'utf8');

it('the README names every setting, and none that does not exist', () => {
  const named = new Set(text('README.md').match(/\b(?:MES_[A-Z_]+|DATABASE_URL)\b/g));
  const settings = settingNames.filter((name) => name !== 'PORT' && name !== 'HOST');
  checked('settings', settings.length);
  expect([...named].sort()).toEqual([...settings].sort());
});

it('the README names every command of package.json that a person runs, and its commands exist', () => {
  const scripts = Object.keys(
    (JSON.parse(text('package.json')) as { scripts: Record<string, string> }).scripts,
  );
  const named = new Set(
    [...text('README.md').matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, name]) => name!),
  );
  named.delete('ci');
  checked('commands', named.size);
  expect([...named].filter((name) => !scripts.includes(name))).toEqual([]);
  expect(scripts.filter((name) => !named.has(name) && !['build', 'check:sources'].includes(name))).toEqual(
    [],
  );
});
