import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, flag, lines, number, ref, text } from '#shared/kernel/fields.ts';
import { REPORT_WAYS } from './report-ways.ts';

/** A kind of operation, e.g. turning or final inspection. Each process of a routing has a craft. */
export const craft = defineEntity({
  name: 'craft',
  path: '/mes/system/basic/crafts',
  permission: 'SYSTEM_BASIC_CRAFTS',
  shownAs: 'name',
  sort: 'code',
  filters: ['craftType', 'reportWay'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    keyCraft: flag(),
    specialCraft: flag(),
    firstArticle: flag(),
    inspectionPoint: flag(),
    craftType: choice(['machining', 'assembly', 'inspection', 'outsourcing', 'design'], {
      initial: 'machining',
    }),
    reportWay: choice(REPORT_WAYS, { initial: 'byPerson' }),
    schedulingAttribute: choice(['finite', 'infinite', 'fixedDays'], { initial: 'finite' }),
    costTypeId: ref('costType'),
    preparationMinutes: number({ unit: 'minutes', min: 0 }),
    deviceMinutes: number({ unit: 'minutes', min: 0 }),
    manpowerMinutes: number({ unit: 'minutes', min: 0 }),
    /** Formulas of the minutes per piece. `shared/formula/part-inputs.ts` lists their inputs. */
    deviceFormulaId: ref('formula', { label: 'deviceFormula' }),
    manpowerFormulaId: ref('formula', { label: 'manpowerFormula' }),
    manMachineRatio: number({ min: 0.01, max: 100 }),
    transferMinutes: number({ unit: 'minutes', min: 0, decimals: 0 }),
    presetDays: number({ unit: 'days', min: 0, max: 365 }),
    defaultPartSize: text({ max: 100 }),
    materialRetrievalCode: text({ max: 60 }),
    /** The pattern of the barcodes of pieces (`barcode-pattern.ts`); without a pattern, every barcode is accepted. */
    barcodeContent: text({ max: 200 }),
    barcodeRequired: flag(),
    /** The values that a person enters when work is reported by production parameters. */
    productionParameters: lines(
      {
        code: text({ required: true, max: 40 }),
        name: text({ required: true, max: 60 }),
        unit: text({ max: 20 }),
        lowerLimit: number({ min: -9_999_999_999 }),
        upperLimit: number({ min: -9_999_999_999 }),
        required: flag({ initial: true, label: 'requiredValue' }),
        decimals: number({ required: true, min: 0, max: 4, decimals: 0, initial: 2 }),
      },
      { max: 40 },
    ),
    needsReceive: flag(),
    leapfrogAllowed: flag(),
    overReportTolerance: number({ unit: 'percent', min: 0, max: 100, initial: 0 }),
    wageCalculationType: choice(['byTime', 'byPiece', 'byStandardHours', 'noWage'], { initial: 'byTime' }),
    /** The piece rates for good pieces. Each rate is valid from its own start date. */
    piecePrices: lines({
      validFrom: date({ required: true }),
      price: number({ unit: 'perPiece', required: true, min: 0 }),
    }),
  },
});
