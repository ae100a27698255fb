import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** Removes the comments of a source but keeps its strings. */
const removeComments = (source: string): string =>
  source.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(^|[^:\\])\/\/[^\n]*/g,
    (_, literal?: string, precedingCharacter?: string) => literal ?? precedingCharacter ?? '',
  );

/** Matches Chinese or Japanese text in a string, a template or between tags. */
const HARD_CODED_TEXT_PATTERN = /(["'`>])[^"'`<>\n]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Removes the terms that a widget declares in four languages, because terms.test.ts checks them. */
const removeWidgetTerms = (source: string): string =>
  source.replace(/^const words = \{\n(?: .*\n)*\} as const satisfies TermsByKey;$/m, '');

const findHardCodedTexts = (source: string): string[] =>
  [
    ...removeComments(source)
      .split('\n')
      .filter((line) => !/\/\[[^\]]*\p{Script=Han}/u.test(line))
      .join('\n')
      .matchAll(HARD_CODED_TEXT_PATTERN),
  ].map((match) => match[0]);

test('words in a screen are found wherever they stand', () => {
  expect(findHardCodedTexts("const a = '保存';")).toHaveLength(1);
  expect(findHardCodedTexts('<b>保存</b>')).toHaveLength(1);
  expect(findHardCodedTexts('const b = `共 ${n} 行`;')).toHaveLength(1);
  expect(findHardCodedTexts('// 保存\n/** 保存 */ const c = 1;')).toEqual([]);
  expect(findHardCodedTexts("text.replace(/[年月]/g, '-')")).toEqual([]);
});

test('a widget may declare words in one place, and nowhere else', () => {
  const widgetSource =
    "const words = {\n  a: ['保存', 'Save', '儲存', '保存'],\n} as const satisfies TermsByKey;\n";
  expect(findHardCodedTexts(widgetSource)).not.toEqual([]);
  expect(findHardCodedTexts(removeWidgetTerms(widgetSource))).toEqual([]);
  expect(findHardCodedTexts(removeWidgetTerms(`${widgetSource}const b = '保存';\n`))).toHaveLength(1);
  expect(findHardCodedTexts(removeWidgetTerms("const words = {\n  a: '保存',\n};\n"))).toHaveLength(1);
});

test('screens and boards contain no words except those that a widget declares', () => {
  const files = ['client', 'boards'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  const readCheckedSource = (file: string) => {
    const source = readFileSync(join(projectFolder, file), 'utf8');
    return file.startsWith('boards/widgets/') ? removeWidgetTerms(source) : source;
  };
  const problems = files.flatMap((file) =>
    findHardCodedTexts(readCheckedSource(file)).map((text) => `${file}: ${text}`),
  );
  expect(problems).toEqual([]);
  expectItemsChecked('sources of screens and boards', files.length);
});
