import type { Words } from '../kernel/lang.ts';

/** Work outside the plan: the tasks that people report at a terminal and at a desk. */
export const unplannedWorkTerms = {
  unplannedWork: ['计划外作业', 'Unplanned work', '計劃外作業', '計画外作業'],
  deskReporting: ['报工', 'Work reporting', '報工', '実績報告'],
  startUnplanned: ['开始计划外作业', 'Start unplanned work', '開始計劃外作業', '計画外作業を開始'],
  recordUnplanned: ['补报计划外作业', 'Log unplanned work', '補登計劃外作業', '計画外作業を入力'],
  indirect: ['间接', 'Indirect', '間接', '間接'],
  indirectTime: ['间接工时', 'Indirect time', '間接工時', '間接時間'],
  chooseTask: [
    '选择现在要做的事：不计入工单数量，计入工时',
    'Choose the work: its time counts, no order does',
    '選擇現在要做的事：不計入工單數量，計入工時',
    '作業を選んでください（指図の数量には数えず、時間だけ計上します）',
  ],
  noTasks: [
    '还没有间接任务，请在“间接任务”中添加。',
    'No indirect work is defined yet. Add it under “Indirect work”.',
    '還沒有間接任務，請在「間接任務」中新增。',
    '間接作業がまだ登録されていません。「間接作業」で追加してください。',
  ],
  noTaskReports: [
    '最近 24 小时没有计划外作业。',
    'No unplanned work in the last 24 hours.',
    '最近 24 小時沒有計劃外作業。',
    '直近 24 時間の計画外作業はありません。',
  ],
  startTask: ['开始“{{name}}”', 'Start {{name}}', '開始「{{name}}」', '「{{name}}」を開始'],
  recordTask: [
    '补报“{{name}}”{{minutes}} 分钟',
    'Log {{minutes}} min of {{name}}',
    '補登「{{name}}」{{minutes}} 分鐘',
    '「{{name}}」{{minutes}} 分を入力',
  ],
  finishTask: ['结束“{{name}}”', 'End {{name}}', '結束「{{name}}」', '「{{name}}」を終了'],
  taskGoesOn: ['进行中', 'In progress', '進行中', '作業中'],
  taskStarted: ['计划外作业已开始', 'Unplanned work started', '計劃外作業已開始', '計画外作業を開始しました'],
  taskFinished: ['计划外作业已结束', 'Unplanned work ended', '計劃外作業已結束', '計画外作業を終了しました'],
  taskRecorded: ['计划外作业已补报', 'Unplanned work logged', '計劃外作業已補登', '計画外作業を入力しました'],
  'error.taskNotActive': [
    '间接任务“{{name}}”已停用，不能再报工',
    'The indirect work “{{name}}” is no longer active, so it cannot be reported',
    '間接任務「{{name}}」已停用，不能再報工',
    '間接作業「{{name}}」は使用停止のため報告できません',
  ],
} as const satisfies Words;
