import { isOnShift, wallClock } from '../shift-clock.ts';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { Factory, FloorPerson } from './factory.ts';
import { moodOf, type Luck } from './luck.ts';
import type { Job } from './job.ts';

/** A call as it was answered last. */
interface Standing {
  id: number;
  version: number;
  state: 'raised' | 'acknowledged' | 'onSite';
}
type Step = 'acknowledge' | 'arrive' | 'solve';

const NEXT: Record<Standing['state'], Step | undefined> = {
  raised: 'acknowledge',
  acknowledged: 'arrive',
  onSite: 'solve',
};
/** What is said of each kind of trouble, and what helped. */
const SAID: Record<string, readonly [trouble: string, solution: string][]> = {
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
/** More than this are not open at once: then people help themselves. */
const MAX_OPEN = 7;

/** Calls for help, and the heads of the groups who come. */
export class CallDesk {
  private readonly factory: Factory;
  private readonly crew: Crew;
  private readonly clock: Clock;
  private readonly luck: Luck;
  private readonly zone: string;
  private open = 0;

  constructor(of: { factory: Factory; crew: Crew; clock: Clock; luck: Luck; zone: string }) {
    this.factory = of.factory;
    this.crew = of.crew;
    this.clock = of.clock;
    this.luck = of.luck;
    this.zone = of.zone;
  }

  /**
   * Somebody calls for help; where the work stands still they wait until it is solved.
   * @returns how long they stood, in milliseconds
   */
  async call(person: FloorPerson, job: Job): Promise<number> {
    if (this.open >= MAX_OPEN) return 0;
    const began = Date.now();
    const type = this.luck.one(this.factory.known.abnormalTypes);
    const [description, solution] = this.luck.one(SAID[type.name] ?? [['需要支援', '已处理']]);
    const stops = this.luck.chance(0.5);
    const made = await this.crew.as<Standing>(person.code, 'terminal', '/mes/andon/raise', {
      typeId: type.id,
      stops,
      processId: job.processId,
      deviceId: job.device?.id ?? null,
      description,
    });
    if (!made) return 0;
    if (job.device && stops) job.device.isDown = true;
    const answered = this.answer(made, person.group!, solution).finally(() => {
      if (job.device) job.device.isDown = false;
    });
    if (stops) await answered;
    // Who can go on does; the heads come meanwhile. Stopping the simulator ends their way as well.
    else answered.catch(() => undefined);
    return Date.now() - began;
  }

  /** Somebody who leads the group and is there; at night perhaps the head of another. */
  private headFor(group: string): FloorPerson | undefined {
    const here = this.factory.known.people.filter(
      (one) => one.isHead && isOnShift(one.isNight, Date.now(), this.zone),
    );
    return here.find((one) => one.group === group) ?? here[0];
  }

  /** Takes a call through its steps, on bad days late. */
  async answer(call: Standing, group: string, solution: string): Promise<void> {
    this.open += 1;
    try {
      const mood = moodOf(group, wallClock(Date.now(), this.zone).slice(0, 10));
      const late = this.luck.chance(0.1 * mood) ? 4 : 1;
      let standing: Standing | null = call;
      for (let step = NEXT[call.state]; step; step = standing && NEXT[standing.state]) {
        const [from, to] = { acknowledge: [0.5, 5], arrive: [1, 8], solve: [4, 25] }[step] as [
          number,
          number,
        ];
        await this.clock.passMinutes(this.luck.between(from, to) * (step === 'solve' ? mood : late));
        const head = this.headFor(group);
        if (!head) return;
        standing = await this.crew.as<Standing>(head.code, 'desk', `/mes/andon/${step}`, {
          id: standing!.id,
          version: standing!.version,
          ...(step === 'solve' ? { solution } : {}),
        });
        if (!standing) return;
      }
    } finally {
      this.open -= 1;
    }
  }

  /** Calls that were open when the simulator started are answered too. */
  async takeOver(): Promise<Promise<void>[]> {
    type Row = Standing & { deviceName: string | null; groupName: string | null };
    const found = await this.crew.as<{ rows: Row[] }>(
      this.factory.known.people[0]!.code,
      'desk',
      '/mes/andon/open',
      {},
      false,
    );
    return (found?.rows ?? []).map((row) => {
      const device = this.factory.known.devices.find((one) => one.name === row.deviceName);
      const group = this.factory.known.people.find((one) => one.groupId === device?.groupId)?.group;
      return this.answer(row, group ?? 'TURN', '已处理');
    });
  }
}
