import type { ComponentType } from 'react';
import type { ReportRow } from '#shared/kernel/report.ts';

/** Shows the rows of a report as a matrix instead of a table. */
export type ReportMatrix = ComponentType<{ readonly rows: readonly ReportRow[] }>;

/** The shapes of a report that has a matrix. */
export const REPORT_SHAPES = ['asMatrix', 'planAsTable'] as const;
export type ReportShape = (typeof REPORT_SHAPES)[number];
