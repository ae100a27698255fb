import type { ComponentType } from 'react';
import type { ReportRow } from '#shared/kernel/report.ts';

/** Shows the rows of a report as a matrix instead of a table. */
export type ReportMatrix = ComponentType<{ readonly rows: readonly ReportRow[] }>;

/** How a report that has a matrix can show its rows: as the matrix, or as a table. */
export const REPORT_SHAPES = ['asMatrix', 'planAsTable'] as const;
export type ReportShape = (typeof REPORT_SHAPES)[number];
