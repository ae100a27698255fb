// A plain WebSocket server that runs in its own thread. It shows the minimum cost of a broadcast to a hundred screens.
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
