import type { HomePreset } from '#shared/boards/home-presets.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';

interface DemoRole {
  readonly name: string;
  readonly homePreset: HomePreset;
  readonly permissions: readonly PermissionCode[];
  /** Whether people with the role may read every report, except the reports that show money. */
  readonly readsReports: boolean;
}

/** The roles of the demonstration factory. */
export const demoRoles: readonly DemoRole[] = [
  {
    name: '操作工',
    homePreset: 'workerHome',
    permissions: [
      'TASK_REPORT',
      'TASK_REPORT_EXTRA',
      'QUALITY_RAISE',
      'QUALITY_INSPECT',
      'REPORT_FORM_GROUP_QUEUE',
      'REPORT_FORM_CURRENT_SHIFT',
      'REPORT_FORM_OPEN_CALLS',
      'REPORT_FORM_LATEST_REPORTS',
    ],
    readsReports: false,
  },
  {
    name: '班组长',
    homePreset: 'groupHeadHome',
    permissions: [
      'TASK_REPORT',
      'TASK_REPORT_TEAM',
      'TASK_REPORT_REVERSE',
      'TASK_REPORT_EXTRA',
      'QUALITY_RAISE',
      'QUALITY_INSPECT',
      'ANDON_ANSWER',
      'ALARM_ACKNOWLEDGE',
      'WORK_ORDER',
    ],
    readsReports: true,
  },
  {
    name: '计划员',
    homePreset: 'plannerHome',
    permissions: [
      'WORK_ORDER',
      'WORK_ORDER_ADD',
      'WORK_ORDER_MODIFY',
      'WORK_ORDER_DELETE',
      'MATERIAL_ISSUE',
      'PROCESS_MODIFY',
      'WORK_PLAN_MODIFY',
      'WORK_PLAN_CYCLE_SCHEDULE',
      'OUTSOURCING',
      'OUTSOURCING_ADD',
      'OUTSOURCING_MODIFY',
      'OUTSOURCING_REVERSE',
    ],
    readsReports: true,
  },
  {
    name: '质量工程师',
    homePreset: 'qualityHome',
    permissions: [
      'TASK_REPORT',
      'QUALITY_RAISE',
      'QUALITY_DETERMINE',
      'QUALITY_PUNISH',
      'QUALITY_CORRECT',
      'QUALITY_INSPECT',
      'QUALITY_RELEASE',
      'QUALITY_GAUGE',
      'QUALITY_GAUGE_ADD',
      'QUALITY_GAUGE_MODIFY',
      'ANDON_ANSWER',
      'WORK_ORDER',
    ],
    readsReports: true,
  },
];
