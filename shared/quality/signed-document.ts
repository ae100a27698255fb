import type { TermKey } from '#shared/kernel/term-key.ts';

/** The entries of what signers read, in the order in which they are shown. Each is the label of its value. */
export const SIGNED_ENTRIES = [
  'exceptionCode',
  'heldAtProcess',
  'heldFrom',
  'heldQuantity',
  'errorClass',
  'exceptionDescription',
  'exceptionPicture',
  'discoveryProcess',
  'discoverer',
  'responsibleProcess',
  'handledByRework',
  'handledByConcession',
  'handledByScrap',
  'responsiblePeople',
  'rootCause',
  'preventiveAction',
  'lostHours',
  'lostMaterialCost',
  'lostManufacturingCost',
  'lossReason',
] as const satisfies readonly TermKey[];
export type SignedEntry = (typeof SIGNED_ENTRIES)[number];

/**
 * What signers read and sign. It contains names instead of ids, so that it still says the same when a master is
 * changed. The remedies have no cause and no loss.
 */
export type SignedDocument = Partial<Record<SignedEntry, string | number | null>>;

/** The entries that only people may read who may know who is responsible and what it cost. */
export const PRIVATE_ENTRIES: ReadonlySet<string> = new Set<SignedEntry>([
  'responsiblePeople',
  'lostHours',
  'lostMaterialCost',
  'lostManufacturingCost',
  'lossReason',
]);
