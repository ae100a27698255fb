import type { Term } from '#shared/kernel/lang.ts';

/** The demonstration factory: the mark on its screens, and the simulated people who work in it. */
export const demoTerms = {
  demoMark: ['演示', 'Demo', '示範', 'デモ'],
  demoText: [
    '这里的工单、人员和报工都是演示数据。',
    'Orders, people and reports here are demonstration data.',
    '這裡的工單、人員和報工都是示範資料。',
    'ここの指図・作業者・実績はデモデータです。',
  ],
  simulatorRunning: ['模拟人员上班', 'Simulated people at work', '模擬人員上班', '仮想の作業者が働く'],
  simulatorOn: [
    '模拟人员正在领料、开工、报工和呼叫。',
    'Simulated people start, report and call for help.',
    '模擬人員正在領料、開工、報工和呼叫。',
    '仮想の作業者が着手・実績入力・呼出をしています。',
  ],
  simulatorOff: [
    '模拟人员已下班，数据不再自动变化。',
    'Simulated people have gone home: nothing moves by itself.',
    '模擬人員已下班，資料不再自動變化。',
    '仮想の作業者は帰りました。データは自動では変わりません。',
  ],
  'permission.DEMO_SIMULATOR': [
    '模拟人员上下班',
    'Switch simulated people on and off',
    '模擬人員上下班',
    '仮想の作業者の切替',
  ],
  'error.noDemonstration': [
    '本工厂不是演示工厂，没有模拟人员',
    'This is no demonstration factory: there are no simulated people',
    '本工廠不是示範工廠，沒有模擬人員',
    'この工場はデモ工場ではないため、仮想の作業者はいません',
  ],
} as const satisfies Record<string, Term>;
