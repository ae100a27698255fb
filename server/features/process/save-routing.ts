import type { RecordValues } from '#shared/kernel/fields.ts';
import { entities } from '#shared/entities/index.ts';
import type { ROUTING_LINES } from '#shared/entities/routing-fields.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError, MesError } from '#shared/kernel/errors.ts';
import { loadRecord } from '../../crud/read.ts';
import { deleteRows } from '../../crud/remove.ts';
import { saveRecords } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { openPartRoutings } from '../../ledger/routing.ts';

const PROCESS_ENTITY = entities.process as EntityDeclaration;

interface RoutingChange {
  partId: number;
  /** The changed and the new processes. */
  processes: RecordValues<{ processes: typeof ROUTING_LINES }>['processes'];
  removedIds: readonly number[];
}

/** Adds the line of the routing to the field names of a refusal. Other errors stay as they are. */
function addLineToError(error: unknown): unknown {
  if (!(error instanceof MesError) || error.rowIndex === undefined || !error.fields) return error;
  const problems = Object.entries(error.fields).map(
    ([field, problem]) => [`processes[${error.rowIndex}].${field}`, problem] as const,
  );
  return makeError(error.code, error.params, Object.fromEntries(problems), error.rows);
}

/**
 * Adds, changes and removes processes of a part together. Processes that the caller does not name stay as they are.
 * @throws rowNotFound, also for a process of another part; fieldsInvalid if a process is both changed and removed, or
 * changed twice; and the errors of saving and deleting a process, each with the line that it is about
 */
export async function saveRouting(
  tx: Transaction,
  viewer: Viewer,
  { partId, processes, removedIds }: RoutingChange,
): Promise<{ processIds: number[] }> {
  await loadRecord(tx.db, entities.part as EntityDeclaration, viewer, partId);
  const routing = await openPartRoutings(tx, [partId]);
  const ownIds = new Set(
    routing.processes.flatMap((process) => (process.partId === partId ? process.id : [])),
  );
  const namedIds = [...removedIds];
  processes.forEach(({ processId }, index) => {
    if (processId === null) return;
    if (namedIds.includes(processId))
      throw makeError('fieldsInvalid', {}, { [`processes[${index}].craftId`]: { reason: 'repeated' } });
    namedIds.push(processId);
  });
  if (namedIds.some((id) => !ownIds.has(id))) throw makeError('rowNotFound');
  if (removedIds.length > 0) await deleteRows(tx, PROCESS_ENTITY, [...removedIds]);
  if (processes.length === 0) return { processIds: [] };
  const changes = processes.map(({ processId, version, ...values }) => ({
    id: processId,
    version,
    givenValues: { ...values, partId },
  }));
  try {
    const savedProcesses = await saveRecords(tx, PROCESS_ENTITY, viewer, changes);
    return { processIds: savedProcesses.map(({ id }) => id) };
  } catch (error) {
    throw addLineToError(error);
  }
}
