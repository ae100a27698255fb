import { isOnShift, formatLocalTime } from '../shift-clock.ts';
import type { SimulatorClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { FactoryCopy, ShopWorker } from './factory.ts';
import { getDailyDifficulty, type RandomGenerator } from './random.ts';
import type { StartedReport } from './job.ts';

/** The latest known state of a call for help. */
interface KnownCall {
  id: number;
  version: number;
  state: 'raised' | 'acknowledged' | 'onSite';
}
type CallStep = 'acknowledge' | 'arrive' | 'solve';

const NEXT_STEP_BY_CALL_STATE: Record<KnownCall['state'], CallStep | undefined> = {
  raised: 'acknowledge',
  acknowledged: 'arrive',
  onSite: 'solve',
};
/** Pairs of a problem and its solution, by type of call. */
const REMARKS_BY_CALL_TYPE: Record<string, readonly [trouble: string, solution: string][]> = {
  设备故障: [
    ['主轴报警 417,无法启动', '复位伺服并清洁编码器'],
    ['液压压力不足', '更换油滤，补油'],
    ['冷却液不出', '疏通管路'],
  ],
  缺料: [
    ['毛坯未送到', '仓库已补送'],
    ['标准件不够', '从备用库调拨'],
  ],
  质量异常: [
    ['孔径偏大 0.03', '调整刀补，隔离首件'],
    ['表面有振纹', '降低转速，更换刀片'],
  ],
  刀具工装: [
    ['精镗刀崩刃', '更换刀片并对刀'],
    ['夹具定位销松动', '更换定位销'],
  ],
  图纸工艺: [
    ['图纸公差不清', '工艺确认按 B 版执行'],
    ['程序与图纸不符', '工艺员更新程序'],
  ],
};
/** The maximum number of open calls. If there are so many, workers raise no more calls. */
const MAX_OPEN_CALLS = 7;

/** Simulates calls for help: workers raise them, and group heads answer them. */
export class CallSimulator {
  private readonly factory: FactoryCopy;
  private readonly crew: Crew;
  private readonly clock: SimulatorClock;
  private readonly random: RandomGenerator;
  private readonly zone: string;
  private openCount = 0;

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
   * Lets a worker call for help. If the problem stops the work, the worker waits until the problem is solved.
   * @returns how long the worker waited, in milliseconds
   */
  async callForHelp(person: ShopWorker, job: StartedReport): Promise<number> {
    if (this.openCount >= MAX_OPEN_CALLS) return 0;
    const startedAt = Date.now();
    const type = this.random.pickOne(this.factory.masterData.abnormalTypes);
    const [description, solution] = this.random.pickOne(
      REMARKS_BY_CALL_TYPE[type.name] ?? [['需要支援', '已处理']],
    );
    const stopsWork = this.random.pickBoolean(0.5);
    const call = await this.crew.callAs<KnownCall>(person.code, 'terminal', '/mes/andon/raise', {
      typeId: type.id,
      stops: stopsWork,
      processId: job.processId,
      deviceId: job.device?.id ?? null,
      description,
    });
    if (!call) return 0;
    const stoppedDevice = stopsWork ? job.device : null;
    if (stoppedDevice) stoppedDevice.isDown = true;
    const answerPromise = this.answerCall(call, person.group!, solution).finally(() => {
      if (stoppedDevice) stoppedDevice.isDown = false;
    });
    if (stopsWork) await answerPromise;
    // If the call does not stop the work, the worker continues. An error of the answer is ignored here, because
    // stopping the simulator also makes the answer fail.
    else answerPromise.catch(() => undefined);
    return Date.now() - startedAt;
  }

  /** Finds a group head who is on shift: preferably of this group, otherwise of another group. */
  private findHeadOnShift(group: string): ShopWorker | undefined {
    const headsOnShift = this.factory.masterData.people.filter(
      (person) => person.isHead && isOnShift(person.isNight, Date.now(), this.zone),
    );
    return headsOnShift.find((head) => head.group === group) ?? headsOnShift[0];
  }

  /**
   * Moves a call through its steps, as long as a group head is on shift. On bad days the steps usually take
   * longer.
   */
  async answerCall(call: KnownCall, group: string, solution: string): Promise<void> {
    this.openCount += 1;
    try {
      const difficulty = getDailyDifficulty(group, formatLocalTime(Date.now(), this.zone).slice(0, 10));
      const delayFactor = this.random.pickBoolean(0.1 * difficulty) ? 4 : 1;
      let current: KnownCall | null = call;
      for (
        let step = NEXT_STEP_BY_CALL_STATE[call.state];
        step;
        step = current && NEXT_STEP_BY_CALL_STATE[current.state]
      ) {
        const [from, to] = { acknowledge: [0.5, 5], arrive: [1, 8], solve: [4, 25] }[step] as [
          number,
          number,
        ];
        await this.clock.passMinutes(
          this.random.pickBetween(from, to) * (step === 'solve' ? difficulty : delayFactor),
        );
        const head = this.findHeadOnShift(group);
        if (!head) return;
        current = await this.crew.callAs<KnownCall>(head.code, 'desk', `/mes/andon/${step}`, {
          id: current!.id,
          version: current!.version,
          ...(step === 'solve' ? { solution } : {}),
        });
        if (!current) return;
      }
    } finally {
      this.openCount -= 1;
    }
  }

  /**
   * Begins to answer the calls that are open when the simulator starts.
   * @returns the running answers
   */
  async answerOpenCalls(): Promise<Promise<void>[]> {
    type Row = KnownCall & { deviceName: string | null; groupName: string | null };
    const answer = await this.crew.callAs<{ rows: Row[] }>(
      this.factory.masterData.people[0]!.code,
      'desk',
      '/mes/andon/open',
      {},
      false,
    );
    return (answer?.rows ?? []).map((row) => {
      const device = this.factory.masterData.devices.find((candidate) => candidate.name === row.deviceName);
      const group = this.factory.masterData.people.find(
        (person) => person.groupId === device?.groupId,
      )?.group;
      return this.answerCall(row, group ?? 'TURN', '已处理');
    });
  }
}
