// A plain WebSocket server that runs in its own thread. At each message from its parent thread it sends the time and
// `bytes` characters of padding to all its clients.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { WebSocketServer } = createRequire(import.meta.url)('ws');
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
const padding = 'x'.repeat(workerData.bytes);
server.on('listening', () => parentPort.postMessage({ port: server.address().port }));
parentPort.on('message', () => {
  const text = JSON.stringify({ at: Date.now(), padding });
  for (const client of server.clients) client.send(text);
});
