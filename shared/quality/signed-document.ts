import type { TermKey } from '#shared/kernel/term-key.ts';

/**
 * The entries of the document that signers read, in display order. The name of an entry is also the key of its label.
 */
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
 * The document that signers read and sign. It contains names instead of ids, so that later changes of master data do
 * not change the document. The document of the stage `remedies` has no cause and no loss.
 */
export type SignedDocument = Partial<Record<SignedEntry, string | number | null>>;

/** The entries about the responsible people and the loss, which only permitted people may read. */
export const PRIVATE_ENTRIES: ReadonlySet<string> = new Set<SignedEntry>([
  'responsiblePeople',
  'lostHours',
  'lostMaterialCost',
  'lostManufacturingCost',
  'lossReason',
]);
