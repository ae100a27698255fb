import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import { demoContent } from './content.ts';

/** The reasons why simulated workers begin other work than the next work of the released plan. */
export const SKIP_REASONS = ['急件插单', '物料未到', '刀具未备', '设备不适合', '与前件同装夹'] as const;

/** The classification names of each class, separated by spaces. Their codes have the same order. */
const CLASSIFICATIONS_BY_CLASS: Partial<Record<ClassificationClass, string>> = {
  region: '华东 华南 华北 华中 西南 东北 日本 EU',
  deadlineClass: '特急 加急 正常',
  scrapReason: '来料不良 加工超差 碰伤 试切',
  downtimeReason: '换型 待料 故障 保养 首检',
  extraProcessReason: '运输变形 毛刺未净 表面返锈 图纸更改 客户要求',
  skipReason: SKIP_REASONS.join(' '),
  jobLevel: '技师 高级工 中级工 初级工',
  gaugeKind: '外径千分尺 游标卡尺 粗糙度仪 内径百分表 塞规',
};
const CODE_PREFIXES_BY_CLASS: Partial<Record<ClassificationClass, string>> = {
  region: 'R',
  deadlineClass: 'D',
  scrapReason: 'S',
  downtimeReason: 'T',
  extraProcessReason: 'X',
  skipReason: 'K',
  jobLevel: 'J',
  gaugeKind: 'L',
};

/** The classifications of the demonstration factory. */
export const demoClassifications: readonly { code: string; classId: ClassificationClass; name: string }[] = [
  ...demoContent.classifications.map(([code, classId, name]) => ({ code, classId, name })),
  ...(Object.keys(CLASSIFICATIONS_BY_CLASS) as ClassificationClass[]).flatMap((classId) =>
    CLASSIFICATIONS_BY_CLASS[classId]!.split(' ').map((name, index) => ({
      code: `${CODE_PREFIXES_BY_CLASS[classId]!}${String(index + 1).padStart(2, '0')}`,
      classId,
      name,
    })),
  ),
];

/** The wage grades of the demonstration factory. */
export const DEMO_WAGE_GRADES = [
  { code: 'A', hourRate: 24 },
  { code: 'B', hourRate: 30 },
  { code: 'C', hourRate: 36 },
] as const;

/** An example of a form that people fill in for a device. */
export const demoCustomForm = {
  code: '5S',
  name: '5S 点检',
  appliesTo: 'device',
  questions: [
    { question: '设备清洁', kind: 'flagAnswer', required: true },
    { question: '油位', kind: 'choiceAnswer', required: true, options: '正常;偏低;需加油' },
    { question: '主轴温度', kind: 'numberAnswer', unit: '°C' },
    { question: '说明', kind: 'textAnswer' },
  ],
} as const;
