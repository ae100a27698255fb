import type { CharacteristicKind, InspectionKind, Sampling } from '../entities/inspection-plan-fields.ts';
import type { InspectionState } from '../machines/inspection.ts';
import type { ParameterTrend } from '../reporting/parameter-trend.ts';
import type { NamedProcess } from './answers.ts';
import type { GaugeProblem } from './gauge.ts';
import type { SamplingPlan } from './sampling.ts';
import type { Severity } from './sampling-tables.ts';

/** The sample that the server proposes for a batch. */
export interface ProposedSample extends SamplingPlan {
  sampling: Sampling;
  /** The severity of sampling by AQL; null for other ways. */
  severity: Severity | null;
  /** Whether sampling is discontinued, so that all pieces of the batch are inspected. */
  isDiscontinued: boolean;
}

/** An inspection that is due at a process. */
export interface DueInspection extends NamedProcess, ProposedSample {
  sipId: number;
  sipName: string;
  inspectionKind: InspectionKind;
  batchQuantity: number;
  /** The planned quantity of the process, which limits the batch. */
  plannedQuantity: number;
  deviceId: number | null;
  deviceName: string | null;
  /** The time from which the inspection has been due; null if this time is unknown. */
  since: string | null;
}

/** An inspection that needs action: it is not concluded, or it is a first article that blocks its process. */
export interface OpenInspection extends NamedProcess {
  id: number;
  code: string;
  state: InspectionState;
  inspectionKind: InspectionKind;
  sampleCount: number;
  badCount: number;
  raisedAt: string;
  inspector: string | null;
}

/** The due and the open inspections. In both lists, first articles come first. */
export interface InspectionOverview {
  due: DueInspection[];
  open: OpenInspection[];
}

/** A characteristic of an inspection. */
export interface InspectedCharacteristic {
  seq: number;
  name: string;
  kind: CharacteristicKind;
  nominal: number | null;
  lowerLimit: number | null;
  upperLimit: number | null;
  unit: string | null;
  decimals: number;
  method: string | null;
  tool: string | null;
  /** The kind of the gauge that must be entered with each value; null if no gauge is required. */
  gaugeKindId: number | null;
  gaugeKindName: string | null;
  /** On how many pieces of the sample the characteristic is checked. */
  sampleCount: number;
}

/** A value of one characteristic of one piece of the sample. */
export interface InspectedValue {
  seq: number;
  sampleNumber: number;
  /** The measured value; null for a judgement. */
  value: number | null;
  isOk: boolean;
  gaugeId: number | null;
  /** The code of the gauge, or the tool that the procedure names. */
  gauge: string | null;
  /** Why the gauge was not fit, if a user with the permission used it anyway; otherwise null. */
  gaugeProblem: GaugeProblem | null;
  by: string | null;
  at: string;
}

/** The data with which a failed lot can be submitted again. */
export interface Resubmission {
  /** The published edition of the procedure. */
  sipId: number;
  deviceId: number | null;
  /** The planned quantity of the process, which limits the batch. */
  plannedQuantity: number;
}

/** An inspection with everything that its page shows. */
export interface InspectionDetail extends NamedProcess {
  id: number;
  version: number;
  code: string;
  state: InspectionState;
  inspectionKind: InspectionKind;
  sipName: string;
  sipEdition: number;
  batchQuantity: number;
  sampleCount: number;
  acceptNumber: number;
  sampling: Sampling;
  aql: number | null;
  severity: Severity | null;
  badCount: number;
  deviceName: string | null;
  cardId: number | null;
  supplierName: string | null;
  lot: string | null;
  raisedAt: string;
  inspector: string | null;
  concludedAt: string | null;
  remark: string | null;
  picture: number | null;
  releasedAt: string | null;
  releasedBy: string | null;
  reason: string | null;
  characteristics: InspectedCharacteristic[];
  values: InspectedValue[];
  /** The failed inspection whose lot this one inspects again; null if the lot is submitted for the first time. */
  resubmits: { id: number; code: string } | null;
  /** The inspections in which the lot was submitted again. */
  resubmittedBy: { id: number; code: string }[];
  /** The data with which the lot can be submitted again now; null if it cannot be submitted again. */
  resubmission: Resubmission | null;
  /** The exceptions that were raised for the inspection. */
  exceptions: { id: number; code: string }[];
}

/** An earlier inspection of a part code. */
export interface PastInspection {
  id: number;
  code: string;
  state: InspectionState;
  inspectionKind: InspectionKind;
  batchQuantity: number;
  sampleCount: number;
  badCount: number;
  raisedAt: string;
  orderCode: string;
  processName: string;
  inspector: string | null;
}

/**
 * The results of a part code: its last inspections, the newest first, and the measured values of its characteristics.
 */
export interface InspectionHistory {
  inspections: PastInspection[];
  trends: ParameterTrend[];
}

/** A characteristic (`seq`) of a piece of the sample (`sampleNumber`) that has no value yet. */
interface MissingValue {
  seq: number;
  sampleNumber: number;
}

/** Lists the values that an inspection still needs, piece by piece. */
export function listMissingValues({
  sampleCount,
  characteristics,
  values,
}: Pick<InspectionDetail, 'sampleCount'> & {
  characteristics: readonly Pick<InspectedCharacteristic, 'seq' | 'sampleCount'>[];
  values: readonly Pick<InspectedValue, 'seq' | 'sampleNumber'>[];
}): MissingValue[] {
  const enteredKeys = new Set(values.map(({ seq, sampleNumber }) => `${seq} ${sampleNumber}`));
  return Array.from({ length: sampleCount }, (_, index) => index + 1).flatMap((sampleNumber) =>
    characteristics
      .filter(
        ({ seq, sampleCount: count }) => sampleNumber <= count && !enteredKeys.has(`${seq} ${sampleNumber}`),
      )
      .map(({ seq }) => ({ seq, sampleNumber })),
  );
}

/** Counts the pieces of a sample that have at least one unacceptable value. */
export const countBadPieces = (values: readonly Pick<InspectedValue, 'sampleNumber' | 'isOk'>[]): number =>
  new Set(values.filter(({ isOk }) => !isOk).map(({ sampleNumber }) => sampleNumber)).size;
