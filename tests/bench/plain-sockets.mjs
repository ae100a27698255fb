// A server of plain WebSockets in its own process, for the benchmark `watch`. The group of a socket is its index modulo
// the number of groups. Each entry of the schedule is [milliseconds after the start, group, text]: at this time the
// server sends the text to the group.
import { createRequire } from 'node:module';

const { WebSocketServer } = createRequire(import.meta.url)('ws');
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
const sockets = [];
server.on('connection', (socket) => sockets.push(socket));
server.on('listening', () => process.send({ port: server.address().port }));

process.on('message', ({ schedule, groups }) => {
  const startedAt = Date.now();
  let next = 0;
  const sendDue = () => {
    for (; next < schedule.length && Date.now() - startedAt >= schedule[next][0]; next++) {
      const [, group, text] = schedule[next];
      const message = `${Date.now()}|${text}`;
      for (let index = group; index < sockets.length; index += groups) sockets[index].send(message);
    }
    if (next < schedule.length)
      setTimeout(sendDue, Math.max(0, schedule[next][0] - (Date.now() - startedAt)));
    else process.send({ done: true });
  };
  sendDue();
});
process.on('disconnect', () => process.exit());
