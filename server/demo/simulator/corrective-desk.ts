import type { PageAnswer } from '#shared/kernel/wire.ts';
import type {
  CorrectiveDetail,
  CorrectivesOfException,
  WaitingCorrective,
} from '#shared/quality/corrective.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { demoContent } from '../content.ts';
import { DEMO_CAUSES } from '../quality/exceptions.ts';
import type { SimulatorClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { RandomGenerator } from './random.ts';

/** The code of the quality engineer, who leads corrective actions. */
const LEADER_CODE = demoContent.office.find(({ role }) => role === '质量工程师')!.code;
/** The maximum number of open corrective actions. If so many are open, the engineer begins no more. */
const MAX_OPEN = 4;
const BEGIN_PROBABILITY = 0.3;
const EFFECTIVE_PROBABILITY = 0.85;
/** The probability that the effect can be judged as soon as the measures are done. */
const NO_CHECK_PERIOD_PROBABILITY = 0.4;
const PATH = '/mes/quality';

interface OpenMeasure {
  id: number;
  version: number;
}

/**
 * Simulates the quality engineer who leads corrective actions. The engineer begins them for the errors of
 * finished exceptions, plans measures, completes the measures one by one, and judges their effect when it is
 * due.
 */
export class CorrectiveDesk {
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly random: RandomGenerator;
  private readonly zone: string;
  /** The corrective actions, exceptions and measures on which a call was refused. Nobody tries them again. */
  private readonly refusedIds = new Set<number>();

  constructor(dependencies: { crew: Crew; clock: SimulatorClock; random: RandomGenerator; zone: string }) {
    this.crew = dependencies.crew;
    this.clock = dependencies.clock;
    this.random = dependencies.random;
    this.zone = dependencies.zone;
  }

  /** Works on corrective actions until the simulator is stopped. */
  async run(): Promise<void> {
    for (;;) {
      await this.clock.passMs(Math.max(8000, this.clock.toRealMs(this.random.pickBetween(15, 40))));
      const waiting = await this.call<{ rows: WaitingCorrective[] }>('corrective/waiting', {}, false);
      const next = waiting?.rows.find(
        ({ correctiveId, waitsFor }) => waitsFor !== 'completeMeasure' && !this.refusedIds.has(correctiveId),
      );
      if (next?.waitsFor === 'judgeEffect') await this.judge(next.correctiveId);
      else if (next) await this.plan(next.correctiveId);
      else if (!(await this.beginCorrective())) await this.completeMeasure();
    }
  }

  private call<T>(path: string, fields: Record<string, unknown>, writes = true): Promise<T | null> {
    return this.crew.callAs<T>(LEADER_CODE, 'desk', `${PATH}/${path}`, fields, writes);
  }

  private loadPage<T>(path: string, filter: Record<string, unknown>, sort: string, limit: number) {
    const fields = { filter: JSON.stringify(filter), sort, limit };
    return this.call<PageAnswer<T>>(`${path}/page`, fields, false);
  }

  private today(): string {
    return toLocalDay(this.zone, Date.now());
  }

  /**
   * Begins a corrective action for the last finished exception that has none.
   * @returns whether a corrective action was begun
   */
  private async beginCorrective(): Promise<boolean> {
    if (!this.random.pickBoolean(BEGIN_PROBABILITY)) return false;
    const openCorrectives = await this.loadPage('corrective', { state: ['correctiveOpen'] }, 'id', 1);
    if (!openCorrectives || openCorrectives.total >= MAX_OPEN) return false;
    const finishedExceptions = await this.loadPage<{ id: number }>(
      'exception',
      { state: ['finished'] },
      '-raisedAt',
      5,
    );
    for (const { id } of finishedExceptions?.rows ?? []) {
      if (this.refusedIds.has(id)) continue;
      const correctives = await this.call<CorrectivesOfException>(
        'corrective/ofException',
        { exceptionId: id },
        false,
      );
      if (!correctives || correctives.rows.length > 0 || correctives.proposed.errorClassId === null) continue;
      const { errorClassId, craftId, problem } = correctives.proposed;
      const savedCorrective = await this.call('corrective/save', {
        ...{ errorClassId, craftId, problem, exceptionIds: [id], containment: '同批在制品全数复检' },
        leaderId: await this.readOwnId(),
        checkAfterDays: this.random.pickBoolean(NO_CHECK_PERIOD_PROBABILITY) ? 0 : 14,
      });
      if (!savedCorrective) this.refusedIds.add(id);
      return savedCorrective !== null;
    }
    return false;
  }

  private async readOwnId(): Promise<number> {
    const self = await this.crew.callAs<{ employeeId: number }>(
      LEADER_CODE,
      'desk',
      '/mes/login/current',
      {},
      false,
    );
    return self!.employeeId;
  }

  /** Writes the root cause, and plans the measures against it. */
  private async plan(correctiveId: number): Promise<void> {
    const detail = await this.call<CorrectiveDetail>('corrective/detail', { id: correctiveId }, false);
    if (!detail) return;
    const { id, version, errorClass, rootCause, leaderId } = detail;
    const causes = DEMO_CAUSES[errorClass.split(' / ').at(-1)!];
    const [description, cause, action] = causes
      ? this.random.pickOne(causes)
      : (['不良', '作业指导书不完整', '修订作业指导书并培训'] as const);
    const isWritten =
      rootCause !== null ||
      (await this.call('corrective/save', {
        ...{ id, version, rootCause: cause, whys: [{ why: description }, { why: cause }] },
      })) !== null;
    const planned =
      isWritten &&
      (await this.call('correctiveMeasure/save', {
        ...{ correctiveId: id, kind: 'correcting', what: action, ownerId: leaderId },
        dueOn: addDays(this.today(), Math.round(this.random.pickBetween(1, 7))),
      }));
    if (!planned) this.refusedIds.add(id);
  }

  /** Completes the open measure that is due first. */
  private async completeMeasure(): Promise<void> {
    const page = await this.loadPage<OpenMeasure>(
      'correctiveMeasure',
      { state: ['measureOpen'] },
      'dueOn',
      10,
    );
    const measure = page?.rows.find(({ id }) => !this.refusedIds.has(id));
    if (!measure) return;
    const { id, version } = measure;
    const completedMeasure = await this.call('correctiveMeasure/complete', {
      ...{ id, version, doneOn: this.today(), result: '已实施，现场确认' },
    });
    if (!completedMeasure) this.refusedIds.add(id);
  }

  private async judge(correctiveId: number): Promise<void> {
    const detail = await this.call<CorrectiveDetail>('corrective/detail', { id: correctiveId }, false);
    if (!detail) return;
    const isEffective = this.random.pickBoolean(EFFECTIVE_PROBABILITY);
    const judgedCorrective = await this.call('corrective/judge', {
      ...{ id: detail.id, version: detail.version },
      ...(isEffective
        ? { verdict: 'judgeEffective', reason: '验证期内没有再发' }
        : { verdict: 'judgeNotEffective', reason: '同类不良仍有发生，重新分析' }),
    });
    if (!judgedCorrective) this.refusedIds.add(correctiveId);
  }
}
