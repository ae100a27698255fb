// The embedded database runs in its own thread. In the main thread, a long query would block all
// sockets. The server connects to it over a local socket, with the same driver as for PostgreSQL.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const { folder, path, program } = workerData;
const db = await PGlite.create(folder, { pgliteWasmModule: program });
const server = new PGLiteSocketServer({ db, path, maxConnections: 1 });
await server.start();
parentPort.on('message', async () => {
  await server.stop();
  await db.close();
  parentPort.postMessage('closed');
  parentPort.close();
});
parentPort.postMessage('ready');
