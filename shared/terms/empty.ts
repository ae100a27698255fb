import type { Term } from '#shared/kernel/lang.ts';

/** Texts for empty lists. Each text explains what the rows of the list are for. */
export const emptyListTerms = {
  'empty.department': [
    '部门组成工厂的组织结构，员工归属于部门。先建最上级的部门。',
    'Departments are the factory’s organisation; people belong to them. Begin with the topmost.',
    '部門組成工廠的組織結構，員工歸屬於部門。先建最上級的部門。',
    '部門は工場の組織を表し、従業員が所属します。最上位の部門から作成してください。',
  ],
  'empty.role': [
    '角色决定一个人能看什么、做什么。按岗位建角色，再分配给员工。',
    'A role says what a person may see and do. Make one for each kind of job, then give it to people.',
    '角色決定一個人能看什麼、做什麼。按崗位建角色，再指派給員工。',
    'ロールは閲覧・操作できる範囲を決めます。職種ごとに作り、従業員に割り当ててください。',
  ],
  'empty.employee': [
    '员工在终端报工、登录系统。逐个新建，或从 Excel 导入。',
    'People report their work and log in. Add them one by one, or import them from Excel.',
    '員工在終端報工、登入系統。逐個新增，或從 Excel 匯入。',
    '従業員は実績を入力し、ログインします。個別に追加するか、Excel から取り込んでください。',
  ],
  'empty.device': [
    '设备是工序加工的机台；报工、产能和设备日报都以它为准。新建或从 Excel 导入。',
    'Processes run on machines; reports and capacity count by them. Add them or import from Excel.',
    '設備是工序加工的機台；報工、產能和設備日報都以它為準。新增或從 Excel 匯入。',
    '設備は工程を実行する機械で、実績・能力・日報の単位になります。追加するか、Excel から取り込んでください。',
  ],
  'empty.workGroup': [
    '班组把一起排产、一起管理的人员、设备和货架放在一起。',
    'A work group holds the people, machines and shelves that are planned and led together.',
    '組別把一起排產、一起管理的人員、設備和貨架放在一起。',
    '班は、まとめて計画・管理する人員・設備・棚の集まりです。',
  ],
  'empty.craft': [
    '工艺是工序的种类，例如车削、终检；工艺路线由它们组成。',
    'An operation type is a kind of work, such as turning or final inspection; routings are made of them.',
    '製程是工序的種類，例如車削、終檢；製程路線由它們組成。',
    '工種は旋削・最終検査などの作業区分で、工程の並びはこれで作ります。',
  ],
  'empty.productionLine': [
    '生产线把班组按产品的流向串起来。',
    'Production lines put work groups in the order in which the product flows.',
    '生產線把組別按產品的流向串起來。',
    '生産ラインは、製品の流れに沿って班をつなぎます。',
  ],
  'empty.shelf': [
    '货架存放在制品；建好后可分配给班组。',
    'Shelves hold work in progress; each can be given to a work group.',
    '貨架存放在製品；建好後可分配給組別。',
    '棚は仕掛品の置き場です。班に割り当てられます。',
  ],
  'empty.costType': [
    '费用类型带有机时、工时费率，用于成本核算。',
    'Cost types carry the machine and labour rates that costs are calculated with.',
    '費用類型帶有機時、工時費率，用於成本核算。',
    '費目には機械・工数のレートを設定し、原価計算に使います。',
  ],
  'empty.customer': [
    '客户是下工单的一方；工单和看板按客户筛选。',
    'Customers order what is made; orders and boards are filtered by them.',
    '客戶是下工單的一方；工單和看板按客戶篩選。',
    '得意先は指図の依頼元です。指図やボードの絞り込みに使います。',
  ],
  'empty.supplier': [
    '供应商提供外购件和外协加工。',
    'Suppliers deliver bought parts and outsourced work.',
    '供應商提供外購件和外協加工。',
    '仕入先は購入品や外注加工を提供します。',
  ],
  'empty.material': [
    '物料供零件选用，带默认规格和标准价格。',
    'Materials are chosen for parts, with a default spec and a standard price.',
    '物料供零件選用，帶預設規格和標準價格。',
    '材料は部品で選択します。標準の仕様と価格を持ちます。',
  ],
  'empty.unit': [
    '计量单位说明数量如何计数，例如件、千克。',
    'Units say how quantities are counted, such as pieces or kilograms.',
    '計量單位說明數量如何計數，例如件、公斤。',
    '単位は数量の数え方です(個、kg など)。',
  ],
  'empty.classification': [
    '分类是各处可选的词，例如异常原因、工单类型。',
    'Lookup lists hold the values that forms offer, such as defect codes or order types.',
    '分類是各處可選的詞，例如異常原因、工單類型。',
    '分類は各画面で選ぶ言葉です(不具合原因、指図種別など)。',
  ],
  'empty.classTable': [
    '班次表规定各班的起止时间和休息；有了它才能排班。',
    'A shift pattern says when each shift begins, ends and rests; rosters need one.',
    '班別表規定各班的起訖時間和休息；有了它才能排班。',
    '勤務表は各シフトの開始・終了と休憩を決めます。勤務割当にはこれが必要です。',
  ],
  'empty.roster': [
    '排班规定谁在哪段时间按哪张班次表上班。先建班次表。',
    'A roster says who works by which shift pattern, and from when. It needs a shift pattern first.',
    '排班規定誰在哪段時間按哪張班別表上班。先建班別表。',
    '勤務割当は誰がいつからどの勤務表で働くかを決めます。先に勤務表を作成してください。',
  ],
  'empty.holiday': [
    '节假日包括每周休息日、法定假日和调休工作日。先设每周休息日。',
    'Holidays are weekly rest days, statutory holidays and make-up workdays. Begin with the weekly ones.',
    '假日包括每週休息日、國定假日和補班日。先設每週休息日。',
    '休日には週休・祝日・振替出勤日があります。まず週休を設定してください。',
  ],
  'empty.terminal': [
    '终端是车间里只用来报工的平板；新建后用终端编码打开。',
    'A terminal is a tablet on the floor for reporting only; add it, then open it by its terminal code.',
    '終端機是現場只用來報工的平板；新增後用終端機編號開啟。',
    '端末は現場の実績入力専用タブレットです。追加後、端末コードで開きます。',
  ],
  'empty.callRule': [
    '呼叫升级规则规定异常呼叫通知谁、多久未响应后升级。',
    'Escalation rules say whom a call for help notifies, and when it goes further up.',
    '呼叫升級規則規定異常呼叫通知誰、多久未回應後升級。',
    '呼出エスカレーションは、アンドン呼出の連絡先と、応答がない場合の引き上げ先を決めます。',
  ],
  'empty.workOrder': [
    '工单说明做什么、做多少、什么时候交。下达后车间即可报工。',
    'A work order says what is made, how many and by when. Once released, the floor can report on it.',
    '工單說明做什麼、做多少、什麼時候交。發放後現場即可報工。',
    '製造指図は何をいくつ、いつまでに作るかを示します。発行すると現場で実績を入力できます。',
  ],
  'empty.board': [
    '还没有看板。可以新建、复制下面的模板，或导入看板文本。',
    'No boards yet. Design a new one, copy one of the presets below, or import the text of a board.',
    '還沒有看板。可以新增、複製下面的範本，或匯入看板文字。',
    'まだボードがありません。新しく作るか、下のひな形をコピーするか、ボードのテキストを取り込んでください。',
  ],
} as const satisfies Record<string, Term>;
