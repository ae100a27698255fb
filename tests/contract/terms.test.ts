// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import { LANGS, type Term } from '#shared/kernel/lang.ts';
import { TERMS_BY_AREA, terms } from '#shared/terms/index.ts';
import { reports } from '#server/reports/index.ts';
import { reportPermissions } from '#server/reports/permission-codes.ts';
import { widgets } from '#boards/widgets/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** The keys and terms that reports and widgets declare in their own files. */
const declaredTerms: [string, Term][] = [...reports, ...(await widgets.all.fetch())].flatMap(({ words }) =>
  Object.entries(words ?? {}),
);
const reportTitles = reportPermissions.map(({ code, title }): [string, Term] => [code, title]);
const allTerms: [string, Term][] = [
  ...Object.entries(terms as Record<string, Term>),
  ...declaredTerms,
  ...reportTitles,
];
const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort();

/** Lists fields and the fields of owned rows, each with a path like 'entity.field' or 'entity.field.column'. */
const listFieldPaths = (prefix: string, fields: FieldMap): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [`${prefix}.${name}`, field] as [string, Field],
    ...(field.of ? listFieldPaths(`${prefix}.${name}`, field.of) : []),
  ]);

/** Tells whether a heading contains a unit. A unit without Han characters must be a whole word of the heading. */
const repeatsUnit = (heading: string, unit: string): boolean =>
  HAN_PATTERN.test(unit)
    ? heading.includes(unit)
    : heading.toLowerCase().split(/\W+/).includes(unit.toLowerCase());

/** Lists the characters of an encoding whose two bytes lie in the given ranges. */
function listCharacters(
  encoding: string,
  leadByteRange: [number, number],
  trailByteRange: [number, number],
): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let leadByte = leadByteRange[0]; leadByte <= leadByteRange[1]; leadByte++) {
    for (let trailByte = trailByteRange[0]; trailByte <= trailByteRange[1]; trailByte++)
      characters.add(decoder.decode(new Uint8Array([leadByte, trailByte])));
  }
  return characters;
}

/**
 * The characters of each language except English. They come from the national character set of the language, which
 * contains only the forms of that language: GB 2312 has no traditional forms, Big5 has no simplified forms, and JIS X
 * 0208 has the Japanese forms.
 */
const CHARACTERS_BY_LANG = {
  zh_CN: listCharacters('gbk', [0xa1, 0xf7], [0xa1, 0xfe]),
  zh_TW: listCharacters('big5', [0xa1, 0xf9], [0x40, 0xfe]),
  ja_JP: listCharacters('euc-jp', [0xa1, 0xf4], [0xa1, 0xfe]),
} as const;

/** Matches a count before a noun in the plural, as in '{{count}} rows' or '{{count}} selected rows'. */
const PLURAL_AFTER_COUNT_PATTERN =
  /\{\{(?:count|days|max|min|quantity|hours|seconds|done|total|decimals|processes|added)\}\} (?:selected |working |custom |deleted )?(?!has\b|was\b|needs\b)(?:[a-z]{3,}s|pcs|people)\b/;

/**
 * Words that the product does not use any more, because it uses another word for the same thing, such as 製程
 * instead of 工藝.
 */
const GIVEN_UP_WORDS = {
  zh_CN: ['实绩', '让步', '来龙去脉'],
  zh_TW: ['工藝', '途程', '班組', '計畫', '紀錄'],
  ja_JP: ['工順', '工程ルート', '工法', '不良廃棄'],
} as const;

const HAN_PATTERN = /\p{Script=Han}/u;
const KANA_PATTERN = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const findForeignHanCharacters = (text: string, knownCharacters: ReadonlySet<string>): string[] =>
  [...text].filter((character) => HAN_PATTERN.test(character) && !knownCharacters.has(character));

describe('the vocabulary', () => {
  test('every term has its four languages, none empty, none with blanks around it', () => {
    const wrongTerms = allTerms.filter(
      ([, term]) => term.length !== LANGS.length || term.some((text) => text === '' || text !== text.trim()),
    );
    expect(wrongTerms.map(([key]) => key)).toEqual([]);
    expectItemsChecked('terms', allTerms.length);
  });

  test('every term names the same placeholders in all four languages', () => {
    const wrongTerms = allTerms.filter(
      ([, term]) => new Set(term.map((text) => findPlaceholders(text).join())).size > 1,
    );
    expect(wrongTerms.map(([key]) => key)).toEqual([]);
    expectItemsChecked(
      'terms with placeholders',
      allTerms.filter(([, term]) => findPlaceholders(term[0]).length > 0).length,
    );
  });

  test('English counts in two forms, one and other; the other languages need none', () => {
    const wrongTerms = allTerms.filter(([, term]) =>
      term.some((text, langIndex) => {
        const countNames = [...text.matchAll(/\{(\w+):[^{}|]+\|[^{}|]+\}/g)].map((match) => match[1]!);
        return (
          countNames.some((name) => !text.includes(`{{${name}}}`)) ||
          (countNames.length > 0 && LANGS[langIndex] !== 'en_US') ||
          // A brace is a mistake unless it belongs to a placeholder or to a pair of singular and plural.
          /[{}]/.test(text.replaceAll(/\{\{\w+\}\}|\{\w+:[^{}|]+\|[^{}|]+\}/g, ''))
        );
      }),
    );
    expect(wrongTerms.map(([key]) => key)).toEqual([]);
    const termsWithCount = allTerms.filter(([, [, english]]) => /\}\} (?:\w+ )?\{\w+:/.test(english));
    expectItemsChecked('terms that count', termsWithCount.length);
  });

  test('English says no “1 rows”: a noun after a count has a singular and a plural form', () => {
    const wrongTerms = allTerms.filter(([, [, english]]) => PLURAL_AFTER_COUNT_PATTERN.test(english));
    expect(wrongTerms.map(([key, [, english]]) => `${key}: ${english}`)).toEqual([]);
  });

  test('no heading repeats the unit that follows it, as “Days late days” would', () => {
    const fieldsWithUnit: [string, Field][] = [
      ...Object.values<EntityDeclaration>(entities).flatMap(({ name, fields }) =>
        listFieldPaths(name, fields),
      ),
      ...reports.flatMap(({ name, columns }) =>
        Object.entries(columns).map(([column, { field, label }]): [string, Field] => [
          `${name}.${column}`,
          { ...field, label },
        ]),
      ),
    ].filter(([, { unit }]) => unit !== undefined && unit !== 'seconds');
    const termsByKey = Object.fromEntries(allTerms) as Record<string, Term>;
    const wrongHeadings = fieldsWithUnit.flatMap(([fieldPath, field]) => {
      const label = termsByKey[getFieldLabel(fieldPath.split('.').at(-1)!, field)]!;
      return termsByKey[field.unit!]!.flatMap((unit, langIndex) =>
        repeatsUnit(label[langIndex]!, unit) ? [`${fieldPath}: ${label[langIndex]} ${unit}`] : [],
      );
    });
    expect(wrongHeadings).toEqual([]);
    expectItemsChecked('fields with a unit', fieldsWithUnit.length);
  });

  test('no key is in two areas', () => {
    const areasByKey = new Map<string, string[]>();
    for (const [area, areaTerms] of Object.entries(TERMS_BY_AREA)) {
      for (const key of Object.keys(areaTerms)) areasByKey.set(key, [...(areasByKey.get(key) ?? []), area]);
    }
    expect([...areasByKey].filter(([, keyAreas]) => keyAreas.length > 1)).toEqual([]);
    expect(areasByKey.size).toBe(Object.keys(terms).length);
    expectItemsChecked('areas', Object.keys(TERMS_BY_AREA).length);
  });

  test('a term that a report or a widget declares is declared only once', () => {
    const keys = declaredTerms.map(([key]) => key);
    expect(keys.filter((key, index) => key in terms || keys.indexOf(key) !== index)).toEqual([]);
    expectItemsChecked('words of reports and widgets', keys.length);
  });

  test('the character sets tell the scripts apart', () => {
    expect(findForeignHanCharacters('报废设备', CHARACTERS_BY_LANG.zh_CN)).toEqual([]);
    expect(findForeignHanCharacters('报废设备', CHARACTERS_BY_LANG.zh_TW)).toEqual(['报', '废', '设', '备']);
    expect(findForeignHanCharacters('報廢設備', CHARACTERS_BY_LANG.zh_TW)).toEqual([]);
    expect(findForeignHanCharacters('報廢設備', CHARACTERS_BY_LANG.zh_CN)).toEqual(['報', '廢', '設', '備']);
    expect(findForeignHanCharacters('廃棄設備', CHARACTERS_BY_LANG.ja_JP)).toEqual([]);
    expect(findForeignHanCharacters('报废', CHARACTERS_BY_LANG.ja_JP)).toEqual(['报', '废']);
  });

  test.each(['zh_CN', 'zh_TW', 'ja_JP'] as const)('%s is written in its own characters', (lang) => {
    const langIndex = LANGS.indexOf(lang);
    const foreignCharacters = allTerms.flatMap(([key, term]) =>
      findForeignHanCharacters(term[langIndex]!, CHARACTERS_BY_LANG[lang]).map(
        (character) => `${key}: ${character} in ${term[langIndex]}`,
      ),
    );
    expect(foreignCharacters).toEqual([]);
    expectItemsChecked(
      `terms with Han characters in ${lang}`,
      allTerms.filter(([, term]) => HAN_PATTERN.test(term[langIndex]!)).length,
    );
  });

  test.each(['zh_CN', 'zh_TW', 'ja_JP'] as const)('%s has one word for one thing', (lang) => {
    const langIndex = LANGS.indexOf(lang);
    const wrongTerms = allTerms.filter(([, term]) =>
      GIVEN_UP_WORDS[lang].some((word) => term[langIndex]!.includes(word)),
    );
    expect(wrongTerms.map(([key]) => key)).toEqual([]);
    expectItemsChecked(`terms in ${lang}`, allTerms.length);
  });

  test('Chinese has no kana, English no Han', () => {
    const wrongTerms = allTerms.filter(
      ([, [simplified, english, traditional]]) =>
        KANA_PATTERN.test(simplified) ||
        KANA_PATTERN.test(traditional) ||
        HAN_PATTERN.test(english) ||
        KANA_PATTERN.test(english),
    );
    expect(wrongTerms.map(([key]) => key)).toEqual([]);
    expectItemsChecked('terms', allTerms.length);
  });

  test('simplified and traditional Chinese differ where their characters do', () => {
    const equalTerms = allTerms.filter(
      ([, [simplified, , traditional]]) =>
        simplified === traditional &&
        findForeignHanCharacters(simplified, CHARACTERS_BY_LANG.zh_TW).length > 0,
    );
    expect(equalTerms.map(([key]) => key)).toEqual([]);
    expectItemsChecked(
      'terms that differ between them',
      allTerms.filter(([, [simplified, , traditional]]) => simplified !== traditional).length,
    );
  });
});
