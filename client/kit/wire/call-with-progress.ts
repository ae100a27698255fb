import {
  PROGRESS_HEADER,
  PROGRESS_CONTENT_TYPE,
  type Answer,
  type CallProgress,
  type ProgressLine,
} from '#shared/kernel/wire.ts';
import { callAndRead, type CallOptions } from './call.ts';
import { CallError } from './call-error.ts';
import { getCurrentLang, t } from '../words/t.ts';

/** A file that arrived in chunks. */
interface ReceivedFile {
  readonly name: string;
  readonly content: Blob;
}

const LINE_FEED_BYTE = 10;

/** Reads a streamed response of JSON lines. Raw bytes follow a line that announces them. */
class JsonLineReader {
  private readonly source: ReadableStreamDefaultReader<Uint8Array>;
  private unreadBytes = new Uint8Array(0);

  constructor(body: ReadableStream<Uint8Array>) {
    this.source = body.getReader();
  }

  /** Reads the next line. Returns null at the end of the stream. */
  async readLine(): Promise<ProgressLine | null> {
    let searchedLength = 0;
    for (;;) {
      const lineFeedIndex = this.unreadBytes.indexOf(LINE_FEED_BYTE, searchedLength);
      if (lineFeedIndex >= 0)
        return JSON.parse(new TextDecoder().decode(this.takeBytes(lineFeedIndex + 1))) as ProgressLine;
      searchedLength = this.unreadBytes.length;
      if (!(await this.readNextChunk())) return null;
    }
  }

  /** Reads this number of bytes. @throws Error if the stream ends early */
  async readBytes(count: number): Promise<Uint8Array<ArrayBuffer>> {
    while (this.unreadBytes.length < count)
      if (!(await this.readNextChunk())) throw new Error('The answer was broken off');
    return this.takeBytes(count);
  }

  private takeBytes(count: number): Uint8Array<ArrayBuffer> {
    const takenBytes = this.unreadBytes.slice(0, count);
    this.unreadBytes = this.unreadBytes.subarray(count);
    return takenBytes;
  }

  private async readNextChunk(): Promise<boolean> {
    const { done, value } = await this.source.read();
    if (done) return false;
    const joined = new Uint8Array(this.unreadBytes.length + value.length);
    joined.set(this.unreadBytes);
    joined.set(value, this.unreadBytes.length);
    this.unreadBytes = joined;
    return true;
  }
}

const makeRequestFailedError = () =>
  new CallError({ flag: null, code: 'requestFailed', message: t('error.requestFailed') }, 0);

async function readAnswerAndFile(
  response: Response,
  onProgress: (progress: CallProgress) => void,
): Promise<{ data: unknown; file: ReceivedFile | null }> {
  if (!response.headers.get('content-type')?.startsWith(PROGRESS_CONTENT_TYPE))
    return { data: ((await response.json()) as { data: unknown }).data, file: null };
  const reader = new JsonLineReader(response.body!);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let fileInfo: { name: string; mediaType: string } | null = null;
  let answer: Answer | null = null;
  for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {
    if ('progress' in line) onProgress(line.progress);
    else if ('file' in line) fileInfo = line.file;
    else if ('bytes' in line) chunks.push(await reader.readBytes(line.bytes));
    else answer = line;
  }
  if (answer?.success === false) throw new CallError(answer, response.status);
  if (!answer) throw makeRequestFailedError();
  const file = fileInfo && { name: fileInfo.name, content: new Blob(chunks, { type: fileInfo.mediaType }) };
  return { data: answer.data, file };
}

/**
 * Calls a long operation that reports its progress.
 * @returns the answer, and the file if there is one
 * @throws CallError if the call failed or the response ended too early
 * @throws DOMException if `signal` was aborted
 */
export const callWithProgress = (
  path: string,
  payload: BodyInit,
  onProgress: (progress: CallProgress) => void,
  options: CallOptions & { signal: AbortSignal },
): Promise<{ data: unknown; file: ReceivedFile | null }> =>
  callAndRead(
    `${path}?lang=${getCurrentLang()}`,
    payload,
    async (response) => {
      try {
        return await readAnswerAndFile(response, onProgress);
      } catch (error) {
        if (error instanceof CallError || options.signal.aborted) throw error;
        throw makeRequestFailedError();
      }
    },
    { ...options, headers: { [PROGRESS_HEADER]: 'lines' } },
  );
