import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { loadRecord } from '../../crud/read.ts';
import { saveRecord } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import { pickTypedTimes } from '../../hooks/formula-times.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { allowNextRevision } from '../../hooks/revision.ts';

const LIBRARY_ENTITY = entities.processLibrary as EntityDeclaration;

type LineField = keyof Entity<'processLibrary'>['processes'][number];
/** The fields of a line of a standard routing. A process has all these fields too. */
const LINE_FIELDS = Object.keys(entities.processLibrary.fields.processes.of!) as LineField[];

/** Either the standard routing that gets a new edition, or the code and name of a new standard routing. */
interface StandardRoutingInput {
  partId: number;
  libraryId: number | null;
  code: string | null;
  name: string | null;
  editionNote: string | null;
}

/** Reads the routing of a part as lines of a standard routing, without the times from formulas. */
async function readRoutingLines(tx: Transaction, partId: number) {
  const processes = await tx.db
    .selectFrom('process')
    .select([...LINE_FIELDS, 'formulaDeviceMinutes', 'formulaManMinutes'])
    .where('factoryId', '=', tx.factoryId)
    .where('partId', '=', partId)
    .where('deletedAt', 'is', null)
    .orderBy('seq')
    .orderBy('id')
    .execute();
  return processes.map(({ formulaDeviceMinutes, formulaManMinutes, ...line }) => ({
    ...line,
    ...pickTypedTimes({ ...line, formulaDeviceMinutes, formulaManMinutes }),
  }));
}

/**
 * Returns the code and the name of the draft to save. If `libraryId` names a standard routing, the function
 * also allows the transaction to save the draft as its next edition.
 */
async function resolveDocument(
  tx: Transaction,
  viewer: Viewer,
  { libraryId, code, name }: StandardRoutingInput,
): Promise<{ code: string; name: string }> {
  if (libraryId !== null) {
    const standardRouting = (await loadRecord(
      tx.db,
      LIBRARY_ENTITY,
      viewer,
      libraryId,
    )) as unknown as Entity<'processLibrary'>;
    await allowNextRevision(tx, 'processLibrary', standardRouting.code);
    return { code: standardRouting.code, name: name ?? standardRouting.name };
  }
  if (code === null) throw makeError('fieldsInvalid', {}, { code: { reason: 'required' } });
  if (name === null) throw makeError('fieldsInvalid', {}, { name: { reason: 'required' } });
  return { code, name };
}

/**
 * Saves the routing of a part as a draft in the library: as a new standard routing, or as a new edition of an existing
 * standard routing.
 * @throws rowNotFound, draftExists, and the errors of saving a standard routing; fieldsInvalid if the part has no
 * process, or if neither a standard routing nor a code and name is given
 */
export async function saveStandardRouting(
  tx: Transaction,
  viewer: Viewer,
  input: StandardRoutingInput,
): Promise<{ id: number; code: string; edition: number }> {
  const part = (await loadRecord(
    tx.db,
    entities.part as EntityDeclaration,
    viewer,
    input.partId,
  )) as unknown as Entity<'part'>;
  const processes = await readRoutingLines(tx, part.id);
  if (processes.length === 0)
    throw makeError('fieldsInvalid', {}, { processes: { reason: 'tooFew', params: { min: 1 } } });
  const document = await resolveDocument(tx, viewer, input);
  const { id, ...savedDocument } = await saveRecord(tx, LIBRARY_ENTITY, viewer, null, null, {
    ...document,
    editionNote: input.editionNote,
    partCode: part.code,
    processes,
  });
  return { id, code: document.code, edition: savedDocument['edition'] as number };
}
