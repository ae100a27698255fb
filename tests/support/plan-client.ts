import type { PlanImportResult } from '#shared/answers/transfer.ts';
import { entities } from '#shared/entities/index.ts';
import type { Answer } from '#shared/kernel/wire.ts';
import { makeUniqueText } from './makers.ts';
import { makeWorkbook, WorkbookClient, type SheetRows, type SheetsByName } from './workbooks.ts';

const { path } = entities.planImport;

/** Imports plans as one user. */
export class PlanClient {
  private readonly client: WorkbookClient;

  constructor(url: string, token: string, lang = 'zh_CN') {
    this.client = new WorkbookClient(url, token, lang);
  }

  private async post<T>(operation: string, body: BodyInit): Promise<Answer<T>> {
    const { answer } = await this.client.callWithProgress<T>(`${path}/${operation}`, body);
    return answer;
  }

  postCheck(content: Buffer): Promise<Answer<PlanImportResult>> {
    return this.post('check', new Uint8Array(content));
  }

  postWrite(file: string, name = '计划.xlsx', releasesOrders = false): Promise<Answer<PlanImportResult>> {
    return this.post('write', new URLSearchParams({ file, name, release: String(releasesOrders) }));
  }

  postUndo(id: number, version: number): Promise<Answer<{ deleted: number }>> {
    return this.post('undo', new URLSearchParams({ id: String(id), version: String(version) }));
  }

  /** Checks a workbook. @throws Error if the file itself is refused */
  async check(book: SheetsByName | Buffer): Promise<PlanImportResult> {
    const answer = await this.postCheck(Buffer.isBuffer(book) ? book : makeWorkbook(book));
    if (!answer.success) throw new Error(JSON.stringify(answer));
    return answer.data;
  }

  /** Imports a workbook. @throws Error if it has problems */
  async import(book: SheetsByName | Buffer, releasesOrders = false): Promise<PlanImportResult> {
    const checkResult = await this.check(book);
    if (checkResult.file === null) throw new Error(JSON.stringify(checkResult.problems));
    const answer = await this.postWrite(checkResult.file, '计划.xlsx', releasesOrders);
    if (!answer.success || !answer.data.written) throw new Error(JSON.stringify(answer));
    return answer.data;
  }

  async downloadTemplate(): Promise<Buffer> {
    const response = await this.client.postRaw(`${path}/template`, '');
    if (!response.ok) throw new Error(await response.text());
    return Buffer.from(await response.arrayBuffer());
  }
}

/** Makes a workbook of one sheet. */
export const makeFlatPlan = (heading: string[], ...rows: SheetRows): SheetsByName => ({
  计划: [heading, ...rows],
});

/** Makes an order code that no other test uses. */
export const makeOrderCode = (): string => makeUniqueText('PL');
