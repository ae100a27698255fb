import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { content } from '../content.ts';
import type { Ids } from '../demo-call.ts';
import type { Masters } from '../masters.ts';
import { demoPeople, type DemoPerson } from '../people.ts';
import { Book, type BookedOrder } from './book.ts';
import type { Crew } from './crew.ts';

/** Somebody of the floor as the simulator knows them. */
export interface FloorPerson extends DemoPerson {
  id: number;
  groupId: number;
}

/** A machine of the floor. */
export interface FloorDevice {
  id: number;
  name: string;
  groupId: number;
  /** The person who has it now. */
  takenBy: number | null;
  /** In repair, scrapped, or stopped by a call. */
  isDown: boolean;
}

interface Page<T> {
  rows: T[];
  total: number;
}

/** Who looks things up for everybody. */
export const PLANNER = content.office[0].code;
/** A page of a list is at most so long. */
const PAGE = 500;

/** What does not change while people work. */
interface Known {
  people: FloorPerson[];
  devices: FloorDevice[];
  masters: Masters;
  errorClasses: number[];
  abnormalTypes: { id: number; name: string }[];
}

/** The factory as those who work in it see it: people, machines, words, and the book of open orders. */
export class Factory {
  readonly book = new Book();
  readonly known: Known;
  private readonly crew: Crew;

  private constructor(crew: Crew, known: Known) {
    this.crew = crew;
    this.known = known;
  }

  /** Reads everything that the people of the floor have to know. */
  static async read(crew: Crew): Promise<Factory> {
    type Row = { id: number; code: string; name: string; workGroupId?: number };
    const list = async (path: string, fields: Record<string, unknown> = {}): Promise<Row[]> =>
      (await crew.as<Row[]>(PLANNER, 'desk', `${path}/list`, { all: true, ...fields }, false)) ?? [];
    const ids = (rows: readonly Row[], by: 'code' | 'name' = 'code'): Ids =>
      new Map(rows.map((row) => [row[by], row.id]));
    const basic = '/mes/system/basic';
    const groups = ids(await list(`${basic}/group`));
    const people = ids(await list(`${basic}/employee`));
    const words = await list('/mes/system/classify');
    const wordsOf = (kind: string) =>
      words.filter((row) => content.words.some(([code, of]) => code === row.code && of === kind));
    const devices: FloorDevice[] = [];
    for (const groupId of groups.values()) {
      const filter = JSON.stringify({ workGroupId: groupId, status: 'normal' });
      const rows = await list(`${basic}/device`, { filter });
      devices.push(...rows.map(({ id, name }) => ({ id, name, groupId, takenBy: null, isDown: false })));
    }
    return new Factory(crew, {
      people: demoPeople().flatMap((person) => {
        const [id, groupId] = [people.get(person.code), groups.get(person.group ?? '')];
        return id && groupId ? [{ ...person, id, groupId }] : [];
      }),
      devices,
      masters: {
        groups,
        people,
        devices: new Map(),
        crafts: ids(await list(`${basic}/crafts`), 'name'),
        customers: ids(await list(`${basic}/customer`)),
      },
      errorClasses: wordsOf('errorClass').map((row) => row.id),
      abnormalTypes: wordsOf('abnormalType'),
    });
  }

  /** Looks at the list of open orders; those that are new to the book are read in whole. */
  async refresh(): Promise<void> {
    const filter = JSON.stringify({ state: ['released', 'inProgress', 'completed'] });
    type Row = Omit<BookedOrder, 'processes'>;
    const page = await this.crew.as<Page<Row>>(
      PLANNER,
      'desk',
      '/mes/order/page',
      { filter, limit: PAGE, sort: 'dueDate' },
      false,
    );
    if (!page) return;
    this.book.keepOnly(new Set(page.rows.map((row) => row.id)));
    for (const row of page.rows) {
      const known = this.book.orders.get(row.id);
      if (known) Object.assign(known, { version: row.version, state: row.state, dueDate: row.dueDate });
      else await this.look({ ...row, processes: [] });
    }
  }

  /** Reads an order of the book anew. */
  async reload(orderId: number): Promise<void> {
    const order = this.book.orders.get(orderId);
    if (order) await this.look(order);
  }

  /** Reads the processes of an order into the book. */
  async look(order: BookedOrder): Promise<void> {
    const rows = await this.crew.as<ProcessProgress[]>(
      PLANNER,
      'desk',
      '/mes/process/progress',
      { orderId: order.id },
      false,
    );
    if (rows) this.book.put({ ...order, processes: rows.map((row) => ({ ...row, id: row.processId })) });
  }
}
