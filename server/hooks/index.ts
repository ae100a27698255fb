import type { EntityName } from '#shared/entities/index.ts';
import type { Hooks, HooksOf } from './hooks.ts';
import { alarmRuleHooks } from './alarm-rule.ts';
import { approvalHooks } from './approval.ts';
import { classificationHooks } from './classification.ts';
import { customerKanbanHooks } from './customer-kanban.ts';
import { customFormHooks } from './custom-form.ts';
import { customRecordHooks } from './custom-record.ts';
import { formSettingHooks } from './form-setting.ts';
import { guideBookHooks } from './guide-book.ts';
import { offlineFileSettingHooks } from './offline-file.ts';
import { classTableHooks } from './class-table.ts';
import { holidayHooks } from './holiday.ts';
import { rosterHooks } from './roster.ts';
import { boardHooks } from './board.ts';
import { callRuleHooks } from './call-rule.ts';
import { correctiveActionHooks } from './corrective-action.ts';
import { correctiveMeasureHooks } from './corrective-measure.ts';
import { costShareSettingHooks } from './cost-share-setting.ts';
import { costTypeHooks } from './cost-type.ts';
import { craftHooks } from './craft.ts';
import { cycleScheduleSettingHooks } from './cycle-schedule-setting.ts';
import { customColumnHooks } from './custom-column.ts';
import { deviceHooks } from './device.ts';
import { downloadHooks } from './download.ts';
import { employeeHooks } from './employee.ts';
import { factoryHooks } from './factory.ts';
import { formulaHooks } from './formula.ts';
import { gaugeHooks } from './gauge.ts';
import { guestHooks } from './guest.ts';
import { masterPlanHooks } from './master-plan.ts';
import { masterPlanNodeHooks } from './master-plan-node.ts';
import { masterPlanTemplateHooks } from './master-plan-template.ts';
import { materialColumnMappingHooks } from './material-column-mapping.ts';
import { outsourcingOrderHooks } from './outsourcing-order.ts';
import { buildEmployeeOnlyScope, buildOrderScope } from './outside-scope.ts';
import { makeOutsideUserHooks } from './outside-user.ts';
import { playlistHooks } from './playlist.ts';
import { orderDocumentHooks } from './order-document.ts';
import { partHooks } from './part.ts';
import { processHooks } from './process.ts';
import { processLibraryHooks } from './process-library.ts';
import { projectHooks } from './project.ts';
import { qualityExceptionHooks } from './quality-exception.ts';
import { roleHooks } from './role.ts';
import { shelfHooks } from './shelf.ts';
import { signingDeputyHooks } from './signing-deputy.ts';
import { signingRuleHooks } from './signing-rule.ts';
import { sipHooks } from './sip.ts';
import { sopHooks } from './sop.ts';
import { terminalHooks } from './terminal.ts';
import { taskHooks } from './task.ts';
import { wageGradeHooks } from './wage-grade.ts';
import { wageSettingHooks } from './wage-setting.ts';
import { wallScreenHooks } from './wall-screen.ts';
import { workGroupHooks } from './work-group.ts';
import { workOrderHooks } from './work-order.ts';

const hooksByEntity: { readonly [N in EntityName]?: HooksOf<N> } = {
  classTable: classTableHooks,
  roster: rosterHooks,
  holiday: holidayHooks,
  factory: factoryHooks,
  role: roleHooks,
  employee: employeeHooks,
  workGroup: workGroupHooks,
  device: deviceHooks,
  shelf: shelfHooks,
  craft: craftHooks,
  customColumn: customColumnHooks,
  terminal: terminalHooks,
  workOrder: workOrderHooks,
  orderDocument: orderDocumentHooks,
  part: partHooks,
  process: processHooks,
  project: projectHooks,
  outsourcingOrder: outsourcingOrderHooks,
  gauge: gaugeHooks,
  qualityException: qualityExceptionHooks,
  correctiveAction: correctiveActionHooks,
  correctiveMeasure: correctiveMeasureHooks,
  signingDeputy: signingDeputyHooks,
  signingRule: signingRuleHooks,
  callRule: callRuleHooks,
  alarmRule: alarmRuleHooks,
  task: taskHooks,
  costType: costTypeHooks,
  wageGrade: wageGradeHooks,
  wageSetting: wageSettingHooks,
  masterPlanNode: masterPlanNodeHooks,
  masterPlanTemplate: masterPlanTemplateHooks,
  masterPlan: masterPlanHooks,
  formula: formulaHooks,
  cycleScheduleSetting: cycleScheduleSettingHooks,
  materialColumnMapping: materialColumnMappingHooks,
  costShareSetting: costShareSettingHooks,
  processLibrary: processLibraryHooks,
  sip: sipHooks,
  sop: sopHooks,
  customerUser: makeOutsideUserHooks('customer'),
  supplierUser: makeOutsideUserHooks('supplier'),
  guest: guestHooks,
  orderGroup: { scope: buildOrderScope },
  card: { scope: buildEmployeeOnlyScope },
  workReport: { scope: buildEmployeeOnlyScope },
  download: downloadHooks,
  classification: classificationHooks,
  formSetting: formSettingHooks,
  guideBook: guideBookHooks,
  customForm: customFormHooks,
  customerKanban: customerKanbanHooks,
  kanbanLink: { scope: buildEmployeeOnlyScope },
  customRecord: customRecordHooks,
  orderApproval: approvalHooks,
  processApproval: approvalHooks,
  offlineFileSetting: offlineFileSettingHooks,
  board: boardHooks,
  playlist: playlistHooks,
  wallScreen: wallScreenHooks,
};

const NO_HOOKS: Hooks = {};

/** Returns the hooks of an entity; an empty object if the entity has no hooks. */
export const getHooks = (entity: string): Hooks =>
  (hooksByEntity as Readonly<Partial<Record<string, Hooks>>>)[entity] ?? NO_HOOKS;
