import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { fieldSchema } from '#shared/kernel/validate.ts';

/** What a report page shows, as its address says it. */
export interface ReportState {
  /** The given parameters, as text; those that are not there are as the report begins. */
  readonly params: Readonly<Record<string, string>>;
  /** A column, '-' before it for descending; '' as the report comes. */
  readonly sort: string;
}

/** Reads what a report shows from its address; what its parameters would refuse is left out. */
export function readReportAddress(report: ReportDescriptor, address: URLSearchParams): ReportState {
  const params: Record<string, string> = {};
  for (const [name, field] of Object.entries(report.parameters)) {
    const text = address.get(name);
    if (text !== null && text !== '' && fieldSchema(field).safeParse(text).success) params[name] = text;
  }
  const sort = address.get('sort') ?? '';
  return { params, sort: sort.replace(/^-/, '') in report.columns ? sort : '' };
}

/** Writes what a report shows into an address. */
export function writeReportAddress({ params, sort }: ReportState): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== '') address.set(name, value);
  if (sort) address.set('sort', sort);
  return address;
}
