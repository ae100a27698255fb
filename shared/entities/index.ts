import type { EntityDeclaration, RecordOf } from '#shared/kernel/entity.ts';
import { abnormalCall } from './abnormal-call.ts';
import { alarm, alarmTerms } from './alarm.ts';
import { alarmRule, alarmRuleTerms } from './alarm-rule.ts';
import { board, boardEntityTerms } from './board.ts';
import { callRule } from './call-rule.ts';
import { card } from './card.ts';
import { classTable } from './class-table.ts';
import { classification, classificationTerms } from './classification.ts';
import { correctiveAction, correctiveActionTerms } from './corrective-action.ts';
import { correctiveMeasure, correctiveMeasureTerms } from './corrective-measure.ts';
import { costShareSetting } from './cost-share-setting.ts';
import { costType } from './cost-type.ts';
import { craft } from './craft.ts';
import { customerUser } from './customer-user.ts';
import { customColumn } from './custom-column.ts';
import { customer } from './customer.ts';
import { cycleScheduleSetting } from './cycle-schedule-setting.ts';
import { department } from './department.ts';
import { device } from './device.ts';
import { download } from './download.ts';
import { employee } from './employee.ts';
import { extraProcess } from './extra-process.ts';
import { factory } from './factory.ts';
import { formula } from './formula.ts';
import { gauge, gaugeTerms } from './gauge.ts';
import { gaugeCalibration, gaugeCalibrationTerms } from './gauge-calibration.ts';
import { gaugeStudy, gaugeStudyTerms } from './gauge-study.ts';
import { guest } from './guest.ts';
import { holiday } from './holiday.ts';
import { inspection } from './inspection.ts';
import { largeScreen, largeScreenTerms } from './large-screen.ts';
import { masterPlan, masterPlanTerms } from './master-plan.ts';
import { masterPlanNode } from './master-plan-node.ts';
import { masterPlanTemplate } from './master-plan-template.ts';
import { materialColumnMapping } from './material-column-mapping.ts';
import { material } from './material.ts';
import { outsourcingOrder } from './outsourcing-order.ts';
import { part } from './part.ts';
import { customerKanban } from './customer-kanban.ts';
import { kanbanLink } from './kanban-link.ts';
import { planImport, planImportTerms } from './plan-import.ts';
import { playlist, playlistTerms } from './playlist.ts';
import { processLibrary } from './process-library.ts';
import { process } from './process.ts';
import { productionLine } from './production-line.ts';
import { project } from './project.ts';
import { qualityException } from './quality-exception.ts';
import { qualityPenalty } from './quality-penalty.ts';
import { role } from './role.ts';
import { roster } from './roster.ts';
import { shelf } from './shelf.ts';
import { signingDeputy } from './signing-deputy.ts';
import { signingRule, signingRuleTerms } from './signing-rule.ts';
import { sip } from './sip.ts';
import { sop } from './sop.ts';
import { supplierUser } from './supplier-user.ts';
import { supplier } from './supplier.ts';
import { task } from './task.ts';
import { terminal } from './terminal.ts';
import { unit } from './unit.ts';
import { wallScreen, wallScreenTerms } from './wall-screen.ts';
import { wageGrade, wageGradeTerms } from './wage-grade.ts';
import { wageSetting, wageSettingTerms } from './wage-setting.ts';
import { workGroup } from './work-group.ts';
import { workOrder } from './work-order.ts';
import { workReport } from './work-report.ts';
import { formSetting, formSettingTerms } from './form-setting.ts';
import { guideBook, guideBookTerms } from './guide-book.ts';
import { customForm, customFormTerms } from './custom-form.ts';
import { customRecord, customRecordTerms } from './custom-record.ts';
import { approvalTerms } from './approval-fields.ts';
import { orderApproval, orderApprovalTerms } from './order-approval.ts';
import { orderDocument, orderDocumentTerms } from './order-document.ts';
import { orderGroup, orderGroupTerms } from './order-group.ts';
import { processApproval, processApprovalTerms } from './process-approval.ts';
import { offlineFileClassification, offlineFileClassificationTerms } from './offline-file-classification.ts';
import { offlineFileSetting, offlineFileSettingTerms } from './offline-file-setting.ts';

/** The declarations of all entities, by name. */
export const entities = {
  factory,
  department,
  role,
  wageGrade,
  wageSetting,
  employee,
  workGroup,
  device,
  productionLine,
  shelf,
  costType,
  craft,
  classification,
  classTable,
  roster,
  holiday,
  terminal,
  customer,
  customerUser,
  supplier,
  supplierUser,
  guest,
  unit,
  material,
  customColumn,
  project,
  planImport,
  workOrder,
  part,
  card,
  process,
  workReport,
  outsourcingOrder,
  gauge,
  gaugeCalibration,
  gaugeStudy,
  inspection,
  qualityException,
  qualityPenalty,
  correctiveAction,
  correctiveMeasure,
  signingDeputy,
  signingRule,
  abnormalCall,
  callRule,
  alarmRule,
  alarm,
  masterPlanNode,
  masterPlanTemplate,
  masterPlan,
  formula,
  cycleScheduleSetting,
  materialColumnMapping,
  costShareSetting,
  task,
  extraProcess,
  processLibrary,
  sip,
  sop,
  download,
  formSetting,
  guideBook,
  customForm,
  customRecord,
  orderApproval,
  orderDocument,
  orderGroup,
  processApproval,
  offlineFileClassification,
  offlineFileSetting,
  board,
  largeScreen,
  playlist,
  customerKanban,
  kanbanLink,
  wallScreen,
} as const;

const collectEntityTerms = () =>
  ({
    ...classificationTerms,
    ...wageGradeTerms,
    ...wageSettingTerms,
    ...formSettingTerms,
    ...guideBookTerms,
    ...customFormTerms,
    ...customRecordTerms,
    ...approvalTerms,
    ...orderApprovalTerms,
    ...orderDocumentTerms,
    ...orderGroupTerms,
    ...processApprovalTerms,
    ...offlineFileClassificationTerms,
    ...offlineFileSettingTerms,
    ...boardEntityTerms,
    ...largeScreenTerms,
    ...playlistTerms,
    ...wallScreenTerms,
    ...alarmRuleTerms,
    ...alarmTerms,
    ...planImportTerms,
    ...gaugeTerms,
    ...gaugeCalibrationTerms,
    ...gaugeStudyTerms,
    ...correctiveActionTerms,
    ...correctiveMeasureTerms,
    ...signingRuleTerms,
    ...masterPlanTerms,
  }) as const;

/**
 * The terms that entities declare in their own files. They come from a pure call, so that tree shaking can remove
 * them from bundles that do not use them.
 */
export const entityTerms = /* @__PURE__ */ collectEntityTerms();

export type EntityName = keyof typeof entities;
/** The record of an entity, as the API returns it. */
export type Entity<N extends EntityName> = RecordOf<(typeof entities)[N]>;

export const entityNames = Object.keys(entities) as EntityName[];

/** Returns the declaration of an entity, without its exact type. @throws Error if no entity has the name */
export const getEntity = (name: string): EntityDeclaration => {
  const declaration = (entities as Record<string, EntityDeclaration>)[name];
  if (!declaration) throw new Error(`There is no entity ${name}`);
  return declaration;
};
