import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { projectFolder } from '#server/root.ts';
import { TEMPLATE_TO_MIGRATE_VARIABLE } from './database-setup.ts';
import {
  addRecipeLines,
  removeRecipeLines,
  readRecipeSteps,
  writeRecipeFile,
  type RecipeStep,
} from './recipe.ts';

/** The entries of the project folder that are neither copied nor compared. */
const EXCLUDED_ENTRIES = new Set(['node_modules', '.git', 'dist', 'data']);

/** Reads the files below `folder`, by path relative to `root`, without EXCLUDED_ENTRIES of `root`. */
function readFilesBelow(folder: string, root = folder): Map<string, string> {
  const textByPath = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (EXCLUDED_ENTRIES.has(name) && folder === root) continue;
    if (statSync(path).isDirectory())
      for (const entry of readFilesBelow(path, root)) textByPath.set(...entry);
    else textByPath.set(relative(root, path), readFileSync(path, 'utf8'));
  }
  return textByPath;
}

/** A copy of the project in which a test follows the recipes of the README. */
export class ProjectCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'mes-copy-'));
  private readonly textsBefore: Map<string, string>;
  private readonly executedSteps: RecipeStep[] = [];

  constructor() {
    cpSync(projectFolder, this.path, {
      recursive: true,
      filter: (path) => !EXCLUDED_ENTRIES.has(relative(projectFolder, path).split('/')[0]!),
    });
    symlinkSync(join(projectFolder, 'node_modules'), join(this.path, 'node_modules'));
    this.textsBefore = readFilesBelow(this.path);
  }

  /** Reads the steps of a recipe from the README. */
  readRecipe(heading: string): RecipeStep[] {
    return readRecipeSteps(this.textsBefore.get('README.md')!, heading);
  }

  /** Executes each step: it writes a file, adds lines to a file or runs a command. */
  executeSteps(steps: readonly RecipeStep[]): void {
    for (const step of steps) {
      if (step.kind === 'diff') addRecipeLines(this.path, step);
      else if (step.kind === 'sh') execFileSync('sh', ['-c', step.text], { cwd: this.path, stdio: 'pipe' });
      else writeRecipeFile(this.path, step);
      this.executedSteps.push(step);
    }
  }

  /** Returns the sorted paths of the files that were added, changed or deleted since the project was copied. */
  listChangedFiles(): string[] {
    const textsNow = readFilesBelow(this.path);
    const paths = [...new Set([...textsNow.keys(), ...this.textsBefore.keys()])];
    return paths.filter((path) => textsNow.get(path) !== this.textsBefore.get(path)).sort();
  }

  /** Undoes the executed steps: deletes the new files, and removes the lines that the steps added to other files. */
  undoSteps(): void {
    for (const path of this.listChangedFiles())
      if (!this.textsBefore.has(path)) rmSync(join(this.path, path));
    for (const step of this.executedSteps) if (step.kind === 'diff') removeRecipeLines(this.path, step);
  }

  /** Runs a program from node_modules. @throws Error with the output of the program if it fails */
  async run(program: string, ...args: string[]): Promise<void> {
    const env = {
      ...process.env,
      MES_TEST_DATABASES: 'embedded',
      // The templates of this run lack the migrations of the copy, so the copy adds them to its own template.
      MES_TEST_TEMPLATES: undefined,
      [TEMPLATE_TO_MIGRATE_VARIABLE]: inject('embeddedTemplate'),
      VITEST: '',
    };
    const file = join(this.path, 'node_modules', program);
    await promisify(execFile)(process.execPath, [file, ...args], {
      cwd: this.path,
      env,
      maxBuffer: 50_000_000,
    }).catch((error: { message: string; stdout?: string; stderr?: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
    });
  }

  /** Compiles folders and files of the copy together. @throws Error with the compiler's messages if it fails */
  async compile(...paths: string[]): Promise<void> {
    const projectFile = join(this.path, 'tsconfig.recipe.json');
    writeFileSync(projectFile, JSON.stringify({ extends: './tsconfig.json', include: paths }));
    await this.run('typescript/bin/tsc', '-p', projectFile, '--checkers', '1').finally(() =>
      rmSync(projectFile),
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
