import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canExportEntity } from '#shared/answers/transfer.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** The entities whose lists are shown and exported on hand-written screens. */
const ENTITIES_EXPORTED_BY_SCREENS: readonly EntityName[] = ['part', 'process', 'workReport', 'abnormalCall'];

test('parts, processes, reports and ended calls have a button for their export', () => {
  const featuresFolder = join(projectFolder, 'client/features');
  const screenSource = readdirSync(featuresFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(join(featuresFolder, path), 'utf8'))
    .join('\n');
  for (const name of ENTITIES_EXPORTED_BY_SCREENS) {
    expect([name, canExportEntity(entities[name])]).toEqual([name, true]);
    expect([
      name,
      new RegExp(`<(EntityExport|ListTools|TableViewTools)\\s+name="${name}"`).test(screenSource),
    ]).toEqual([name, true]);
  }
  expectItemsChecked('exports of hand-written screens', ENTITIES_EXPORTED_BY_SCREENS.length);
});
