// `npm run dev` starts the server and the client. The server restarts when its sources change. The client is
// at http://localhost:5173.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.mjs';

const getProgramPath = (name) => join(root, 'node_modules/.bin', name);
const startProgram = (name, args) => spawn(getProgramPath(name), args, { cwd: root, stdio: 'inherit' });

const startedPrograms = [
  startProgram('tsx', ['watch', '--clear-screen=false', 'server/main.ts']),
  startProgram('vite', ['--clearScreen', 'false']),
];
const stopPrograms = () => {
  for (const program of startedPrograms) program.kill('SIGTERM');
};
// If one of the two programs ends, the other is stopped too.
for (const program of startedPrograms) program.once('exit', stopPrograms);
process.on('SIGINT', stopPrograms);
process.on('SIGTERM', stopPrograms);
