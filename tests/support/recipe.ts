import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of a recipe: a block of the README, and the language it is marked with. */
export interface Step {
  kind: string;
  text: string;
}

/** The blocks of a section of a README, in order. */
export function stepsOf(readme: string, heading: string): Step[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    kind: kind!,
    text: text!,
  }));
}

/** The file that the first line of a block names. */
const fileOf = ({ text }: Step): string =>
  text
    .split('\n')[0]!
    .replace(/^[ /]+/, '')
    .trim();

/** Writes a new file as the block says; its first line names it. */
export function writeFile(root: string, step: Step): string {
  const file = fileOf(step);
  writeFileSync(join(root, file), step.text.split('\n').slice(1).join('\n'), { flag: 'wx' });
  return file;
}

/** Adds the lines marked with +, each after the line that stands before it in the block. */
export function addLines(root: string, step: Step): string {
  const file = fileOf(step);
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  let at = -1;
  for (const line of step.text.split('\n').slice(1, -1)) {
    const text = line.slice(1);
    if (line.startsWith('+')) lines.splice(++at, 0, text);
    else at = lines.findIndex((one) => one === text || one.startsWith(text));
    if (at < 0) throw new Error(`${file} has no line ${text}`);
  }
  writeFileSync(join(root, file), lines.join('\n'));
  return file;
}

/** Takes the lines marked with + out of the file again. */
export function removeLines(root: string, step: Step): void {
  const file = join(root, fileOf(step));
  const added = new Set(step.text.split('\n').filter((line) => line.startsWith('+')));
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !added.has(`+${line}`));
  writeFileSync(file, kept.join('\n'));
}
