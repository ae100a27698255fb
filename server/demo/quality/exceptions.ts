import { createHash } from 'node:crypto';
import { demoContent } from '../content.ts';
import { getIdByCode, type DemoApiCall, type IdsByCode } from '../demo-call.ts';
import { listDemoPeople, type DemoPerson } from '../people.ts';

/** What is wrong with the pieces, what caused it, and what prevents it in future. */
export type DemoCause = readonly [description: string, rootCause: string, preventiveAction: string];

/** The possible causes of an exception, by the name of its error class. */
export const DEMO_CAUSES: Readonly<Record<string, readonly DemoCause[]>> = {
  尺寸超差: [
    ['外径偏小 0.04', '刀片磨损后未及时补偿', '每 50 件测量并更新刀补'],
    ['孔深超差 0.15', '对刀块松动', '换型后复测对刀块'],
  ],
  表面划伤: [
    ['端面有两道划痕', '切屑缠绕工件', '改用断屑槽刀片，加大冷却'],
    ['已加工面碰伤', '周转箱无隔板', '更换带隔板的周转箱'],
  ],
  材料缺陷: [
    ['加工后露出砂眼', '毛坯内部疏松', '要求供应商加做探伤'],
    ['局部裂纹', '锻件冷却过快', '来料批次增加抽检'],
  ],
  形位超差: [
    ['同轴度 0.06，要求 0.03', '夹爪磨损', '夹爪列入月度点检'],
    ['平面度超差', '压板压紧力不均', '改用液压夹具'],
  ],
  硬度不合格: [
    ['HRC 48，要求 52 至 56', '回火温度偏高', '热电偶每周校准'],
    ['同批硬度不均', '装炉过密', '规定每炉最多 40 件'],
  ],
};

/** The name of the error class for which a supplier is responsible. */
export const SUPPLIED_ERROR_CLASS = '材料缺陷';

const PIN_DIGITS = 6;
const ENGINEER_CODE = demoContent.office.find(({ role }) => role === '质量工程师')!.code;
const PLANNER_CODE = demoContent.office.find(({ role }) => role === '计划员')!.code;

/** Makes the PIN with which a person signs at a terminal. The same person always gets the same PIN. */
export const makeDemoPin = (code: string): string =>
  String(
    createHash('sha256').update(`demonstration pin ${code}`).digest().readUIntBE(0, 6) % 10 ** PIN_DIGITS,
  ).padStart(PIN_DIGITS, '0');

const listHeads = (): DemoPerson[] => listDemoPeople().filter((person) => person.isHead);

/** Sets the PINs with which the group heads countersign, and sets the default signers. */
export async function seedSigners(call: DemoApiCall, people: IdsByCode): Promise<void> {
  for (const { code } of listHeads())
    await call('/mes/system/basic/employee/pin', {
      employeeId: getIdByCode(people, code),
      pin: makeDemoPin(code),
    });
  const rules = [
    { lossFrom: 0, signers: [ENGINEER_CODE] },
    { lossFrom: 500, signers: [PLANNER_CODE] },
  ];
  for (const { lossFrom, signers } of rules)
    await call('/mes/quality/signingRule/save', {
      departmentId: null,
      lossFrom,
      signerIds: signers.map((code) => getIdByCode(people, code)),
    });
}

/** A report with bad pieces. */
interface BadReport {
  id: number;
  processId: number;
  scrap: number;
  people: { employeeId: number; ratio: number | null }[];
}

/** An exception of a new factory. */
export interface RaisedException {
  id: number;
  processId: number;
  /** The name of the error class of the exception. */
  errorClass: string;
  /** The ids of the people who made the report of the exception. */
  workerIds: number[];
}

/**
 * The number of exceptions of a new factory. Every second exception is already determined and waits for its
 * signers.
 */
const EXCEPTION_COUNT = 8;
/** The index of the exception about which a customer has complained. */
const COMPLAINT_INDEX = 1;
const PAGE_SIZE = 500;

/**
 * Raises exceptions for scrap in the past reports, so that the quality engineer and the signers have work
 * from the first day.
 * @returns the exceptions
 */
export async function seedExceptions(
  call: DemoApiCall,
  people: IdsByCode,
  errorClasses: IdsByCode,
): Promise<RaisedException[]> {
  const { rows } = await call<{ rows: BadReport[] }>('/mes/report/page', {
    sort: '-startedAt',
    limit: PAGE_SIZE,
  });
  const badReports = rows.filter(({ scrap }) => scrap > 0).slice(0, EXCEPTION_COUNT);
  const heads = listHeads();
  const names = Object.keys(DEMO_CAUSES);
  const exceptions: RaisedException[] = [];
  for (const [index, report] of badReports.entries()) {
    const name = names[index % names.length]!;
    const errorClassId = getIdByCode(errorClasses, name);
    const { id: reportId, processId } = report;
    const { id, version } = await call<{ id: number; version: number }>('/mes/quality/raise', {
      ...{ processId, reportId, source: 'scrap', quantity: report.scrap, errorClassId },
      discovererId: getIdByCode(people, ENGINEER_CODE),
      description: DEMO_CAUSES[name]![0]![0],
      customerComplaint: index === COMPLAINT_INDEX,
    });
    const workerIds = report.people.map(({ employeeId }) => employeeId);
    exceptions.push({ id, processId, errorClass: name, workerIds });
    if (index % 2 === 0) continue;
    await call('/mes/quality/determine', {
      ...{ id, version, responsibleProcessId: processId, discoveryProcessId: processId, errorClassId },
      discovererId: getIdByCode(people, ENGINEER_CODE),
      scrap: report.scrap,
      people: report.people.map(({ employeeId, ratio }) => ({ type: 'factoryStaff', employeeId, ratio })),
      signers: [{ employeeId: getIdByCode(people, heads[((index - 1) / 2) % heads.length]!.code) }],
    });
  }
  return exceptions;
}
