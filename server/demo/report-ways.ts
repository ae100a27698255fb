import type { ReportWay } from '#shared/entities/report-ways.ts';
import type { ProductionParameter } from '#shared/reporting/report-entries.ts';

interface CraftReportWay {
  reportWay: ReportWay;
  productionParameters?: readonly ProductionParameter[];
  barcodeContent?: string;
  barcodeRequired?: boolean;
}

const required = true;
const HARDENING: CraftReportWay = {
  reportWay: 'byProductionParameters',
  productionParameters: [
    { code: 'LW', name: '炉温', unit: '℃', lowerLimit: 830, upperLimit: 860, required, decimals: 0 },
    { code: 'BW', name: '保温时间', unit: 'min', lowerLimit: 25, upperLimit: 40, required, decimals: 0 },
    { code: 'YD', name: '硬度', unit: 'HRC', lowerLimit: 58, upperLimit: 62, required, decimals: 1 },
  ],
};

/** The report settings of the crafts whose report way is not `byPerson`, by the name of the craft. */
export const DEMO_REPORT_WAYS: Readonly<Partial<Record<string, CraftReportWay>>> = {
  淬火: HARDENING,
  真空淬火: HARDENING,
  部装: { reportWay: 'byMaterialOutBarcode' },
  气密检测: { reportWay: 'byBarcode', barcodeContent: 'FT-*-###', barcodeRequired: true },
};
