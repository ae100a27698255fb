import { choice, number, text, type FieldMap } from '#shared/kernel/fields.ts';
import { analyseByAnova } from '#shared/msa/anova.ts';
import { VARIATION_COMPONENTS } from '#shared/msa/components.ts';
import { arrangeStudyValues } from '#shared/msa/study.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { RawAnswer, RawCall, RawRoute } from '../../call/raw-route.ts';
import {
  EXPORT_BODY_LIMIT,
  exportTables,
  listFieldColumns,
  parseExportInput,
  toTableRows,
} from '../../workbook/export-tables.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { readStudyDetail } from './read-detail.ts';
import { STUDY_FIELDS } from './study-fields.ts';

const VALUE_COLUMNS = {
  appraiser: text(),
  trial: number({ decimals: 0 }),
  part: number({ decimals: 0, label: 'studyPart' }),
  runOrder: number({ decimals: 0, label: 'place' }),
  value: number({ min: -9_999_999_999, label: 'measuredValue' }),
} as const satisfies FieldMap;

const COMPONENT_COLUMNS = {
  component: choice(VARIATION_COMPONENTS, { label: 'variationComponent' }),
  deviation: number({ label: 'sigmaOverall' }),
  ofStudy: number({ unit: 'percent', decimals: 2, label: 'ofStudyVariation' }),
  ofVariance: number({ unit: 'percent', decimals: 2 }),
  ofTolerance: number({ unit: 'percent', decimals: 2 }),
} as const satisfies FieldMap;

/**
 * Exports the values of a study, and the components of its variation if it is concluded.
 * @throws fieldsInvalid, rowNotFound
 */
async function exportStudy(call: RawCall): Promise<RawAnswer> {
  const { id } = parseExportInput(call, { id: STUDY_FIELDS.id });
  const study = await readStudyDetail(call.db, call.user.factoryId, id);
  const values = arrangeStudyValues(study);
  const runs = study.runs.map((run) => ({ ...run, appraiser: study.appraisers[run.appraiser - 1]! }));
  const shares = values
    ? analyseByAnova(values, { lower: study.lowerLimit, upper: study.upperLimit }).shares
    : [];
  return exportTables(call, study.code, [
    {
      title: translateTerm(call.lang, 'studyValues'),
      columns: listFieldColumns(VALUE_COLUMNS),
      rows: toTableRows(runs),
    },
    {
      title: translateTerm(call.lang, 'componentsChart'),
      columns: listFieldColumns(COMPONENT_COLUMNS),
      rows: toTableRows(shares),
    },
  ]);
}

export const gaugeStudyRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/quality/gaugeStudy/result/export',
    permission: PRODUCTION_PERMISSION,
    limit: EXPORT_BODY_LIMIT,
    run: exportStudy,
  },
];
