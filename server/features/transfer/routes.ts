import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { toAct, toRead } from '#shared/kernel/permissions.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { isExported, isImported, MAX_WORKBOOK } from '#shared/answers/transfer.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import { reports } from '../../reports/index.ts';
import { exportList } from './export/export-list.ts';
import { exportReport } from './export/export-report.ts';
import { checkImport, dropCheckedFile, writeCheckedFile } from './import/import-list.ts';
import { importTemplate } from './export/template.ts';

const SMALL = { bytes: 100_000, words: '100 KB' } as const;

const importRoutes = (entity: EntityDeclaration): RawRoute[] => {
  const permission = [toAct(entity.permission, 'ADD'), toAct(entity.permission, 'MODIFY')];
  const at = `${entity.path}/import`;
  return [
    { path: `${at}/template`, permission, limit: SMALL, run: (call) => importTemplate(call, entity) },
    {
      path: `${at}/check`,
      permission,
      limit: MAX_WORKBOOK,
      reads: true,
      run: (call) => checkImport(call, entity),
    },
    { path: `${at}/write`, permission, limit: SMALL, run: (call) => writeCheckedFile(call, entity) },
    { path: `${at}/drop`, permission, limit: SMALL, run: (call) => dropCheckedFile(call) },
  ];
};

const declarations = entityNames.map((name): EntityDeclaration => entities[name]);

/** Routes that export lists and reports as workbooks, and import workbooks into lists. */
export const transferRoutes: RawRoute[] = [
  ...declarations.filter(isExported).map((entity): RawRoute => ({
    path: `${entity.path}/export`,
    permission: toRead(entity.permission),
    limit: SMALL,
    run: (call) => exportList(call, entity),
  })),
  ...declarations.filter(isImported).flatMap(importRoutes),
  ...reports.map((report): RawRoute => ({
    path: `${report.path}/export`,
    permission: report.permission,
    limit: SMALL,
    run: (call) => exportReport(call, report),
  })),
];
