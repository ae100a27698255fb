/** The part of a port of the Web Serial API that a gauge needs. TypeScript does not declare this API. */
export interface SerialPort {
  readonly readable: { getReader: () => SerialReader } | null;
  open: (options: { baudRate: number }) => Promise<void>;
  close: () => Promise<void>;
}
interface SerialReader {
  read: () => Promise<{ value?: Uint8Array | undefined; done: boolean }>;
  cancel: () => Promise<void>;
  releaseLock: () => void;
}
interface Serial {
  /** Asks the user for a port. */
  requestPort: () => Promise<SerialPort>;
  /** Lists the ports that the user has allowed before. */
  getPorts: () => Promise<SerialPort[]>;
}

/** Returns the Web Serial API; null in browsers without it. */
export const getSerial = (): Serial | null => (navigator as { serial?: Serial }).serial ?? null;

/**
 * Splits what a gauge has sent into complete lines. A line ends with CR, LF or both.
 * @returns the lines that are not empty, and the text after the last end of a line
 */
export function splitLines(received: string): { lines: string[]; unfinishedLine: string } {
  const parts = received.split(/\r\n|\r|\n/);
  const unfinishedLine = parts.pop() ?? '';
  return { lines: parts.filter((line) => line.trim() !== ''), unfinishedLine };
}

/** Reads lines from an open port until the port is lost or `signal` ends the reading. */
export async function readLines(
  port: SerialPort,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<void> {
  const reader = port.readable?.getReader();
  if (!reader) return;
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let received = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      const { lines, unfinishedLine } = splitLines(received + decoder.decode(value, { stream: true }));
      received = unfinishedLine;
      lines.forEach(onLine);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    reader.releaseLock();
  }
}
