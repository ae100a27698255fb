// The embedded database lives in a thread of its own: in the main one, a long query would block every socket.
// Spoken to over a local socket by the same driver as PostgreSQL.
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
