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
db.execProtocolRawStream = async (message, options) => {
  const onRawData = (data) => {
    options.onRawData(data);
    if (Buffer.from(data.buffer, data.byteOffset, data.length).includes(PANIC_FIELDS, 0, 'latin1'))
      reportFailure('panic');
  };
  try {
    return await run(message, { ...options, onRawData });
  } catch (error) {
    reportFailure(error instanceof Error ? error.message : String(error));
    throw error;
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
