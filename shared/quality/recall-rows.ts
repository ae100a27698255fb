import type { Genealogy } from '../ledger/genealogy.ts';
import { getHoldability, type FoundPieces, type OriginMeasurement, type OriginReport } from './recall.ts';

// These functions make the rows of the tables of a trace, for the screen and for the exported sheets.

/** Marks a value outside its limits. */
const OUTSIDE_MARK = '▲';

export const listFoundRows = (rows: readonly FoundPieces[]) =>
  rows.map((row) => ({ ...row, cards: row.cardCodes.join(', '), holdability: getHoldability(row) }));
export type FoundRow = ReturnType<typeof listFoundRows>[number];

export const listReportRows = (reports: readonly OriginReport[]) =>
  reports.map(({ people, barcodes, parameters, ...report }) => ({
    ...report,
    people: people.join(', '),
    barcodes: barcodes.join(', '),
    parameters: parameters
      .map(({ name, value, unit, outsideLimits }) =>
        [name, value, unit, outsideLimits ? OUTSIDE_MARK : null].filter((word) => word !== null).join(' '),
      )
      .join(', '),
  }));

export const listMeasurementRows = (measurements: readonly OriginMeasurement[]) =>
  measurements.map(({ values, ...row }) => ({ ...row, values: values.join(', ') }));

export function listEdgeRows({ nodes, edges }: Genealogy) {
  const names = new Map(nodes.map(({ key, code, name }) => [key, [code, name].filter(Boolean).join(' ')]));
  return edges.map((edge, index) => ({
    ...edge,
    key: index,
    from: names.get(edge.from) ?? '',
    to: names.get(edge.to) ?? '',
  }));
}
