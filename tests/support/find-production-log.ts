import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { projectFolder } from '#server/root.ts';

/** Finds the folder of the real production log beside the project; null if it does not exist. */
export const findProductionLogFolder = (): string | null => {
  const folder = join(projectFolder, '../shared/data/production-log');
  return existsSync(join(folder, 'import/reports.csv')) && existsSync(join(folder, 'oracle/work_order.csv'))
    ? folder
    : null;
};

/** Reads the rows of a CSV file of the log as text. */
export const readLogCsv = (folder: string, file: string): Record<string, string>[] =>
  parse(readFileSync(join(folder, file), 'utf8'), { bom: true, columns: true });
