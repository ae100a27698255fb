import type { DueInspection, InspectionDetail, InspectionOverview } from '#shared/quality/inspection.ts';
import type { OfferedGauge } from '#shared/quality/gauge.ts';
import { listMissingValues } from '#shared/quality/inspection.ts';
import { demoContent } from '../content.ts';
import { chooseValue } from './choose-value.ts';
import type { SimulatorClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { RandomGenerator } from './random.ts';

interface BegunInspection {
  id: number;
}

/** The code of the quality engineer, who inspects. */
const INSPECTOR_CODE = demoContent.office.find(({ role }) => role === '质量工程师')!.code;

/** The probability that a value is not acceptable. It is small, so that most samples pass. */
const BAD_PROBABILITY = 0.008;
/** The largest number of values in one call. */
const MAX_VALUES = 500;
const RELEASE_REASON = '重新对刀后复检合格';
const PATH = '/mes/quality/testing';

/**
 * Simulates an inspector, who makes the inspections that are due, and releases a failed first article after
 * its cause was removed.
 */
export class SimulatedInspector {
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly random: RandomGenerator;

  constructor(dependencies: { crew: Crew; clock: SimulatorClock; random: RandomGenerator }) {
    this.crew = dependencies.crew;
    this.clock = dependencies.clock;
    this.random = dependencies.random;
  }

  /** Makes inspections until the simulator is stopped. */
  async run(): Promise<void> {
    for (;;) {
      await this.clock.passMs(Math.max(5000, this.clock.toRealMs(this.random.pickBetween(2, 8))));
      const overview = await this.callAs<InspectionOverview>('due', {}, false);
      const failedInspection = overview?.open.find(({ state }) => state === 'inspectionFailed');
      const openInspection = overview?.open.find(({ state }) => state === 'inspecting');
      if (failedInspection) await this.release(failedInspection.id);
      else if (openInspection) await this.inspect(openInspection.id);
      else if (overview?.due[0]) await this.begin(overview.due[0]);
    }
  }

  private callAs<T>(verb: string, fields: Record<string, unknown>, writes = true): Promise<T | null> {
    return this.crew.callAs<T>(INSPECTOR_CODE, 'desk', `${PATH}/${verb}`, fields, writes);
  }

  private async begin({
    processId,
    sipId,
    inspectionKind,
    batchQuantity,
    deviceId,
  }: DueInspection): Promise<void> {
    const begunInspection = await this.callAs<BegunInspection>('begin', {
      processId,
      sipId,
      inspectionKind,
      batchQuantity,
      deviceId,
    });
    if (begunInspection) await this.inspect(begunInspection.id);
  }

  /** Enters the missing values of an inspection, and concludes it. */
  private async inspect(id: number): Promise<void> {
    const detail = await this.callAs<InspectionDetail>('detail', { id }, false);
    const gauges = await this.callAs<OfferedGauge[]>('gauges', { id }, false);
    if (!detail || !gauges) return;
    const values = listMissingValues(detail).map(({ seq, sampleNumber }) => {
      const characteristic = detail.characteristics.find((candidate) => candidate.seq === seq)!;
      const gauge = gauges.find(
        ({ gaugeKindId, problem }) => gaugeKindId === characteristic.gaugeKindId && problem === null,
      );
      const gaugeId = gauge?.id ?? null;
      return characteristic.kind === 'measured'
        ? { seq, sampleNumber, gaugeId, value: chooseValue(characteristic, this.random, BAD_PROBABILITY) }
        : {
            seq,
            sampleNumber,
            gaugeId,
            judgement: this.random.pickBoolean(BAD_PROBABILITY) ? 'judgedNotOk' : 'judgedOk',
          };
    });
    await this.clock.passMinutes(Math.min(5, 0.1 * values.length));
    let version = detail.version;
    for (let index = 0; index < values.length; index += MAX_VALUES) {
      const answer = await this.callAs<{ version: number }>('enter', {
        id,
        values: values.slice(index, index + MAX_VALUES),
      });
      if (!answer) return;
      version = answer.version;
    }
    await this.callAs('conclude', { id, version });
  }

  private async release(id: number): Promise<void> {
    await this.clock.passMinutes(this.random.pickBetween(5, 15));
    const detail = await this.callAs<InspectionDetail>('detail', { id }, false);
    if (detail?.state === 'inspectionFailed')
      await this.callAs('release', { id, version: detail.version, reason: RELEASE_REASON });
  }
}
