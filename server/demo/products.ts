/** A product of the demonstration factory. `routing` lists the names of crafts, separated by spaces. */
export interface Product {
  code: string;
  name: string;
  material: string;
  routing: string;
}

/** The products that customers order as single parts. Some of them are also parts of assemblies. */
export const PRODUCTS: readonly Product[] = [
  {
    code: 'DS-4',
    name: '阀芯',
    material: '38CrMoAl 圆钢',
    routing: '圆钢切断 数控粗车 数控精车 精磨外圆 尺寸检验',
  },
  {
    code: 'KT-12',
    name: '活塞杆',
    material: '40Cr 圆钢',
    routing: '圆钢切断 粗车 调质 精车 外圆磨 终检',
  },
  {
    code: 'FB-7',
    name: '阀体',
    material: 'QT500 铸件',
    routing: '铣六面 加工中心粗加工 加工中心精加工 钻孔攻丝 去毛刺 气密检测',
  },
  {
    code: 'GK-3',
    name: '减速箱端盖',
    material: 'HT250 铸件',
    routing: '车端面 精镗内孔 铣平面 钻孔攻丝 去毛刺 终检',
  },
  {
    code: 'SP-9',
    name: '主轴套',
    material: 'GCr15 轴承钢',
    routing: '圆钢切断 车内孔 淬火 硬车 内圆磨 三坐标检测',
  },
  {
    code: 'CL-21',
    name: '齿轮轴',
    material: '20CrMnTi 圆钢',
    routing: '圆钢切断 粗车 渗碳 精车 铣键槽 精磨外圆 终检',
  },
  {
    code: 'FL-16',
    name: '法兰盘',
    material: '45# 圆钢',
    routing: '锯切下料 车外圆 车端面 钻孔 倒角 检验',
  },
  {
    code: 'DB-5',
    name: '电机端板',
    material: '6061-T6 铝板',
    routing: '板料下料 粗铣 精铣 钻孔攻丝 喷砂 尺寸检验',
  },
  {
    code: 'MQ-30',
    name: '模仁',
    material: 'S136 模具钢',
    routing: '铣六面 粗铣 真空淬火 精磨平面 慢走丝精割 电火花精加工 抛光 三坐标检测',
  },
  {
    code: 'DZ-8',
    name: '镶件',
    material: 'Cr12MoV 模具钢',
    routing: '铣六面 淬火 平面磨 线割 电火花 尺寸检验',
  },
  {
    code: 'YL-2',
    name: '叶轮',
    material: '7075-T6 铝棒',
    routing: '铝材切断 数控粗车 五轴粗加工 五轴精加工 去毛刺 动平衡',
  },
  {
    code: 'JT-10',
    name: '管接头',
    material: '316L 不锈钢棒',
    routing: '切断 数控精车 车螺纹 清洗 检验',
  },
];

/** A product that is assembled from parts. It lists the code of each part and the quantity per product. */
interface Assembly extends Product {
  parts: readonly (readonly [code: string, quantity: number])[];
  /** The codes of the materials that are issued to the assembly, and their quantities for one product. */
  materials: readonly (readonly [code: string, quantity: number])[];
}

export const ASSEMBLIES: readonly Assembly[] = [
  {
    code: 'PV-100',
    name: '比例阀总成',
    material: '',
    routing: '部装 试压 终检',
    parts: [
      ['DS-4', 1],
      ['FB-7', 1],
      ['SP-9', 2],
    ],
    materials: [['M017', 6]],
  },
  {
    code: 'JS-40',
    name: '减速箱',
    material: '',
    routing: '部装 总装 终检',
    parts: [
      ['CL-21', 1],
      ['GK-3', 2],
    ],
    materials: [
      ['M018', 4],
      ['M017', 2],
    ],
  },
  {
    code: 'MJ-200',
    name: '注塑模具',
    material: '',
    routing: '配模 总装 试模',
    parts: [
      ['MQ-30', 2],
      ['DZ-8', 4],
    ],
    materials: [['M019', 2]],
  },
];
