import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { demoContent } from '../content.ts';
import type { IdsByCode } from '../demo-call.ts';
import { demoClassifications } from '../words.ts';
import type { MasterDataIds } from '../masters.ts';
import { listDemoPeople, type DemoPerson } from '../people.ts';
import { OrderBook, type ListedWork, type OpenOrder } from './order-book.ts';
import type { Crew } from './crew.ts';

/** A worker, with the ids of the worker and of the work group. */
export interface ShopWorker extends DemoPerson {
  id: number;
  groupId: number;
}

export interface ShopDevice {
  id: number;
  name: string;
  groupId: number;
  /** The id of the employee who uses the machine now; null if it is free. */
  takenBy: number | null;
  /** Whether a call for help has stopped the machine. */
  isDown: boolean;
}

/** A line of the released plan of the day. */
interface PlannedLine {
  position: number;
  deviceId: number | null;
}

interface PageOfRows<T> {
  rows: T[];
  total: number;
}

/** The code of the planner, whose session reads the data that all simulated employees share. */
export const PLANNER_CODE = demoContent.office[0].code;

const MAX_PAGE_ROWS = 500;

/** The master data. During the simulation only `takenBy` and `isDown` of the devices change. */
interface MasterData {
  people: ShopWorker[];
  devices: ShopDevice[];
  masterDataIds: MasterDataIds;
  errorClasses: number[];
  errorClassNames: ReadonlyMap<number, string>;
  supplierIds: number[];
  scrapReasonIds: number[];
  abnormalTypes: { id: number; name: string }[];
}

/** The simulator's copy of the factory's data: people, machines, classifications and open orders. */
export class FactoryCopy {
  readonly orderBook = new OrderBook();
  readonly masterData: MasterData;
  private readonly crew: Crew;
  /**
   * The position and the device of each process in the released plan of the day, by the id of the process.
   */
  private plannedLines: ReadonlyMap<number, PlannedLine> = new Map();

  private constructor(crew: Crew, masterData: MasterData) {
    this.crew = crew;
    this.masterData = masterData;
  }

  /** Reads the people, machines and other master data from the server. */
  static async read(crew: Crew): Promise<FactoryCopy> {
    type Row = { id: number; code: string; name: string; workGroupId?: number };
    const readList = async (path: string, fields: Record<string, unknown> = {}): Promise<Row[]> =>
      (await crew.callAs<Row[]>(PLANNER_CODE, 'desk', `${path}/list`, { all: true, ...fields }, false)) ?? [];
    const toIdsByCode = (rows: readonly Row[], keyField: 'code' | 'name' = 'code'): IdsByCode =>
      new Map(rows.map((row) => [row[keyField], row.id]));
    const basicPath = '/mes/system/basic';
    const groups = toIdsByCode(await readList(`${basicPath}/group`));
    const people = toIdsByCode(await readList(`${basicPath}/employee`));
    const classifications = await readList('/mes/system/classify');
    const listClassifications = (kind: string) =>
      classifications.filter((row) =>
        demoClassifications.some(({ code, classId }) => code === row.code && classId === kind),
      );
    const errorClasses = listClassifications('errorClass');
    const devices: ShopDevice[] = [];
    for (const groupId of groups.values()) {
      const filter = JSON.stringify({ workGroupId: groupId, status: 'normal' });
      const rows = await readList(`${basicPath}/device`, { filter });
      devices.push(...rows.map(({ id, name }) => ({ id, name, groupId, takenBy: null, isDown: false })));
    }
    return new FactoryCopy(crew, {
      people: listDemoPeople().flatMap((person) => {
        const [id, groupId] = [people.get(person.code), groups.get(person.group ?? '')];
        return id && groupId ? [{ ...person, id, groupId }] : [];
      }),
      devices,
      masterDataIds: {
        groups,
        people,
        devices: new Map(),
        crafts: toIdsByCode(await readList(`${basicPath}/crafts`), 'name'),
        customers: toIdsByCode(await readList(`${basicPath}/customer`)),
        materials: toIdsByCode(await readList(`${basicPath}/material`)),
      },
      errorClasses: errorClasses.map((row) => row.id),
      errorClassNames: new Map(errorClasses.map((row) => [row.id, row.name])),
      supplierIds: (await readList(`${basicPath}/supplier`)).map((row) => row.id),
      scrapReasonIds: listClassifications('scrapReason').map((row) => row.id),
      abnormalTypes: listClassifications('abnormalType'),
    });
  }

  /**
   * Reads the released, running and completed orders, but only the MAX_PAGE_ROWS orders that are due first.
   * It removes all other orders from the order book. For orders that the order book does not contain yet,
   * it also reads the processes.
   */
  async refresh(): Promise<void> {
    const filter = JSON.stringify({ state: ['released', 'inProgress', 'completed'] });
    type Row = Omit<OpenOrder, 'processes'>;
    const page = await this.crew.callAs<PageOfRows<Row>>(
      PLANNER_CODE,
      'desk',
      '/mes/order/page',
      { filter, limit: MAX_PAGE_ROWS, sort: 'dueDate' },
      false,
    );
    if (!page) return;
    this.orderBook.keepOnly(new Set(page.rows.map((row) => row.id)));
    for (const row of page.rows) {
      const knownOrder = this.orderBook.orders.get(row.id);
      if (knownOrder)
        Object.assign(knownOrder, { version: row.version, state: row.state, dueDate: row.dueDate });
      else await this.readProcesses({ ...row, processes: [] });
    }
  }

  /** Stores the lines of the released plan of the day. The lines must be in the order of the plan. */
  setPlannedLines(lines: readonly { processId: number; deviceId: number | null }[]): void {
    this.plannedLines = new Map(
      lines.map(({ processId, deviceId }, position) => [processId, { position, deviceId }]),
    );
  }

  /**
   * Returns the line of a process in the released plan; undefined if the process is not planned for the day.
   */
  findPlannedLine(processId: number): PlannedLine | undefined {
    return this.plannedLines.get(processId);
  }

  /**
   * Lists the work that a work group can start: planned work in the order of the plan, then other work by due
   * date.
   */
  listWork(workGroupId: number): ListedWork[] {
    const getPosition = ({ process }: ListedWork): number =>
      this.plannedLines.get(process.id)?.position ?? Infinity;
    return this.orderBook
      .listWork(workGroupId)
      .map((work) => ({ work, position: getPosition(work) }))
      .sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))
      .map(({ work }) => work);
  }

  /** Reads the processes of a known order again. */
  async reload(orderId: number): Promise<void> {
    const order = this.orderBook.orders.get(orderId);
    if (order) await this.readProcesses(order);
  }

  /** Reads the processes of an order, and puts the order into the order book. */
  async readProcesses(order: OpenOrder): Promise<void> {
    const rows = await this.crew.callAs<ProcessProgress[]>(
      PLANNER_CODE,
      'desk',
      '/mes/process/progress',
      { orderId: order.id },
      false,
    );
    if (rows)
      this.orderBook.putOrder({ ...order, processes: rows.map((row) => ({ ...row, id: row.processId })) });
  }
}
