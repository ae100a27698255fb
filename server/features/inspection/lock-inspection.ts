import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  inspectionStateMachine,
  type InspectionEvent,
  type InspectionState,
} from '#shared/machines/inspection.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { lockRow } from '../../db/lock.ts';

/** The fields of an inspection that its events need. */
export interface StoredInspection {
  id: number;
  version: number;
  code: string;
  state: InspectionState;
  inspectionKind: InspectionKind;
  processId: number;
  partCode: string;
  sipId: number;
  deviceId: number | null;
  sampleCount: number;
  acceptNumber: number;
  badCount: number;
  updatedBy: string;
  updatedAt: string;
}

/**
 * Locks an inspection. An inspection must be locked before the part of its process, so that requests cannot
 * block each other.
 * @throws rowNotFound
 */
export async function lockInspection(tx: Transaction, id: number): Promise<StoredInspection> {
  const inspection = await lockRow(tx, 'inspection', id, [
    'id',
    'version',
    'code',
    'state',
    'inspectionKind',
    'processId',
    'partCode',
    'sipId',
    'deviceId',
    'sampleCount',
    'acceptNumber',
    'badCount',
    'updatedBy',
    'updatedAt',
  ]);
  return inspection;
}

/** Returns the state that an event leads to. @throws inspectionState if the state forbids the event */
export function getNextInspectionState(
  { code, state }: StoredInspection,
  event: InspectionEvent,
): InspectionState {
  const next = findNextState(inspectionStateMachine, state, event);
  if (next === null)
    throw makeError('inspectionState', { code, state: markAsTerm(state), event: markAsTerm(event) });
  return next;
}
