// `npm run dev` starts the server, which restarts when its sources change. It also starts the
// client at http://localhost:5173.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const run = (name, args) => spawn(bin(name), args, { cwd: root, stdio: 'inherit' });

const both = [
  run('tsx', ['watch', '--clear-screen=false', 'server/main.ts']),
  run('vite', ['--clearScreen', 'false']),
];
const stop = () => {
  for (const one of both) one.kill('SIGTERM');
};
// If one of the two stops, the other stops too.
for (const one of both) one.once('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
