import { getIdByCode, saveRows, type DemoApiCall, type IdsByCode, type SavedRow } from './demo-call.ts';

const BASIC_DATA_API_PATH = '/mes/system/basic';

/** The steps of the master plan for moulds. */
const PLAN_NODES = [
  { code: 'N10', name: '合同评审', nodeType: 'manual', estimatedHours: 8 },
  { code: 'N20', name: '模具设计', nodeType: 'departmentTask', estimatedHours: 40 },
  {
    code: 'N30',
    name: '备料',
    nodeType: 'manual',
    estimatedHours: 24,
    relation: 'startToStart',
    postpositionDays: 2,
  },
  { code: 'N40', name: '粗加工', crafts: '粗铣 粗车', estimatedHours: 56 },
  { code: 'N50', name: '热处理', crafts: '淬火 真空淬火 回火', estimatedHours: 32, postpositionDays: 1 },
  { code: 'N60', name: '精加工', crafts: '精铣 曲面精加工 慢走丝精割', estimatedHours: 72 },
  { code: 'N70', name: '电极制作', crafts: '电极加工', estimatedHours: 40 },
  { code: 'N80', name: '装配试模', crafts: '配模 试模', estimatedHours: 24 },
  { code: 'N90', name: '交付', nodeType: 'manual', estimatedHours: 0 },
] as const;

/** Maps the code of each step to the code of the step before it. The first step is not listed. */
const PREDECESSORS_BY_NODE: Record<string, string> = {
  N20: 'N10',
  N30: 'N20',
  N40: 'N30',
  N50: 'N40',
  N60: 'N50',
  N70: 'N20',
  N80: 'N60',
  N90: 'N80',
};

const FORMULAS = [
  {
    code: 'GS01',
    name: '圆棒重量',
    resultUnit: 'kg',
    inputs: [
      { name: '直径', unit: 'mm', testValue: 40, meaning: '毛坯直径' },
      { name: '长度', unit: 'mm', testValue: 120, meaning: '毛坯长度，含夹持余量' },
      { name: '密度', unit: 'g/cm³', testValue: 7.85, meaning: '钢 7.85,铝 2.7,铜 8.5' },
    ],
    expression: 'round(pi() / 4 * 直径^2 * 长度 * 密度 / 1000000, 3)',
  },
  {
    code: 'GS02',
    name: '计件工资',
    resultUnit: '元',
    inputs: [
      { name: '合格数', unit: '件', testValue: 120, meaning: null },
      { name: '定额', unit: '件', testValue: 100, meaning: '当班定额' },
      { name: '单价', unit: '元/件', testValue: 1.2, meaning: null },
    ],
    expression: 'if(合格数 > 定额, 定额 * 单价 + (合格数 - 定额) * 单价 * 1.2, 合格数 * 单价)',
  },
];

const INDIRECT_TASKS = [
  { code: 'T01', name: '5S 清扫' },
  { code: 'T02', name: '班前会' },
  { code: 'T03', name: '设备保养' },
  { code: 'T04', name: '试制' },
  { code: 'T05', name: '培训' },
  { code: 'T06', name: '等待来料', paidWork: false },
];

const SHAFT_ROUTING = '圆钢切断 数控粗车 数控精车 铣键槽 去毛刺 外圆磨 终检';

const SOP_STEPS = [
  ['检查工件、刀具和图纸版本，戴好护目镜，袖口扎紧。', 60],
  ['三爪卡盘夹持毛坯，伸出长度不小于加工长度 +10 mm,找正跳动 ≤ 0.05 mm。', 120],
  ['调用程序，核对刀补，单段运行首个循环，确认切削液对准刀尖。', 180],
  ['首件下机自检外径与台阶长度，合格后送首件检验；未放行不得批量加工。', 300],
  ['每 10 件抽测一次外径，刀尖磨损超过 0.02 mm 时换刀并重新对刀。', 60],
] as const;

/** The code of the inspection procedure, and the operation type that it applies to. */
export const INSPECTION_PROCEDURE_CODE = 'SIP-T14';
export const INSPECTED_CRAFT = '数控精车';

/** What is checked by the inspection procedure. */
export const INSPECTED_CHARACTERISTICS = [
  {
    name: '外径',
    nominal: 40,
    lower: 39.975,
    upper: 40,
    unit: 'mm',
    decimals: 3,
    method: '两端及中间各测一处，取最大值',
    tool: '外径千分尺 25–50',
    gaugeKind: '外径千分尺',
  },
  {
    name: '台阶长度',
    nominal: 85,
    lower: 84.9,
    upper: 85.1,
    unit: 'mm',
    decimals: 2,
    tool: '游标卡尺',
    gaugeKind: '游标卡尺',
  },
  {
    name: '表面粗糙度 Ra',
    upper: 1.6,
    unit: 'μm',
    decimals: 2,
    method: '沿轴向测量，取样长度 0.8 mm',
    tool: '粗糙度仪',
    gaugeKind: '粗糙度仪',
    samplePerBatch: 2,
  },
  { name: '毛刺与划伤', kind: 'judged', tool: '目视', gaugeKind: null },
] as const;

const PLANNED_INSPECTIONS = [
  { inspectionKind: 'firstArticle', sampling: 'sampleAll' },
  { inspectionKind: 'inProcess', everyPieces: 10, sampling: 'sampleFixed', sampleCount: 3 },
  {
    inspectionKind: 'finalInspection',
    sampling: 'sampleAql',
    aql: 1.5,
    inspectionLevel: 'levelII',
    reducedApproved: true,
  },
] as const;

/** @returns the ids of the nodes */
async function seedMasterPlan(
  call: DemoApiCall,
  crafts: IdsByCode,
  departmentId: number,
): Promise<IdsByCode> {
  const nodes = new Map<string, number>();
  for (const node of PLAN_NODES) {
    const { crafts: craftNames, ...fields } = { crafts: '', ...node };
    const predecessorCode = PREDECESSORS_BY_NODE[node.code];
    const craftBinding =
      craftNames === ''
        ? {}
        : {
            nodeType: 'boundToCrafts',
            craftIds: craftNames.split(' ').map((name) => getIdByCode(crafts, name)),
          };
    const createdNode = await call<SavedRow>('/mes/orderPlan/save', {
      ...fields,
      ...craftBinding,
      ...(node.code === 'N20' ? { departmentId } : {}),
      predecessorId: predecessorCode === undefined ? null : getIdByCode(nodes, predecessorCode),
    });
    nodes.set(node.code, createdNode.id);
  }
  const getSeq = (code: string) => (PLAN_NODES.findIndex((node) => node.code === code) + 1) * 10;
  await call('/mes/system/masterPlanTemplate/save', {
    code: 'MJ',
    name: '模具标准计划',
    nodes: PLAN_NODES.map(({ code }) => ({
      seq: getSeq(code),
      nodeId: getIdByCode(nodes, code),
      afterSeq: PREDECESSORS_BY_NODE[code] === undefined ? null : getSeq(PREDECESSORS_BY_NODE[code]),
    })),
  });
  return nodes;
}

/** Saves a routing or a procedure, and publishes it. */
async function saveAndPublish(
  call: DemoApiCall,
  path: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const { id, version } = await call<SavedRow>(`${path}/save`, fields);
  await call(`${path}/publish`, { id, version });
}

/**
 * Creates the nodes and a template of a master plan, formulas, indirect tasks, a standard routing, an
 * operating procedure, an inspection procedure, and the settings for cost shares and cycle scheduling.
 * @returns the ids of the nodes
 */
export async function seedProcessAndPlanningData(
  call: DemoApiCall,
  crafts: IdsByCode,
  costTypeId: number,
  departmentId: number,
  validFrom: string,
  classifications: IdsByCode,
): Promise<IdsByCode> {
  const planNodes = await seedMasterPlan(call, crafts, departmentId);
  const getCode = (row: { code: string }) => row.code;
  await saveRows(call, `${BASIC_DATA_API_PATH}/formula`, FORMULAS, getCode, (row) => row);
  await saveRows(call, `${BASIC_DATA_API_PATH}/task`, INDIRECT_TASKS, getCode, (row) => ({
    ...row,
    costTypeId,
  }));
  await call(`${BASIC_DATA_API_PATH}/costShareSetting/save`, {
    costTypeId,
    shareKey: 'earnedHours',
    validFrom,
  });
  await call(`${BASIC_DATA_API_PATH}/cycleScheduleSetting/save`, {
    overtimeAllowed: true,
    rules: ['byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'].map((rule) => ({ rule })),
  });
  await saveAndPublish(call, '/mes/process/library', {
    code: 'ZX01',
    name: '阶梯轴标准工艺',
    processes: SHAFT_ROUTING.split(' ').map((name, index) => ({
      seq: (index + 1) * 10,
      craftId: getIdByCode(crafts, name),
    })),
  });
  const turningCraftId = getIdByCode(crafts, INSPECTED_CRAFT);
  await saveAndPublish(call, '/mes/system/params/sop', {
    code: 'SOP-T14',
    name: '数控精车作业指导',
    craftId: turningCraftId,
    steps: SOP_STEPS.map(([instruction, seconds], index) => ({
      seq: (index + 1) * 10,
      instruction,
      seconds,
    })),
  });
  await saveAndPublish(call, '/mes/system/params/sip', {
    code: INSPECTION_PROCEDURE_CODE,
    name: '精车外圆检验',
    craftId: turningCraftId,
    inspections: PLANNED_INSPECTIONS,
    characteristics: INSPECTED_CHARACTERISTICS.map(({ gaugeKind, ...characteristic }, index) => ({
      ...characteristic,
      seq: (index + 1) * 10,
      gaugeKindId: gaugeKind && getIdByCode(classifications, gaugeKind),
    })),
  });
  return planNodes;
}
