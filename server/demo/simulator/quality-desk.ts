import type { ProposedLoss, QualityDetail, QualityOverview } from '#shared/quality/answers.ts';
import type { HandlingQuantities } from '#shared/ledger/quality.ts';
import type { QualityState } from '#shared/machines/quality-exception.ts';
import type { PenaltyKind } from '#shared/quality/penalty.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { demoContent } from '../content.ts';
import { DEMO_CAUSES, makeDemoPin, SUPPLIED_ERROR_CLASS, type DemoCause } from '../quality/exceptions.ts';
import { isOnShift } from '../shift-clock.ts';
import type { SimulatorClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { FactoryCopy, ShopWorker } from './factory.ts';
import type { RandomGenerator } from './random.ts';

/**
 * The code of the quality engineer, who determines and traces exceptions, and decides about penalties and
 * rewards.
 */
const ENGINEER_CODE = demoContent.office.find(({ role }) => role === '质量工程师')!.code;

/** The probability that a worker raises an exception for the bad pieces of a report. */
const RAISE_PROBABILITY = 0.5;
/** The probability that bad pieces turn out to be good, so that their exception is cancelled. */
const CANCEL_PROBABILITY = 0.05;
/** The probability that a signer answers `notPassed`. */
const REJECT_PROBABILITY = 0.08;
/** The probability that the quality engineer refuses a proposed penalty. */
const REFUSE_PENALTY_PROBABILITY = 0.3;
/**
 * The probability that a reward is proposed for the discoverer of an exception, and the possible amounts of the
 * reward.
 */
const REWARD_PROBABILITY = 0.25;
const REWARDS = [20, 50, 100] as const;
const REWARD_REASON = '及时发现不良，避免流入下道工序';
/** The reasons for refusing a penalty or a reward. */
const REFUSAL_REASONS = { penalty: '首次发生，口头教育', reward: '属于日常自检' } as const;
const UNKNOWN_CAUSE: DemoCause = ['不良', '操作失误', '重新培训作业指导书'];
const PATH = '/mes/quality';

/** The bad pieces of a report. */
interface BadPieces {
  reportId: number;
  processId: number;
  scrap: number;
  rework: number;
  errorClassId: number;
}

/**
 * Simulates the work on quality exceptions. Workers raise exceptions for bad pieces. The quality engineer
 * determines and traces the exceptions, proposes rewards, and decides about penalties and rewards. Group
 * heads on shift countersign at their terminals.
 */
export class QualityDesk {
  private readonly factory: FactoryCopy;
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly random: RandomGenerator;
  private readonly zone: string;
  /**
   * The ids of the exceptions and penalties for which the MES refused a call. The simulator does not try them
   * again.
   */
  private readonly refusedIds = new Set<number>();

  constructor(dependencies: {
    factory: FactoryCopy;
    crew: Crew;
    clock: SimulatorClock;
    random: RandomGenerator;
    zone: string;
  }) {
    this.factory = dependencies.factory;
    this.crew = dependencies.crew;
    this.clock = dependencies.clock;
    this.random = dependencies.random;
    this.zone = dependencies.zone;
  }

  /**
   * Lets a worker raise an exception for the bad pieces of a report, with the probability RAISE_PROBABILITY.
   */
  async raiseForReport(
    person: ShopWorker,
    { reportId, processId, scrap, rework, errorClassId }: BadPieces,
  ): Promise<void> {
    if (!this.random.pickBoolean(RAISE_PROBABILITY)) return;
    await this.crew.callAs(person.code, 'terminal', `${PATH}/raise`, {
      ...{ processId, reportId, errorClassId },
      ...(scrap > 0 ? { source: 'scrap', quantity: scrap } : { source: 'reworkOpen', quantity: rework }),
      description: this.chooseCause(errorClassId)[0],
    });
  }

  /** Works on the exceptions until the simulator is stopped. */
  async run(): Promise<void> {
    for (;;) {
      await this.clock.passMs(Math.max(4000, this.clock.toRealMs(this.random.pickBetween(2, 6))));
      const overview = await this.callAsEngineer<QualityOverview>('overview', {}, false);
      const waiting = overview?.waitingForMe.find(
        ({ id, waitsFor }) => waitsFor !== 'sign' && !this.refusedIds.has(id),
      );
      if (waiting) await this.decideException(waiting.id);
      await this.signNext();
      await this.decidePenalty();
    }
  }

  private callAsEngineer<T>(path: string, fields: Record<string, unknown>, writes = true): Promise<T | null> {
    return this.crew.callAs<T>(ENGINEER_CODE, 'desk', `${PATH}/${path}`, fields, writes);
  }

  private readDetail(id: number): Promise<QualityDetail | null> {
    return this.callAsEngineer<QualityDetail>('detail', { id }, false);
  }

  private chooseCause(errorClassId: number | null): DemoCause {
    const name = this.factory.masterData.errorClassNames.get(errorClassId ?? 0) ?? '';
    return this.random.pickOne(DEMO_CAUSES[name] ?? [UNKNOWN_CAUSE]);
  }

  /** Determines or traces an exception, or cancels it. */
  private async decideException(id: number): Promise<void> {
    const detail = await this.readDetail(id);
    if (!detail) return;
    const answer =
      detail.state === 'tracingCountersign'
        ? await this.trace(detail)
        : this.random.pickBoolean(CANCEL_PROBABILITY)
          ? await this.callAsEngineer('cancel', {
              ...this.pickIdAndVersion(detail),
              cancelReason: '复测合格',
            })
          : await this.determineException(detail);
    if (!answer) this.refusedIds.add(id);
  }

  private pickIdAndVersion({ id, version }: QualityDetail) {
    return { id, version };
  }

  private determineException(detail: QualityDetail): Promise<unknown> {
    const { processId, discoveryProcessId, discovererId, raisedById } = detail;
    const errorClassId = detail.errorClassId ?? this.random.pickOne(this.factory.masterData.errorClasses);
    return this.callAsEngineer('determine', {
      ...this.pickIdAndVersion(detail),
      ...this.chooseHandling(detail),
      errorClassId,
      responsibleProcessId: processId,
      discoveryProcessId: discoveryProcessId ?? processId,
      discovererId: discovererId ?? raisedById ?? this.chooseHeads(processId)[0]!.id,
      people: this.chooseResponsible({ ...detail, errorClassId }),
      signers: this.chooseHeads(processId).map(({ id }) => ({ employeeId: id })),
    });
  }

  /** Chooses what happens to the pieces. Most scrap stays scrap, and few pieces for rework are scrapped. */
  private chooseHandling({ source, quantity }: QualityDetail): HandlingQuantities {
    const scrapProbability = { scrap: 0.75, reworkOpen: 0.15 }[source as string] ?? 0.4;
    const handling = this.random.pickBoolean(scrapProbability)
      ? 'scrap'
      : this.random.pickBoolean(0.75)
        ? 'rework'
        : 'concession';
    return { rework: 0, concession: 0, scrap: 0, [handling]: quantity };
  }

  private chooseResponsible({ errorClassId, reportPeople, processId }: QualityDetail) {
    const { errorClassNames, supplierIds } = this.factory.masterData;
    if (errorClassNames.get(errorClassId ?? 0) === SUPPLIED_ERROR_CLASS && supplierIds.length > 0)
      return [{ type: 'supplier', supplierId: this.random.pickOne(supplierIds), ratio: 100 }];
    if (reportPeople.length > 0)
      return reportPeople.map(({ employeeId, ratio }) => ({
        type: 'factoryStaff',
        employeeId,
        ratio: ratio ?? 100 / reportPeople.length,
      }));
    return [{ type: 'factoryStaff', employeeId: this.chooseHeads(processId)[0]!.id, ratio: 100 }];
  }

  /**
   * Chooses who signs: always the head of the group on shift, and sometimes also the head of the inspection
   * group.
   */
  private chooseHeads(processId: number): ShopWorker[] {
    const orders = [...this.factory.orderBook.orders.values()];
    const groupId = orders
      .flatMap(({ processes }) => processes)
      .find(({ id }) => id === processId)?.workGroupId;
    const heads = this.factory.masterData.people.filter(
      (person) => person.isHead && isOnShift(person.isNight, Date.now(), this.zone),
    );
    const head = heads.find((person) => person.groupId === groupId) ?? heads[0]!;
    const inspector = heads.find(({ group, id }) => group === 'INSP' && id !== head.id);
    return inspector && this.random.pickBoolean(0.4) ? [head, inspector] : [head];
  }

  private async trace(detail: QualityDetail): Promise<unknown> {
    const loss = await this.callAsEngineer<ProposedLoss>('proposedLoss', { id: detail.id }, false);
    if (!loss) return null;
    const { lostHours, lostMaterialCost, lostManufacturingCost } = loss;
    const [, rootCause, preventiveAction] = this.chooseCause(detail.errorClassId);
    return this.callAsEngineer('trace', {
      ...this.pickIdAndVersion(detail),
      ...{ rootCause, preventiveAction, lostHours, lostMaterialCost, lostManufacturingCost },
      people: this.chooseResponsible(detail),
      signers: this.chooseHeads(detail.processId).map(({ id }) => ({ employeeId: id })),
    });
  }

  /** Lets a group head on shift sign the exception that has waited longest for signatures. */
  private async signNext(): Promise<void> {
    const page = await this.crew.callAs<PageAnswer<{ id: number }>>(
      ENGINEER_CODE,
      'desk',
      `${PATH}/exception/page`,
      {
        filter: JSON.stringify({ state: ['remediesInCountersign', 'tracingCountersign'] }),
        sort: 'raisedAt',
        limit: 20,
      },
      false,
    );
    for (const { id } of page?.rows ?? []) {
      if (this.refusedIds.has(id)) continue;
      const detail = await this.readDetail(id);
      const round = detail?.rounds.find(({ isOpen }) => isOpen);
      const signer = round && this.findSignerOnShift(round);
      if (!detail || !round || !signer) continue;
      const isPassed = !this.random.pickBoolean(REJECT_PROBABILITY);
      const signed = await this.crew.callAs<{ state: QualityState }>(
        signer.code,
        'terminal',
        `${PATH}/sign`,
        {
          ...{ id, roundId: round.id, documentHash: round.documentHash, signerId: signer.id },
          ...(isPassed ? { result: 'passed' } : { result: 'notPassed', comment: '请复测后重新提交' }),
          pin: makeDemoPin(signer.code),
        },
      );
      if (!signed) this.refusedIds.add(id);
      else if (signed.state === 'finished') await this.rewardDiscoverer(detail);
      return;
    }
  }

  /**
   * Proposes a reward for the worker who discovered a finished exception, with the probability REWARD_PROBABILITY. The
   * quality engineer gets no reward, because nobody may decide about their own reward.
   */
  private async rewardDiscoverer({ id, discovererId }: QualityDetail): Promise<void> {
    const isWorker = this.factory.masterData.people.some((person) => person.id === discovererId);
    if (!isWorker || !this.random.pickBoolean(REWARD_PROBABILITY)) return;
    await this.callAsEngineer('punish/reward', {
      ...{ exceptionId: id, employeeId: discovererId },
      ...{ amount: this.random.pickOne(REWARDS), reason: REWARD_REASON },
    });
  }

  private findSignerOnShift({
    signers,
    signatures,
  }: QualityDetail['rounds'][number]): ShopWorker | undefined {
    return this.factory.masterData.people.find(
      (person) =>
        person.isHead &&
        isOnShift(person.isNight, Date.now(), this.zone) &&
        signers.some(({ employeeId }) => employeeId === person.id) &&
        !signatures.some(({ signerId }) => signerId === person.id),
    );
  }

  /** Approves or refuses the oldest proposed penalty or reward. */
  private async decidePenalty(): Promise<void> {
    const page = await this.callAsEngineer<PageAnswer<{ id: number; version: number; kind: PenaltyKind }>>(
      'punish/page',
      { filter: JSON.stringify({ state: ['penaltyProposed'] }), sort: 'id', limit: 1 },
      false,
    );
    const penalty = page?.rows[0];
    if (!penalty || this.refusedIds.has(penalty.id)) return;
    const { id, version, kind } = penalty;
    const isApproved =
      !this.random.pickBoolean(REFUSE_PENALTY_PROBABILITY) &&
      (await this.callAsEngineer('punish/approve', { id, version })) !== null;
    // An approval can fail, because the rules of the factory may not allow this amount in this month. The
    // proposal is then refused.
    if (isApproved) return;
    const refused = await this.callAsEngineer('punish/refuse', {
      id,
      version,
      reason: REFUSAL_REASONS[kind],
    });
    if (!refused) this.refusedIds.add(id);
  }
}
