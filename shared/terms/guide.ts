import type { Term } from '#shared/kernel/lang.ts';

/**
 * The built-in guide text of each area. It is shown if the factory has no guide text of its own for
 * the area.
 */
export const guideTerms = {
  'guide.home': [
    '首页汇总今天要关注的事：生产中和逾期的工单、正在加工的工序、维修中的设备以及最近的报工。点击数字可查看明细。',
    'What matters today: orders in progress and late, processes running, machines in repair, and the latest reports. Press a number to see what is behind it.',
    '首頁彙總今天要關注的事：生產中和逾期的工單、正在加工的工序、維修中的設備以及最近的報工。點選數字可檢視明細。',
    '今日の要点です。生産中・遅れの指図、作業中の工程、修理中の設備、最近の実績を示します。数字を押すと内訳が開きます。',
  ],
  'guide.workOrders': [
    '工单由零件组成，零件按工艺路线逐道加工。新建工单后添加零件和工序，下达后现场即可报工。进度、逾期和当前位置随报工实时更新。',
    'An order consists of parts, and a part goes through its routing process by process. Add parts and processes, release the order, and the floor can report. Progress and lateness follow every report at once.',
    '工單由零件組成，零件依製程路線逐道加工。新增工單後加入零件和工序，發放後現場即可報工。進度、逾期和目前位置隨報工即時更新。',
    '指図は部品からなり、部品は工程順に加工されます。部品と工程を登録して発行すると現場で実績を入力できます。進捗と遅れは実績と同時に更新されます。',
  ],
  'guide.project': [
    '项目汇集客户委托的全部工单，可分子项目，并记录负责人、金额和交期。',
    'A project gathers what a customer has commissioned: its orders and sub-projects, who leads it, the amounts and the due date.',
    '專案彙集客戶委託的全部工單，可分子專案，並記錄負責人、金額和交期。',
    '得意先から請け負った指図をまとめます。子プロジェクト、責任者、金額、納期を管理します。',
  ],
  'guide.progressQuery': [
    '“列表”显示所有工单的工序：可筛选、排序、导出，选中多道后批量安排班组、设备、人数和计划日期。“进度”按工单、班组、客户等查看每道工序做到哪里、还差多少。',
    'The list has the processes of all orders: filter, sort, export, or select many to plan their group, machine, people and dates together. The progress shows where every process stands, by order, work group or customer.',
    '「列表」顯示所有工單的工序：可篩選、排序、匯出，選取多道後批次安排組別、設備、人數和計劃日期。「進度」依工單、組別、客戶等檢視每道工序做到哪裡、還差多少。',
    '「一覧」には全指図の工程が並びます。絞り込み・並べ替え・出力ができ、複数選んで班・設備・人数・計画日をまとめて変更できます。「進捗」では指図・班・得意先ごとに各工程の状況と残りがわかります。',
  ],
  'guide.openCalls': [
    '现场的异常呼叫：谁在哪里等待、等了多久。依次响应、到场、解决；超时会按升级规则通知上级。',
    'Calls for help from the floor: who waits where, and for how long. Acknowledge, arrive, solve; what waits too long is taken further up by the rules.',
    '現場的異常呼叫：誰在哪裡等待、等了多久。依次回應、到場、解決；逾時會依升級規則通知上級。',
    '現場からのアンドン呼出です。誰がどこで何分待っているかがわかります。応答・到着・解決の順に進め、遅れると規則に従い上位へ連絡します。',
  ],
  'guide.reports': [
    '选择期间和条件即可查看报表；可切换图表、查看明细。数字来自报工，无需另行录入。',
    'Choose a period and filters; look at it as a table or a chart, and open what is behind a row. The numbers come from the reports of the floor.',
    '選擇期間和條件即可檢視報表；可切換圖表、檢視明細。數字來自報工，無需另行輸入。',
    '期間と条件を選ぶと帳票が表示されます。表とグラフの切替、明細の確認ができます。数値は現場の実績から作られます。',
  ],
  'guide.customRecords': [
    '填写本工厂自己的表单，例如 5S 检查、首件检查、交接班记录。表单在“设置 → 自定义表单”中定义；修改表单不影响已填写的记录。',
    'Fill in the factory’s own forms: 5S checks, first pieces, handover notes. They are defined under Settings → Custom forms; what is filled in keeps its questions when a form changes.',
    '填寫本工廠自己的表單，例如 5S 檢查、首件檢查、交接班記錄。表單在「設定 → 自訂表單」中定義；修改表單不影響已填寫的記錄。',
    '5S 点検、初品確認、引継ぎなど工場独自の用紙に記入します。用紙は「設定 → 記録用紙」で作ります。用紙を変えても記入済みの記録は変わりません。',
  ],
  'guide.organisation': [
    '部门、员工和角色。员工通过角色获得权限；离职员工不能登录，历史报工保留。',
    'Departments, people and roles. People get their permissions by roles; somebody who has left cannot log in, and past reports stay.',
    '部門、員工和角色。員工透過角色取得權限；離職員工不能登入，歷史報工保留。',
    '部門・従業員・ロールです。権限はロールで与えます。退職者はログインできませんが、過去の実績は残ります。',
  ],
  'guide.productionResources': [
    '班组、设备、终端、货架和工艺。先建工艺和设备，再在班组中指定人员和设备，最后用工艺编排工序。',
    'Work groups, machines, terminals, shelves and operation types. Begin with operation types and machines, then say who and what belongs to each group; routings are made of operation types.',
    '組別、設備、終端、貨架和製程。先建製程和設備，再在組別中指定人員和設備，最後用製程編排工序。',
    '班・設備・端末・棚・工種です。まず工種と設備を登録し、班に人と設備を割り当て、工種から工程を組みます。',
  ],
  'guide.workCalendar': [
    '班次表规定一天的班次和休息，排班规定谁按哪张表上班，节假日规定哪些天不上班。三者共同决定产能和工作日。',
    'Shift patterns say how a day is worked, rosters who works by which, holidays when nobody does. Together they make capacity and work days.',
    '班別表規定一天的班別和休息，排班規定誰依哪張表上班，假日規定哪些天不上班。三者共同決定產能和工作日。',
    '勤務表は一日のシフトと休憩、勤務割当は誰がどの表で働くか、休日は休む日を決めます。能力と勤務日はこれらで決まります。',
  ],
  'guide.basicData': [
    '客户、供应商、物料、计量单位和费用类型等基础数据。编码在使用中的数据之间不可重复；被引用的数据不能删除。',
    'Customers, suppliers, materials, units, cost types. Codes are unique; what is in use cannot be deleted.',
    '客戶、供應商、物料、計量單位和費用類型等基礎資料。編號在使用中的資料之間不可重複；被引用的資料不能刪除。',
    '得意先・仕入先・資材・単位・費目などの基礎データです。コードは重複できず、使用中のデータは削除できません。',
  ],
  'guide.settings': [
    '参数、分类、审批、自定义表单等设置。修改会立即对所有人生效，并记录在系统日志中。',
    'Parameters, lookup lists, approvals, custom forms and more. What you change holds for everybody at once, and is kept in the log.',
    '參數、分類、審批、自訂表單等設定。修改會立即對所有人生效，並記錄在系統日誌中。',
    'パラメーター・分類・承認・記録用紙などの設定です。変更はすぐ全員に反映され、ログに残ります。',
  ],
} as const satisfies Record<string, Term>;
