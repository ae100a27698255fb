import XLSX from '@e965/xlsx';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  PROGRESS_HEADER,
  TIMESTAMP_HEADER,
  TOKEN_HEADER,
  type Answer,
  type CallProgress,
} from '#shared/kernel/wire.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';

/** The rows of a sheet; the first row is the header. */
export type SheetRows = (string | number | boolean | null)[][];
/** The sheets of a workbook by name, in order. */
export type SheetsByName = Record<string, SheetRows>;

/** Makes the bytes of a workbook file. */
export function makeWorkbook(book: SheetsByName, bookType: 'xlsx' | 'xls' = 'xlsx'): Buffer {
  const workbook = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(book))
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows), name);
  return XLSX.write(workbook, { type: 'buffer', bookType }) as Buffer;
}

/** Parses a workbook, including the formats and formulas of its cells. */
export const parseWorkbookFile = (content: Buffer): XLSX.WorkBook =>
  XLSX.read(content, { type: 'buffer', cellFormula: true, cellStyles: true, cellNF: true });

/** Reads the sheets of a workbook as rows of displayed text. */
export const readWorkbookTexts = (content: Buffer): SheetsByName =>
  Object.fromEntries(
    Object.entries(parseWorkbookFile(content).Sheets).map(([name, sheet]) => [
      name,
      XLSX.utils.sheet_to_json<SheetRows[number]>(sheet, { header: 1, raw: false, defval: null }),
    ]),
  );

/** The progress messages and the answer of a long call. */
export interface LongCallAnswer<T> {
  progress: CallProgress[];
  answer: Answer<T>;
}

/** Calls the import and export endpoints as one user. */
export class WorkbookClient {
  private readonly url: string;
  private readonly token: string;
  private readonly lang: string;

  constructor(url: string, token: string, lang = 'en_US') {
    this.url = url;
    this.token = token;
    this.lang = lang;
  }

  postRaw(
    path: string,
    body: BodyInit,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    return fetch(`${this.url}${path}?lang=${this.lang}`, {
      method: 'POST',
      headers: { [TIMESTAMP_HEADER]: String(Date.now()), [TOKEN_HEADER]: this.token, ...headers },
      body,
      ...(signal ? { signal } : {}),
    });
  }

  /** Makes a long call and reads its progress messages and its answer. */
  async callWithProgress<T>(path: string, body: BodyInit): Promise<LongCallAnswer<T>> {
    const response = await this.postRaw(path, body, { [PROGRESS_HEADER]: 'lines' });
    const lines = (await response.text()).trim().split('\n');
    const messages = lines.map((line) => JSON.parse(line) as { progress: CallProgress } | Answer<T>);
    return {
      progress: messages.flatMap((line) => ('progress' in line ? [line.progress] : [])),
      answer: messages.at(-1) as Answer<T>,
    };
  }

  async export(
    entity: Pick<EntityDeclaration, 'path'>,
    fields: Record<string, string> = {},
  ): Promise<Buffer> {
    const response = await this.postRaw(`${entity.path}/export`, new URLSearchParams(fields));
    if (!response.ok) throw new Error(`${entity.path}/export: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async downloadTemplate(entity: Pick<EntityDeclaration, 'path'>): Promise<Buffer> {
    const response = await this.postRaw(`${entity.path}/import/template`, '');
    if (!response.ok) throw new Error(`${entity.path}/import/template: ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async check(
    entity: Pick<EntityDeclaration, 'path'>,
    content: Buffer,
  ): Promise<Answer<WorkbookImportResult>> {
    const response = await this.postRaw(`${entity.path}/import/check`, new Uint8Array(content));
    return (await response.json()) as Answer<WorkbookImportResult>;
  }

  async write(entity: Pick<EntityDeclaration, 'path'>, file: string): Promise<Answer<WorkbookImportResult>> {
    const response = await this.postRaw(`${entity.path}/import/write`, new URLSearchParams({ file }));
    return (await response.json()) as Answer<WorkbookImportResult>;
  }

  /**
   * Imports a workbook: checks it, and writes its rows if something has to be written. @throws Error if the workbook
   * has problems
   */
  async importBook(entity: Pick<EntityDeclaration, 'path'>, content: Buffer): Promise<WorkbookImportResult> {
    const checkAnswer = await this.check(entity, content);
    if (!checkAnswer.success || checkAnswer.data.problemCount > 0)
      throw new Error(`${entity.path}: ${JSON.stringify(checkAnswer)}`);
    if (checkAnswer.data.file === null) return checkAnswer.data;
    const writeAnswer = await this.write(entity, checkAnswer.data.file);
    if (!writeAnswer.success) throw new Error(`${entity.path}: ${JSON.stringify(writeAnswer)}`);
    return writeAnswer.data;
  }
}
