import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getActionPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { canExportEntity, canImportEntity, MAX_WORKBOOK_SIZE } from '#shared/answers/transfer.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import { EXPORT_BODY_LIMIT } from '../../workbook/export-tables.ts';
import { reports } from '../../reports/index.ts';
import { exportList } from './export/export-list.ts';
import { exportReport } from './export/export-report.ts';
import { checkImport, deleteCheckedWorkbook, writeCheckedWorkbook } from './import/import-list.ts';
import { createImportTemplate } from './export/template.ts';
import { planImportRoutes } from './plan/routes.ts';

const makeImportRoutes = (entity: EntityDeclaration): RawRoute[] => {
  const permission = [
    getActionPermission(entity.permission, 'ADD'),
    getActionPermission(entity.permission, 'MODIFY'),
  ];
  const importPath = `${entity.path}/import`;
  return [
    {
      path: `${importPath}/template`,
      permission,
      limit: EXPORT_BODY_LIMIT,
      run: (call) => createImportTemplate(call, entity),
    },
    {
      path: `${importPath}/check`,
      permission,
      limit: MAX_WORKBOOK_SIZE,
      readsStream: true,
      run: (call) => checkImport(call, entity),
    },
    {
      path: `${importPath}/write`,
      permission,
      limit: EXPORT_BODY_LIMIT,
      run: (call) => writeCheckedWorkbook(call, entity),
    },
    {
      path: `${importPath}/drop`,
      permission,
      limit: EXPORT_BODY_LIMIT,
      run: (call) => deleteCheckedWorkbook(call),
    },
  ];
};

const entityDeclarations = entityNames.map((name): EntityDeclaration => entities[name]);

/** Routes that export lists and reports as workbooks, and import workbooks into lists. */
export const transferRoutes: RawRoute[] = [
  ...entityDeclarations.filter(canExportEntity).map((entity): RawRoute => ({
    path: `${entity.path}/export`,
    permission: getReadPermission(entity.permission),
    limit: EXPORT_BODY_LIMIT,
    run: (call) => exportList(call, entity),
  })),
  ...entityDeclarations.filter(canImportEntity).flatMap(makeImportRoutes),
  ...planImportRoutes,
  ...reports.map((report): RawRoute => ({
    path: `${report.path}/export`,
    permission: report.permission,
    limit: EXPORT_BODY_LIMIT,
    run: (call) => exportReport(call, report),
  })),
];
