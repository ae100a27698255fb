// A process with many sockets that watch sources, for the benchmark `watch`. Its parent sends it commands.
import { createRequire } from 'node:module';
import { getRetryDelay } from '#client/kit/live/retry.ts';
import { openScreen, type Screen } from '#tests/support/live-node.ts';

/** How a socket connects and what it watches: the token of its session, and the parameters of each source. */
export interface SocketPlan {
  token: string;
  paramsList: Record<string, string>[];
}

/** A frame that a socket has received: its feed position and its arrival in epoch milliseconds. */
export type ReceivedFrame = [pos: number, at: number];

/** A message of any kind as text: its arrival in epoch milliseconds, and the index of the socket that received it. */
export type RecordedMessage = [at: number, socketIndex: number, text: string];

/** What the sockets of the process have received since the last collection. */
export interface CollectedData {
  receivedBySocket: ReceivedFrame[][];
  recordedMessages: RecordedMessage[];
}

export type SocketCommand =
  | { kind: 'open'; url: string; report: string; plans: SocketPlan[] }
  | { kind: 'openPlain'; url: string; count: number }
  | { kind: 'collect' }
  | { kind: 'close' };

/** The part of the ws client that this process uses. */
interface PlainSocket {
  on: (event: 'message' | 'open', listener: (data: { toString: () => string }) => void) => void;
  close: () => void;
}
const { WebSocket } = createRequire(import.meta.url)('ws') as { WebSocket: new (url: string) => PlainSocket };

let receivedBySocket: ReceivedFrame[][] = [];
/** The number of sockets whose messages are kept as texts, for the broadcast to plain sockets. */
const RECORDED_SOCKET_COUNT = 8;
let recordedMessages: RecordedMessage[] = [];
let closers: (() => void)[] = [];
let reconnectedCount = 0;

async function openWatchingSocket(
  url: string,
  report: string,
  plan: SocketPlan,
  index: number,
): Promise<void> {
  const receivedFrames: ReceivedFrame[] = [];
  receivedBySocket[index] = receivedFrames;
  let failureCount = 0;
  let isClosed = false;
  let screen: Screen;
  const connectSocket = async (): Promise<void> => {
    screen = await openScreen(url, plan.token);
    screen.socket.on('patch', (frame) => {
      receivedFrames.push([frame.pos, Date.now()]);
      // The frame was recorded above. Discard it here, so that the frames do not fill the memory of this process.
      screen.frames.length = 0;
    });
    if (index < RECORDED_SOCKET_COUNT)
      screen.socket.onAny((event: string, message: unknown) => {
        recordedMessages.push([Date.now(), index, JSON.stringify([event, message])]);
      });
    for (const params of plan.paramsList) {
      const answer = await screen.watch(report, params);
      if (!answer.ok) throw new Error(answer.code);
    }
    failureCount = 0;
    screen.socket.on('disconnect', () => {
      if (!isClosed) setTimeout(reconnectSocket, getRetryDelay(++failureCount));
    });
  };
  const reconnectSocket = (): void => {
    if (isClosed) return;
    connectSocket().then(
      () => process.send!({ kind: 'reconnected', count: ++reconnectedCount }),
      () => setTimeout(reconnectSocket, getRetryDelay(++failureCount)),
    );
  };
  await connectSocket();
  closers.push(() => {
    isClosed = true;
    screen.close();
  });
}

async function openPlainSocket(url: string, index: number): Promise<void> {
  const socket = new WebSocket(url);
  const receivedFrames: ReceivedFrame[] = [];
  receivedBySocket[index] = receivedFrames;
  socket.on('message', (data) => {
    const text = data.toString();
    receivedFrames.push([Number(text.slice(0, text.indexOf('|'))), Date.now()]);
  });
  await new Promise<void>((resolve) => socket.on('open', () => resolve()));
  closers.push(() => socket.close());
}

async function openInBatches(count: number, openSocket: (index: number) => Promise<void>): Promise<void> {
  // Open ten sockets at a time, because the screens of a factory do not all connect at once.
  for (let firstIndex = 0; firstIndex < count; firstIndex += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - firstIndex) }, (_, index) => openSocket(firstIndex + index)),
    );
}

async function runCommand(command: SocketCommand): Promise<unknown> {
  switch (command.kind) {
    case 'open':
      await openInBatches(command.plans.length, (index) =>
        openWatchingSocket(command.url, command.report, command.plans[index]!, index),
      );
      return null;
    case 'openPlain':
      await openInBatches(command.count, (index) => openPlainSocket(command.url, index));
      return null;
    case 'collect':
      return {
        receivedBySocket: receivedBySocket.map((receivedFrames) => receivedFrames.splice(0)),
        recordedMessages: recordedMessages.splice(0),
      } satisfies CollectedData;
    case 'close':
      for (const close of closers) close();
      closers = [];
      receivedBySocket = [];
      recordedMessages = [];
      reconnectedCount = 0;
      return null;
  }
}

process.on('message', (command: SocketCommand) => {
  runCommand(command).then(
    (answer) => process.send!({ kind: 'answer', answer }),
    (error: unknown) => process.send!({ kind: 'error', message: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
