import { addDays } from '#shared/rules/days.ts';
import { demoContent } from '../content.ts';
import { getIdByCode, type DemoApiCall, type IdsByCode, type SavedRow } from '../demo-call.ts';
import type { RaisedException } from './exceptions.ts';

type DemoMeasure = readonly [
  kind: 'containing' | 'correcting' | 'preventing',
  what: string,
  daysUntilDue: number,
  result: string | null,
];

/**
 * The corrective actions. The first is in progress and has an overdue measure. The others are being checked,
 * effective, and just begun.
 */
const CORRECTIVES: readonly {
  errorClass: string;
  problem: string;
  containment: string | null;
  whys: readonly string[];
  rootCause: string | null;
  preventiveAction: string | null;
  checkAfterDays: number;
  measures: readonly DemoMeasure[];
  verdict: string | null;
}[] = [
  {
    errorClass: '尺寸超差',
    problem: '外径连续三批偏小 0.02～0.05，集中在夜班后半段。',
    containment: '在制品全数复测外径，偏小的隔离待判。',
    whys: ['外径偏小', '刀片磨损后未补偿', '夜班没有定时复测', '作业指导书没有规定复测间隔'],
    rootCause: '作业指导书没有规定换刀和复测的间隔，靠个人经验判断。',
    preventiveAction: null,
    checkAfterDays: 30,
    measures: [
      ['containing', '在制品全数复测外径', -6, '复测 64 件，隔离 3 件'],
      ['correcting', '每 50 件测量并更新刀补，写入作业指导书', -2, null],
      ['correcting', '机床设置刀具寿命提醒', 5, null],
      ['preventing', '推广到同类车床', 14, null],
    ],
    verdict: null,
  },
  {
    errorClass: '形位超差',
    problem: '同轴度超差，要求 0.03，实测最大 0.06。',
    containment: '夹爪磨损的机床停用，换用备件。',
    whys: ['同轴度超差', '工件夹偏', '夹爪磨损', '没有夹爪点检'],
    rootCause: '夹爪没有点检和更换标准。',
    preventiveAction: '夹爪点检列入设备月度点检表。',
    checkAfterDays: 30,
    measures: [
      ['correcting', '更换磨损夹爪并修磨', -9, '更换 4 副'],
      ['preventing', '夹爪列入月度点检', -4, '点检表已发布'],
    ],
    verdict: null,
  },
  {
    errorClass: '硬度不合格',
    problem: '回火后 HRC 48，要求 52 至 56。',
    containment: '同炉工件重新回火。',
    whys: ['硬度偏低', '回火温度偏高', '热电偶漂移', '热电偶没有定期校准'],
    rootCause: '热电偶超过一年未校准，示值偏低 18 ℃。',
    preventiveAction: '热电偶纳入量具校准台账。',
    checkAfterDays: 0,
    measures: [['correcting', '更换热电偶，每周校准一次', -20, '已更换并校准']],
    verdict: '连续 12 炉硬度合格，措施有效。',
  },
  {
    errorClass: '表面划伤',
    problem: '已加工面周转中碰伤，客户检验时提出。',
    containment: null,
    whys: [],
    rootCause: null,
    preventiveAction: null,
    checkAfterDays: 30,
    measures: [],
    verdict: null,
  },
];

const LEADER_CODE = demoContent.office.find(({ role }) => role === '质量工程师')!.code;
const PATH = '/mes/quality/corrective';

/** Saves the measures of a corrective action, and completes those with a result. */
async function seedMeasures(
  call: DemoApiCall,
  correctiveId: number,
  measures: readonly DemoMeasure[],
  { ownerIds, today }: { ownerIds: readonly number[]; today: string },
): Promise<void> {
  const planned: SavedRow[] = [];
  for (const [index, [kind, what, daysUntilDue]] of measures.entries()) {
    const ownerId = ownerIds[index % ownerIds.length];
    const dueOn = addDays(today, daysUntilDue);
    planned.push(
      await call<SavedRow>('/mes/quality/correctiveMeasure/save', {
        correctiveId,
        kind,
        what,
        ownerId,
        dueOn,
      }),
    );
  }
  for (const [index, [, , daysUntilDue, result]] of measures.entries()) {
    if (result === null) continue;
    const { id, version } = planned[index]!;
    const doneOn = addDays(today, daysUntilDue + 1);
    await call('/mes/quality/correctiveMeasure/complete', { id, version, doneOn, result });
  }
}

/**
 * Begins corrective actions for the exceptions of a new factory. Each corrective action applies only to the
 * operation type of its exception.
 */
export async function seedCorrectives(
  call: DemoApiCall,
  { people, errorClasses }: { people: IdsByCode; errorClasses: IdsByCode },
  exceptions: readonly RaisedException[],
  today: string,
): Promise<void> {
  const leaderId = getIdByCode(people, LEADER_CODE);
  for (const { errorClass, whys, measures, verdict, ...texts } of CORRECTIVES) {
    const matchingException = exceptions.find((exception) => exception.errorClass === errorClass);
    const process =
      matchingException &&
      (await call<{ craftId: number }>('/mes/process/get', { id: matchingException.processId }));
    const memberIds = matchingException ? matchingException.workerIds : [];
    const corrective = await call<SavedRow>(`${PATH}/save`, {
      ...texts,
      errorClassId: getIdByCode(errorClasses, errorClass),
      craftId: process?.craftId ?? null,
      leaderId,
      memberIds,
      exceptionIds: matchingException ? [matchingException.id] : [],
      whys: whys.map((why) => ({ why })),
    });
    await seedMeasures(call, corrective.id, measures, { ownerIds: [leaderId, ...memberIds], today });
    if (verdict === null) continue;
    const { version } = await call<SavedRow>(`${PATH}/get`, { id: corrective.id });
    await call(`${PATH}/judge`, { id: corrective.id, version, verdict: 'judgeEffective', reason: verdict });
  }
}
