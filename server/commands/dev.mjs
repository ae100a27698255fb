// `npm run dev` starts the server and the client. The server restarts when its sources change. The client is
// at http://localhost:5173.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.mjs';

const getProgramPath = (name) => join(root, 'node_modules/.bin', name);
const startProgram = (name, args) => spawn(getProgramPath(name), args, { cwd: root, stdio: 'inherit' });

const processes = [
  startProgram('tsx', ['watch', '--clear-screen=false', 'server/main.ts']),
  startProgram('vite', ['--clearScreen', 'false']),
];
const stopProcesses = () => {
  for (const one of processes) one.kill('SIGTERM');
};
// If one of the two programs ends, the other is stopped too.
for (const one of processes) one.once('exit', stopProcesses);
process.on('SIGINT', stopProcesses);
process.on('SIGTERM', stopProcesses);
