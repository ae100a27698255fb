import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import { buildReportPermissionCode, type PermissionCode } from '#shared/kernel/permissions.ts';
import type { ReportPermission } from '#shared/kernel/report.ts';
import { PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { translateReportWord, type Report } from './define-report.ts';
import { reports } from './index.ts';

const getPermissionTitle = (report: Report, lang: Lang): string =>
  translateTerm(lang, 'reportPermission', { name: translateReportWord(report, report.name, lang) });

/** The permissions of reports. A report that shares the permission of another report is left out. */
export const reportPermissions: readonly ReportPermission[] = reports
  .filter((report) => report.permission === buildReportPermissionCode(report.name))
  .map((report) => {
    const [zh_CN, en_US, zh_TW, ja_JP] = LANGS.map((lang) => getPermissionTitle(report, lang));
    return { code: buildReportPermissionCode(report.name), title: [zh_CN!, en_US!, zh_TW!, ja_JP!] };
  });

/** The permission codes that a role for employees can be given. */
export const GRANTABLE_PERMISSION_CODES: readonly PermissionCode[] = [
  ...PERMISSION_CODES,
  ...reportPermissions.map(({ code }) => code),
];
