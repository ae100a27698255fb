import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { calculateStartableQuantity, findStartBlocker } from '#shared/ledger/may-begin.ts';
import { unwrapOutcome } from '../../call/route.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  findCardProcess,
  findReportingCard,
  type ReportingCard,
} from '../../ledger/cards/reporting-cards.ts';
import { findRoutingProcess, type Routing, type RoutingProcess } from '../../ledger/routing.ts';
import { refuseUnfitForBatch } from './batch.ts';
import { applyStartFormSettings } from './form-defaults.ts';
import { resolveReportTime } from '../../ledger/report-time.ts';
import { assertQuantityGiven, assertStateAllows, assertStartNotTooEarly } from './guards.ts';
import { buildProcessAnswer, openReport, type StartReportInput } from './open-report.ts';
import { addPersonReport, refuseUnavailablePeople, resolvePersonShares } from './people.ts';
import {
  closeReportChunk,
  decideRows,
  loadChunkCards,
  openReportChunk,
  tryRows,
  type ReportChunk,
} from './report-chunk.ts';
import { choosePeople, findReportedGroup, refuseMissingDevice } from './report-way.ts';
import { loadFollowedPlan, findPlanSkip, writeSkips, type FollowedPlan } from './plan-skip.ts';
import { refuseUnstartableRework } from './pieces/rework.ts';
import {
  lockStartResources,
  refuseUnusableDevice,
  type PreparedStart,
  type StartResources,
} from './start-resources.ts';

/**
 * Builds the error for a quantity that is larger than what a card holds at a process.
 * @param available the quantity that the card holds there
 */
export const makeQuantityExceedsCardError = (
  { card }: ReportingCard,
  process: RoutingProcess,
  available: number,
  quantity: number,
) =>
  makeError(
    'quantityExceedsCard',
    { code: card.code, name: process.name, available, quantity },
    { quantity: { reason: 'tooLarge', params: { max: available } } },
    [{ entity: 'card', id: card.id, name: card.code }],
  );

/**
 * Refuses a quantity that cannot be started. If the part has several cards, the pieces of the given card decide.
 * @throws fieldsInvalid, previousProcessOpen, quantityExceedsMachinable, quantityExceedsCard
 */
function refuseUnstartableQuantity(
  routing: Routing,
  process: RoutingProcess,
  quantity: number,
  reportingCard: ReportingCard | null,
): void {
  assertQuantityGiven(quantity);
  const blocker = reportingCard
    ? findStartBlocker(findCardProcess(reportingCard, process.id), reportingCard.processes, quantity)
    : findStartBlocker(process, routing.processes, quantity);
  if (blocker?.kind === 'processBefore')
    throw makeError('previousProcessOpen', { name: blocker.process.name });
  if (blocker?.kind === 'quantity') {
    const { startable } = blocker;
    if (reportingCard && startable < calculateStartableQuantity(process))
      throw makeQuantityExceedsCardError(reportingCard, process, startable, quantity);
    throw makeError(
      'quantityExceedsMachinable',
      { machinable: startable, quantity },
      { quantity: { reason: 'tooLarge', params: { max: startable } } },
    );
  }
}

/** Applies the form settings to a request to start work, and determines its time. */
async function prepareStartInput(
  tx: Transaction,
  user: CurrentUser,
  request: StartReportInput & { endedAt?: string | null },
): Promise<PreparedStart> {
  const input = await applyStartFormSettings(tx, {
    ...request,
    source: request.madeOffline ? 'offline' : request.source,
  });
  const startedAt = resolveReportTime(input.at, tx.now, user, input.madeOffline);
  return { ...input, startedAt, endedAt: input.endedAt ?? null };
}

/** Decides whether work can start, and opens its report. */
async function prepareStart(
  chunk: ReportChunk,
  user: CurrentUser,
  { teams, devices, workforce, batches }: StartResources,
  plan: FollowedPlan,
  start: PreparedStart,
) {
  const { startedAt, endedAt, ...input } = start;
  const { tx, routing } = chunk;
  const process = findRoutingProcess(routing, input.processId);
  const batchId = input.batchId ?? null;
  refuseMissingDevice(process, input.deviceId);
  const team = teams.get(findReportedGroup(process, input.people) ?? 0);
  const shares = resolvePersonShares(choosePeople(user, input.people, team, workforce, batchId), user);
  assertStateAllows(routing, process, input.isRework ? 'rework' : 'start');
  assertStartNotTooEarly(routing, process, startedAt, tx.now);
  const reportingCard = await findReportingCard(tx, routing, chunk.cards, process, input.cardId ?? null);
  if (input.isRework) refuseUnstartableRework(process, input.quantity, reportingCard);
  else refuseUnstartableQuantity(routing, process, input.quantity, reportingCard);
  if ((process.deviceMinutes ?? 0) > 0 && process.manMachineRatio === null)
    throw makeError('manMachineRatioMissing', { name: process.name });
  if (input.deviceId !== null) refuseUnusableDevice(devices.get(input.deviceId));
  await refuseUnavailablePeople(tx, workforce, shares, { startedAt, endedAt, batchId }, process);
  if (batchId !== null) refuseUnfitForBatch(batches.get(batchId), process, shares);

  const skip = await findPlanSkip(tx, plan, process, start);

  const reportId = openReport(chunk, process, { ...input, startedAt, shares });
  if (skip) plan.skips.push({ ...skip, reportId });
  const employeeIds = shares.map(({ employeeId }) => employeeId);
  for (const employeeId of employeeIds)
    addPersonReport(workforce, {
      employeeId,
      id: reportId,
      startedAt,
      endedAt: null,
      batchId,
      ratio: process.manMachineRatio,
    });
  if (batchId !== null && !batches.has(batchId))
    batches.set(batchId, { craftId: process.craftId, employeeIds });
  chunk.pending.logs.push({
    entity: 'workReport',
    id: reportId,
    action: 'start',
    after: { ...input, startedAt },
  });
  return { reportId, startedAt, process: buildProcessAnswer(process) };
}

/**
 * Starts work on pieces, once for each request. The pieces move from machinable to in work. If the request
 * starts rework, they move from `reworkOpen` to in rework. If the craft requires no receiving, missing
 * pieces are received automatically.
 * @param requests the requests; `endedAt` is set if the work has already ended
 * @returns the outcome of each request. Refusals: rowNotFound, orderState, processState,
 * previousProcessOpen, quantityExceedsMachinable, quantityExceedsCard, quantityExceedsRework,
 * manMachineRatioMissing, referenceMissing, deviceNotNormal, and those of `findReportingCard`,
 * `applyStartFormSettings`, `refuseMissingDevice`, `resolvePersonShares`, `resolveReportTime`,
 * `assertStartNotTooEarly`, `refuseUnavailablePeople`, `refuseUnfitForBatch` and `findPlanSkip`
 */
export async function startReports(
  tx: Transaction,
  user: CurrentUser,
  requests: readonly (StartReportInput & { endedAt?: string | null })[],
) {
  const settledStarts = await tryRows(requests, (request) => prepareStartInput(tx, user, request));
  const starts = settledStarts.flatMap((outcome) => ('data' in outcome ? [outcome.data] : []));
  const chunk = await openReportChunk(
    tx,
    starts.map(({ processId }) => processId),
    { newReportCount: starts.length },
  );
  await loadChunkCards(
    chunk,
    new Set(starts.filter(({ cardId }) => cardId).map(({ processId }) => processId)),
  );
  const resources = await lockStartResources(chunk, user, starts);
  const plan = await loadFollowedPlan(tx, user, starts);
  const outcomes = await decideRows(chunk, settledStarts, async (outcome) =>
    prepareStart(chunk, user, resources, plan, unwrapOutcome(outcome)),
  );
  await closeReportChunk(chunk);
  await writeSkips(tx, plan.skips);
  return outcomes;
}
