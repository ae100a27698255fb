// The embedded database runs in its own thread, because in the main thread a long query would block all
// sockets. The server connects to it over a local socket, with the driver that it uses for a PostgreSQL
// server too.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/**
 * The severity fields of the PostgreSQL protocol message that reports a panic. After a panic, the database cannot
 * continue.
 */
const PANIC_FIELDS = 'SPANIC\0VPANIC\0';

const { folder, path, program } = workerData;
const db = await PGlite.create(folder, { pgliteWasmModule: program });

/** Tells the main thread that the database cannot continue. A panic does not end this thread by itself. */
const reportFailure = (reason) => parentPort.postMessage({ failure: reason });
const run = db.execProtocolRawStream.bind(db);

/**
 * The types of messages that the driver sends before a Sync message: Parse, Bind, Describe, Execute and Close. It needs
 * no answer before the Sync message.
 */
const HELD_TYPES = new Set(Buffer.from('PBDEC'));
/** The first byte of a message that opens a connection. It has no type. */
const STARTUP_BYTE = 0;
let heldMessages = [];

// The socket server passes each message on by itself. A statement has about five messages, so running them together and
// writing one answer takes a quarter less processor time.
db.execProtocolRawStream = async (message, options) => {
  if (HELD_TYPES.has(message[0])) {
    heldMessages.push(message);
    return;
  }
  // A connection that was lost may have left messages without a Sync message.
  const messages = message[0] === STARTUP_BYTE ? [message] : [...heldMessages, message];
  heldMessages = [];
  const answers = [];
  try {
    await run(Buffer.concat(messages), { ...options, onRawData: (data) => answers.push(Buffer.from(data)) });
  } catch (error) {
    reportFailure(error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    const answer = Buffer.concat(answers);
    if (answer.includes(PANIC_FIELDS, 0, 'latin1')) reportFailure('panic');
    if (answer.length > 0) options.onRawData(answer);
  }
};

const server = new PGLiteSocketServer({ db, path, maxConnections: 1 });
await server.start();
parentPort.on('message', async () => {
  await server.stop();
  await db.close();
  parentPort.postMessage('closed');
  parentPort.close();
});
parentPort.postMessage('ready');
