/** A work group of the demonstration factory. `fixedNames` and `crafts` are separated by spaces. */
export interface DemoWorkGroup {
  code: string;
  name: string;
  department: string;
  line: string;
  /** The first letter of the codes of the group's crafts, people and devices. */
  letter: string;
  /** The devices of the group: name, brand and how many there are. */
  devices: readonly (readonly [name: string, brand: string | null, count: number])[];
  /** The number of people. The first two are the heads of the day shift and the night shift. */
  people: number;
  /**
   * The names of the first people. The names of the others are made from the lists of surnames and
   * given names.
   */
  fixedNames: string;
  crafts: string;
  /** The minimum and maximum standard time of the group's crafts, in minutes per piece. */
  minutes: readonly [from: number, to: number];
  /** The number of people per machine; null for manual work. */
  ratio: number | null;
  craftType: 'machining' | 'assembly' | 'inspection';
}

/** The content of the demonstration factory: a machine and mould shop with eight work groups. */
export const demoContent = {
  departments: [
    { code: 'PROD', name: '生产部', parent: null },
    { code: 'MACH', name: '机加车间', parent: 'PROD' },
    { code: 'TOOL', name: '模具车间', parent: 'PROD' },
    { code: 'ASSY', name: '装配车间', parent: 'PROD' },
    { code: 'QUAL', name: '质量部', parent: null },
    { code: 'PLAN', name: '计划部', parent: null },
  ],
  lines: [
    { code: 'LX1', name: '轴类线' },
    { code: 'LX2', name: '箱体线' },
    { code: 'LX3', name: '模具线' },
  ],
  groups: [
    {
      code: 'CUT',
      name: '下料组',
      department: 'MACH',
      line: 'LX1',
      letter: 'C',
      devices: [
        ['带锯床', '晨龙', 2],
        ['激光切割机', '大族', 1],
      ],
      people: 5,
      fixedNames: '何建军 罗文斌',
      crafts:
        '锯切下料 激光切割 火焰切割 剪板 折弯 校直 锻坯检查 退料清点 圆钢切断 板料下料 管料切断 铝材切断',
      minutes: [2, 5],
      ratio: 0.5,
      craftType: 'machining',
    },
    {
      code: 'TURN',
      name: '车削组',
      department: 'MACH',
      line: 'LX1',
      letter: 'T',
      devices: [
        ['数控车床', '沈阳机床', 6],
        ['车铣复合', 'DMG MORI', 2],
      ],
      people: 10,
      fixedNames: '王建国 李秀英 张伟',
      crafts:
        '粗车 精车 车端面 车外圆 车内孔 精镗内孔 车螺纹 车槽 切断 滚花 车锥面 钻中心孔 数控粗车 数控精车 车铣复合加工 车偏心 硬车 修中心孔',
      minutes: [4, 12],
      ratio: 0.5,
      craftType: 'machining',
    },
    {
      code: 'MILL',
      name: '铣削组',
      department: 'MACH',
      line: 'LX2',
      letter: 'M',
      devices: [
        ['立式加工中心', 'Mazak', 6],
        ['五轴加工中心', 'Hermle', 2],
        ['升降台铣床', '北一机床', 1],
      ],
      people: 12,
      fixedNames: '刘洋 陈静 杨帆',
      crafts:
        '粗铣 半精铣 精铣 铣六面 铣平面 铣槽 铣键槽 铣轮廓 铣型腔 曲面精加工 钻孔 扩孔 铰孔 攻丝 钻孔攻丝 镗孔 深孔钻 五轴粗加工 五轴精加工 倒角 铣扁 刻字 加工中心粗加工 加工中心精加工',
      minutes: [5, 18],
      ratio: 0.5,
      craftType: 'machining',
    },
    {
      code: 'GRND',
      name: '磨削组',
      department: 'MACH',
      line: 'LX1',
      letter: 'G',
      devices: [
        ['外圆磨床', 'Studer', 3],
        ['平面磨床', '杭州机床', 2],
        ['内圆磨床', '上海机床', 1],
      ],
      people: 8,
      fixedNames: '赵磊 黄丽',
      crafts:
        '粗磨外圆 精磨外圆 外圆磨 粗磨平面 精磨平面 平面磨 内圆磨 无心磨 坐标磨 磨端面 磨螺纹 研磨 珩磨 工具磨',
      minutes: [4, 11],
      ratio: 1,
      craftType: 'machining',
    },
    {
      code: 'EDM',
      name: '电加工组',
      department: 'TOOL',
      line: 'LX3',
      letter: 'E',
      devices: [
        ['慢走丝', 'Sodick', 3],
        ['电火花', '三菱', 2],
      ],
      people: 6,
      fixedNames: '郑凯 谢雨桐',
      crafts:
        '线割 快走丝 慢走丝粗割 慢走丝精割 电火花 电火花粗加工 电火花精加工 穿孔 镜面放电 电极加工 型腔放电 修割',
      minutes: [10, 26],
      ratio: 0.5,
      craftType: 'machining',
    },
    {
      code: 'HEAT',
      name: '热处理组',
      department: 'TOOL',
      line: 'LX3',
      letter: 'H',
      devices: [
        ['真空炉', '易普森', 1],
        ['回火炉', '易普森', 1],
        ['喷砂机', '吉川', 1],
      ],
      people: 4,
      fixedNames: '唐志强 冯春燕',
      crafts: '淬火 回火 调质 退火 正火 渗碳 渗氮 时效 高频淬火 真空淬火 深冷处理 喷砂 发黑 清洗',
      minutes: [2, 6],
      ratio: 0.5,
      craftType: 'machining',
    },
    {
      code: 'ASM',
      name: '装配组',
      department: 'ASSY',
      line: 'LX2',
      letter: 'A',
      devices: [['装配台', null, 4]],
      people: 8,
      fixedNames: '周强 吴敏',
      crafts: '去毛刺 划线 钳工修配 抛光 配模 部装 总装 压装 装配 试压 试模 动平衡 涂油包装 打标',
      minutes: [3, 16],
      ratio: null,
      craftType: 'assembly',
    },
    {
      code: 'INSP',
      name: '检验组',
      department: 'QUAL',
      line: 'LX2',
      letter: 'Q',
      devices: [
        ['三坐标测量机', 'ZEISS', 1],
        ['检验台', null, 1],
      ],
      people: 4,
      fixedNames: '徐芳 孙浩',
      crafts: '首件检验 检验 尺寸检验 硬度检验 三坐标检测 探伤 气密检测 终检',
      minutes: [2, 5],
      ratio: null,
      craftType: 'inspection',
    },
  ] satisfies DemoWorkGroup[] as readonly DemoWorkGroup[],
  /** The crafts that belong to no work group, by type. Their names are separated by spaces. */
  otherCrafts: {
    outsourcing: '发外电镀 发外阳极氧化 发外氮化 发外喷涂 发外铸造 发外锻造',
    design: '工艺编制 数控编程 电极设计 模具设计',
  },
  office: [
    { code: 'P601', name: '马晓东', role: '计划员', department: 'PLAN' },
    { code: 'P602', name: '宋佳', role: '计划员', department: 'PLAN' },
    { code: 'Q601', name: '韩梅', role: '质量工程师', department: 'QUAL' },
  ],
  surnames: '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕',
  givenNames:
    '志明 海燕 建华 文军 小红 勇 婷 国栋 桂芳 鹏 玉兰 俊杰 艳 立新 春梅 斌 雪 永强 丽华 超 晓峰 娟 德明 倩 卫东 佳怡 宏伟 慧 振宇 霞 子轩',
  units: [
    { code: 'PCS', name: '件', decimals: 0 },
    { code: 'SET', name: '套', decimals: 0 },
    { code: 'KG', name: '千克', decimals: 3 },
    { code: 'M', name: '米', decimals: 2 },
    { code: 'L', name: '升', decimals: 2 },
  ],
  /** The name, specification, unit and price of each material. */
  materials: [
    ['45# 圆钢', 'Φ40', 'KG', 4.6],
    ['45# 圆钢', 'Φ80', 'KG', 4.6],
    ['40Cr 圆钢', 'Φ60', 'KG', 5.9],
    ['20CrMnTi 圆钢', 'Φ90', 'KG', 6.4],
    ['38CrMoAl 圆钢', 'Φ50', 'KG', 11.2],
    ['GCr15 轴承钢', 'Φ30', 'KG', 7.8],
    ['316L 不锈钢棒', 'Φ25', 'KG', 24.5],
    ['6061-T6 铝板', '20 mm', 'KG', 27],
    ['7075-T6 铝棒', 'Φ70', 'KG', 46],
    ['QT500 铸件', '阀体毛坯', 'PCS', 68],
    ['HT250 铸件', '端盖毛坯', 'PCS', 41],
    ['H62 黄铜棒', 'Φ20', 'KG', 52],
    ['Cr12MoV 模具钢', '厚 40', 'KG', 23],
    ['P20 模具钢', '厚 120', 'KG', 19],
    ['S136 模具钢', '厚 60', 'KG', 88],
    ['紫铜电极料', '60×60', 'KG', 76],
    ['O 形圈', '18×2.4', 'PCS', 0.35],
    ['深沟球轴承', '6205', 'PCS', 12.5],
    ['导柱导套', 'Φ20', 'SET', 58],
    ['切削液', '半合成', 'L', 14],
  ] satisfies [string, string, string, number][],
  suppliers: [
    { code: 'S01', shortName: '宝钢特钢', contact: '李经理', region: '华东' },
    { code: 'S02', shortName: '西南铝业', contact: '周经理', region: '西南' },
    { code: 'S03', shortName: '永兴铸造', contact: '陈厂长', region: '华东' },
    { code: 'S04', shortName: '精诚表面处理', contact: '吴主管', region: '华东' },
    { code: 'S05', shortName: '抚顺模具钢', contact: '郭经理', region: '东北' },
    { code: 'S06', shortName: '瓦轴经销', contact: '冯女士', region: '东北' },
  ],
  customers: [
    { code: 'K01', shortName: '华东液压', fullName: '华东液压技术有限公司', region: '华东' },
    { code: 'K02', shortName: '北方重工', fullName: '北方重工装备集团', region: '华北' },
    { code: 'K03', shortName: 'Nordlicht', fullName: 'Nordlicht Antriebe GmbH', region: 'EU' },
    { code: 'K04', shortName: '三和精機', fullName: '三和精機株式会社', region: '日本' },
    { code: 'K05', shortName: '康达医疗', fullName: '康达医疗器械有限公司', region: '华南' },
    { code: 'K06', shortName: '力源电机', fullName: '力源电机股份有限公司', region: '华东' },
    { code: 'K07', shortName: '远景模塑', fullName: '远景精密模塑有限公司', region: '华南' },
    { code: 'K08', shortName: '中车配件', fullName: '中车零部件有限公司', region: '华中' },
  ],
  /** The code, class and name of the error classes, call types and order types. */
  classifications: [
    ['E01', 'errorClass', '尺寸超差'],
    ['E02', 'errorClass', '表面划伤'],
    ['E03', 'errorClass', '材料缺陷'],
    ['E04', 'errorClass', '形位超差'],
    ['E05', 'errorClass', '硬度不合格'],
    ['B01', 'abnormalType', '设备故障'],
    ['B02', 'abnormalType', '缺料'],
    ['B03', 'abnormalType', '质量异常'],
    ['B04', 'abnormalType', '刀具工装'],
    ['B05', 'abnormalType', '图纸工艺'],
    ['O01', 'orderType', '批量'],
    ['O02', 'orderType', '样件'],
    ['O03', 'orderType', '备件'],
  ] satisfies [string, 'errorClass' | 'abnormalType' | 'orderType', string][],
  /** The groups of error classes: the code, the name, and the codes of the error classes below it. */
  errorClassGroups: [
    ['E10', '尺寸与形位', ['E01', 'E04']],
    ['E20', '外观', ['E02']],
    ['E30', '材质', ['E03', 'E05']],
  ] satisfies [string, string, string[]][],
  /** There are two shifts of twelve hours each. About half of the workers of each group work in each shift. */
  shifts: { code: 'TWO', name: '两班制', day: '白班', night: '夜班', from: '08:00', to: '20:00' },
  breaks: [
    ['12:00', '12:45'],
    ['17:30', '18:00'],
    ['00:00', '00:45'],
  ],
} as const;

export const splitAtSpaces = (text: string): string[] => text.split(' ');
