import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One step of a recipe: a code block of the README and its language. */
export interface RecipeStep {
  kind: string;
  text: string;
}

/** Reads the code blocks of a README section, in order. */
export function readRecipeSteps(readme: string, heading: string): RecipeStep[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    kind: kind!,
    text: text!,
  }));
}

/** Reads the file name from the first line of a block. */
const readFileName = ({ text }: RecipeStep): string =>
  text
    .split('\n')[0]!
    .replace(/^[ /]+/, '')
    .trim();

/** Writes a block to a new file, whose name is in the first line of the block. @throws Error if the file exists */
export function writeRecipeFile(root: string, step: RecipeStep): string {
  const file = readFileName(step);
  writeFileSync(join(root, file), step.text.split('\n').slice(1).join('\n'), { flag: 'wx' });
  return file;
}

/**
 * Adds the lines that the block marks with + to the file, each after the line that precedes it in the block. For a line
 * without +, the beginning of the line in the file is enough.
 * @throws Error if the file lacks a line without +
 */
export function addRecipeLines(root: string, step: RecipeStep): string {
  const file = readFileName(step);
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  let lineIndex = -1;
  for (const line of step.text.split('\n').slice(1, -1)) {
    const lineText = line.slice(1);
    if (line.startsWith('+')) lines.splice(++lineIndex, 0, lineText);
    else lineIndex = lines.findIndex((fileLine) => fileLine === lineText || fileLine.startsWith(lineText));
    if (lineIndex < 0) throw new Error(`${file} has no line ${lineText}`);
  }
  writeFileSync(join(root, file), lines.join('\n'));
  return file;
}

/** Removes the lines that the block marks with + from the file. */
export function removeRecipeLines(root: string, step: RecipeStep): void {
  const file = join(root, readFileName(step));
  const addedLines = new Set(step.text.split('\n').filter((line) => line.startsWith('+')));
  const remainingLines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !addedLines.has(`+${line}`));
  writeFileSync(file, remainingLines.join('\n'));
}
