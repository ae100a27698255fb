import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { ReportShape } from './report-matrix.ts';
import { buildFieldSchema } from '#shared/kernel/validate.ts';

/** The state of a report page, which the address of the page stores. */
export interface ReportPageState {
  /** The parameters as strings. A missing parameter has the default of the report. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The name of the sort column. A leading '-' means descending; '' means the order of the report.
   */
  readonly sort: string;
  /** How the rows are shown, if the report has a matrix. */
  readonly shape: ReportShape;
}

/** Reads the state of a report from its address. It ignores invalid parameters. */
export function readReportAddress(report: ReportDescriptor, address: URLSearchParams): ReportPageState {
  const params: Record<string, string> = {};
  for (const [name, field] of Object.entries(report.parameters)) {
    const text = address.get(name);
    if (text !== null && text !== '' && buildFieldSchema(field).safeParse(text).success) params[name] = text;
  }
  const sort = address.get('sort') ?? '';
  const shape = address.get('shape') === 'planAsTable' ? 'planAsTable' : 'asMatrix';
  return { params, shape, sort: sort.replace(/^-/, '') in report.columns ? sort : '' };
}

export function makeReportAddress({ params, sort, shape }: ReportPageState): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== '') address.set(name, value);
  if (sort) address.set('sort', sort);
  if (shape !== 'asMatrix') address.set('shape', shape);
  return address;
}
