import type { PlannedMaterial } from '../reporting/report-entries.ts';

/** An issue of a material to a part, or the reversal of an issue. */
export interface MaterialIssue {
  id: number;
  at: string;
  byName: string;
  materialId: number;
  materialName: string;
  unit: string | null;
  /** The issued quantity; negative for a reversal. */
  quantity: number;
  beyondPlan: boolean;
  remark: string | null;
  /** The report that issued the material; null for an issue by hand. */
  reportId: number | null;
  processName: string | null;
  isReversal: boolean;
  /** Whether another issue reverses this issue. */
  isReversed: boolean;
}

/** The materials of a part. */
export interface PartMaterials {
  materials: PlannedMaterial[];
  issues: MaterialIssue[];
}
