import { getFieldLabel } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getHeading } from '../../../workbook/columns.ts';
import { normalizeHeading } from '../import/parse-sheets.ts';
import { PLAN_LEVELS, type PlanColumn, type PlanColumns, type PlanLevel } from './plan-columns.ts';

/**
 * Other headings that factories and programs use for the columns of a plan. The import recognises them, but never shows
 * them.
 */
const SYNONYMS: Readonly<Record<PlanLevel, Readonly<Record<string, readonly string[]>>>> = {
  order: {
    code: [
      '工单,工单编号,工单编码,工单号码,订单号,订单编号,生产订单,生产订单号,生产单号,制令号,制令单号,任务单号,派工单号',
      '工單編號,訂單號,訂單編號,製令號,製令單號,製令,製番,指図,指図no,指示書番号,製造番号',
      '编码,编号,单号,代码,編號,單號,コード,番号,code,no,no.,number',
      'order,order no,order number,order code,work order,work order no,work order no.,work order number,wo,wo no,wo no.,job,job no',
    ],
    name: ['产品名称,产品,品名,產品名稱,產品,製品名,製品,product,product name,description'],
    quantity: ['订单数量,生产数量,台数,數量,訂單數量,生產數量,製造数,order qty,qty,quantity,pcs'],
    customerId: ['客户名称,客户编码,客户代码,客戶名稱,客戶編號,得意先名,customer name,customer code'],
    projectId: ['项目名称,项目号,项目编号,專案名稱,專案編號,案件,project no,project no.,project name'],
    purchasingOrder: ['客户订单号,客户po,客戶訂單號,客先注番,po,po no,po no.,customer order'],
    dueDate: ['交货日期,交货期,交付日期,要求交期,交貨日期,交貨期,希望納期,delivery date,due,required date'],
    plannedStart: ['计划开始日期,计划开工,开工日期,計劃開工,開工日期,着手予定,着工日,start date'],
    remark: ['说明,摘要,說明,メモ,notes,comment,comments'],
  },
  part: {
    code: [
      '编号,代码,编码,編號,コード,番号,no,no.,number',
      '零件号,零件编号,图号,物料编码,物料号,料号,件号,零件代码,圖號,零件號,料號,件號,物料編號',
      '品番,図番,部品番号,部番,part no,part no.,part number,part,drawing no,drawing no.,item no,item no.,item code,item',
    ],
    name: ['零件,品名,物料名称,部件名称,图名,物料名稱,圖名,部品,品目名,part description,item name'],
    quantity: ['件数,加工数量,需求数量,件數,加工數量,部品数,個数,part qty,parts'],
    quantityPer: ['用量,单套用量,单套数量,每套数量,單套用量,每套數量,構成数,qty per,qty per assembly,usage'],
    parentCode: [
      '上级,上级零件,上级编码,父件,父件号,父项,父项编码,所属部件,上級,上級零件,父件號,父項',
      '親部品,親品番,parent,parent part,parent part no,parent code,parent item,assembly',
    ],
    materialName: ['材质,材料名称,材料牌号,材質,材料名稱,材料牌號,grade'],
    spec: ['规格型号,型号规格,型号,規格型號,型號,型式,specifications,spec'],
    dueDate: ['零件交期,部品納期'],
  },
  process: {
    seq: ['工步,工步号,工序序号,工序號,工步號,工順,工程番号,op,op no,op no.,operation no,operation no.,step'],
    craftId: [
      '工序,工艺名称,工艺编码,工种,工序类型,製程名稱,工種,工程,加工内容',
      'operation,operation type,operation code,process,craft,process type',
    ],
    routing: [
      '工序路线,加工路线,工艺流程,加工流程,工序流程,加工工艺,工藝路線,加工路線,製程流程,工序路線',
      '工程順序,工程ルート,加工順序,route,routing,process route,operations,processes',
    ],
    name: ['工序内容,工序說明,工程内容,operation name,operation description'],
    workGroupId: [
      '班组名称,加工班组,工作中心,生产班组,班組,組別名稱,職場,work center,work centre,group,team',
    ],
    deviceId: ['设备名称,设备编号,设备编码,机床,机台,設備名稱,設備編號,機台,機械,machine,machine no,device'],
    plannedQuantity: ['工序数量,数量,數量,工程数量,quantity,qty,process qty'],
    plannedStart: [
      '计划开始日期,计划开工,开工日期,开始日期,計劃開工,開工日期,開始日期,着手予定,着手日,start,start date',
    ],
    plannedEnd: [
      '计划结束日期,计划完工,计划完成,完工日期,结束日期,計劃完工,完工日期,完了予定,完了日,end,end date,finish',
    ],
    preparationMinutes: ['准备时间,準備時間,setup,setup time,段取'],
    deviceMinutes: ['机时,单件工时,单件加工工时,單件工時,機時,加工時間,machine time,run time'],
    manMinutes: ['人工工时,人工,人時,作業時間,labour time,labor time'],
    supplierId: ['外协厂,外协厂家,外协供应商,委外廠商,委外供應商,外注先,vendor,subcontractor'],
    external: ['是否外协,是否委外,外注,outsourced,subcontracted'],
  },
};

/** The terms and words that factories use as names of the sheets of a plan. */
const SHEET_WORDS: Readonly<Record<PlanLevel, { terms: readonly TermKey[]; otherWords: string }>> = {
  order: {
    terms: ['workOrder', 'workOrders'],
    otherWords: '工单表,订单,生产订单,工單表,訂單,指図,order,orders',
  },
  part: { terms: ['part', 'parts'], otherWords: '零件表,零件清单,零件清單,物料清单,bom,部品表,components' },
  process: {
    terms: ['process', 'processes', 'routingInOneCell'],
    otherWords: '工序表,工艺,工艺路线,製程,工程,operations,routing,routings',
  },
};

const splitWords = (words: readonly string[]): string[] => words.flatMap((line) => line.split(','));

/** Lists the headings of a column in every language, and its synonyms. */
function listHeadings(column: PlanColumn): string[] {
  const { level, name, field, label } = column;
  const labels = label ? [label, getFieldLabel(name, field)] : [];
  return [
    ...LANGS.map((lang) => getHeading(column, lang)),
    ...labels.flatMap((key) => LANGS.map((lang) => translateTerm(lang, key))),
    `${level}.${name}`,
    ...splitWords(SYNONYMS[level][name] ?? []),
  ].map(normalizeHeading);
}

/** The columns that a heading can mean, by normalized heading. */
export type HeadingIndex = ReadonlyMap<string, readonly PlanColumn[]>;

/** Indexes the columns of a plan by their headings. */
export function indexPlanHeadings(columns: PlanColumns): HeadingIndex {
  const index = new Map<string, PlanColumn[]>();
  for (const level of PLAN_LEVELS)
    for (const column of columns[level])
      for (const heading of new Set(listHeadings(column)))
        index.set(heading, [...(index.get(heading) ?? []), column]);
  return index;
}

/** Finds the level that the name of a sheet means; null if it names no level. */
export function findLevelOfSheetName(name: string): PlanLevel | null {
  const normalizedName = normalizeHeading(name);
  const isNamed = (level: PlanLevel) => {
    const { terms, otherWords } = SHEET_WORDS[level];
    const words = [
      ...terms.flatMap((key) => LANGS.map((lang) => translateTerm(lang, key))),
      ...otherWords.split(','),
    ];
    return words.some((word) => normalizeHeading(word) === normalizedName);
  };
  return PLAN_LEVELS.find(isNamed) ?? null;
}
