import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { PROGRESS_CONTENT_TYPE, type CallProgress, type ProgressLine } from '#shared/kernel/wire.ts';
import type { ForwardedReply, RawReply, Reply } from '../call/backend.ts';
import type { FileAnswer } from '../call/raw-route.ts';
import { sendReply } from './send-reply.ts';

/**
 * Minimum interval between progress lines of a phase, in milliseconds. The first line of a phase and a line
 * with `done` equal to `total` are sent at once.
 */
const MIN_PROGRESS_INTERVAL_MS = 100;
/**
 * Maximum interval between progress lines, in milliseconds. A proxy may end a call if its answer sends
 * nothing for a long time.
 */
const KEEP_ALIVE_MS = 5000;
/**
 * Headers that prevent downloaded files from running scripts with the rights of the application.
 */
const SANDBOX_HEADERS = { 'content-security-policy': "default-src 'none'; sandbox" };

/**
 * Writes the answer to a raw call, whose payload is not a form. The answer is a file, a stream,
 * JSON, the forwarded answer of an upstream MES, or JSON lines with the progress.
 */
export class RawResponder {
  /** The signal that is aborted when the caller disconnects before the answer is complete. */
  readonly signal: AbortSignal;
  private readonly response: Response;
  private readonly sendsLines: boolean;
  private lastLineAt = 0;
  private lastProgress: CallProgress | null = null;
  private keepAliveTimer: NodeJS.Timeout | undefined;

  constructor(response: Response, sendsLines: boolean) {
    this.response = response;
    this.sendsLines = sendsLines;
    const abortController = new AbortController();
    this.signal = abortController.signal;
    response.once('close', () => {
      clearInterval(this.keepAliveTimer);
      if (!response.writableFinished) abortController.abort();
    });
  }

  readonly progress = (progress: CallProgress): void => {
    if (!this.sendsLines || this.signal.aborted) return;
    const isMilestone = this.lastProgress?.phase !== progress.phase || progress.done === progress.total;
    this.lastProgress = progress;
    if (!isMilestone && Date.now() - this.lastLineAt < MIN_PROGRESS_INTERVAL_MS) return;
    this.beginLines();
    this.writeLine({ progress });
  };

  async send(reply: RawReply): Promise<void> {
    if (this.signal.aborted) return;
    if ('body' in reply) this.sendBody(reply);
    else if ('forwardedPayload' in reply) await this.forward(reply);
    else if ('file' in reply) await this.sendFile(reply);
    else if (this.sendsLines) await this.sendStreamAsLines(reply);
    else {
      this.response.attachment(reply.name);
      this.response
        .status(200)
        .set({ 'content-type': reply.mediaType, 'x-total-rows': String(reply.rowCount), ...SANDBOX_HEADERS });
      await pipeline(reply.stream, this.response);
    }
  }

  /**
   * Sends an answer as JSON. If progress lines were sent, the answer is the last line. If a part of another
   * answer was sent, the connection is closed.
   */
  sendBody(reply: Reply): void {
    if (!this.response.headersSent) sendReply(this.response, reply);
    else if (this.sendsLines) this.endLines(reply.body as ProgressLine);
    else this.response.destroy();
  }

  private async sendFile(answer: Extract<FileAnswer, { file: string }>): Promise<void> {
    const stream = createReadStream(answer.file);
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve());
      stream.once('error', reject);
    });
    this.response.attachment(answer.name);
    this.response
      .status(200)
      .set({ 'content-type': answer.mediaType, 'content-length': String(answer.bytes), ...SANDBOX_HEADERS });
    await pipeline(stream, this.response);
  }

  /** Passes the answer of an upstream MES on to the caller, including its progress lines. */
  private async forward({ status, headers, forwardedPayload }: ForwardedReply): Promise<void> {
    this.response
      .status(status)
      .set({ ...headers, ...SANDBOX_HEADERS })
      .flushHeaders();
    await pipeline(forwardedPayload, this.response);
  }

  private async sendStreamAsLines(answer: {
    stream: Readable;
    name: string;
    mediaType: string;
  }): Promise<void> {
    this.beginLines();
    this.writeLine({ file: { name: answer.name, mediaType: answer.mediaType } });
    for await (const chunk of answer.stream as AsyncIterable<Buffer>) {
      this.writeLine({ bytes: chunk.length });
      if (!this.response.write(chunk)) await once(this.response, 'drain', { signal: this.signal });
    }
    if (this.lastProgress) this.writeLine({ progress: this.lastProgress });
    this.endLines({ success: true, data: null });
  }

  private beginLines(): void {
    if (this.response.headersSent) return;
    // The header `x-accel-buffering` keeps a proxy from delaying the progress lines.
    this.response
      .status(200)
      .set({ 'content-type': PROGRESS_CONTENT_TYPE, 'x-accel-buffering': 'no', ...SANDBOX_HEADERS })
      .flushHeaders();
    this.keepAliveTimer = setInterval(
      () => this.lastProgress && this.writeLine({ progress: this.lastProgress }),
      KEEP_ALIVE_MS,
    );
  }

  private writeLine(line: ProgressLine): void {
    if (this.signal.aborted) return;
    this.lastLineAt = Date.now();
    this.response.write(`${JSON.stringify(line)}\n`);
  }

  private endLines(line: ProgressLine): void {
    clearInterval(this.keepAliveTimer);
    this.writeLine(line);
    this.response.end();
  }
}
