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
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]!).sort();

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
function listCharacters(encoding: string, leads: [number, number], trails: [number, number]): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (let trail = trails[0]; trail <= trails[1]; trail++)
      found.add(decoder.decode(new Uint8Array([lead, trail])));
  }
  return found;
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

const HAN_PATTERN = /\p{Script=Han}/u;
const KANA_PATTERN = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const findForeignHanCharacters = (text: string, known: ReadonlySet<string>): string[] =>
  [...text].filter((one) => HAN_PATTERN.test(one) && !known.has(one));

describe('the vocabulary', () => {
  test('every term has its four languages, none empty, none with blanks around it', () => {
    const wrong = allTerms.filter(
      ([, term]) => term.length !== LANGS.length || term.some((text) => text === '' || text !== text.trim()),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
    expectItemsChecked('terms', allTerms.length);
  });

  test('every term names the same placeholders in all four languages', () => {
    const wrong = allTerms.filter(
      ([, term]) => new Set(term.map((text) => findPlaceholders(text).join())).size > 1,
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
    expectItemsChecked(
      'terms with placeholders',
      allTerms.filter(([, term]) => findPlaceholders(term[0]).length > 0).length,
    );
  });

  test('English counts in two forms, one and other; the other languages need none', () => {
    const wrong = allTerms.filter(([, term]) =>
      term.some((text, at) => {
        const forms = [...text.matchAll(/\{(\w+):[^{}|]+\|[^{}|]+\}/g)].map((found) => found[1]!);
        return (
          forms.some((name) => !text.includes(`{{${name}}}`)) ||
          (forms.length > 0 && LANGS[at] !== 'en_US') ||
          // A brace outside a placeholder and outside a pair of singular and plural is a mistake.
          /[{}]/.test(text.replaceAll(/\{\{\w+\}\}|\{\w+:[^{}|]+\|[^{}|]+\}/g, ''))
        );
      }),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
    const counted = allTerms.filter(([, [, english]]) => /\}\} (?:\w+ )?\{\w+:/.test(english));
    expectItemsChecked('terms that count', counted.length);
  });

  test('English says no “1 rows”: what follows a count is in the form for it', () => {
    const wrong = allTerms.filter(([, [, english]]) => PLURAL_AFTER_COUNT_PATTERN.test(english));
    expect(wrong.map(([key, [, english]]) => `${key}: ${english}`)).toEqual([]);
  });

  test('no heading repeats the unit that stands behind it, as “Days late days” would', () => {
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
    const words = Object.fromEntries(allTerms) as Record<string, Term>;
    const wrong = fieldsWithUnit.flatMap(([at, field]) => {
      const label = words[getFieldLabel(at.split('.').at(-1)!, field)]!;
      return words[field.unit!]!.flatMap((unit, lang) =>
        repeatsUnit(label[lang]!, unit) ? [`${at}: ${label[lang]} ${unit}`] : [],
      );
    });
    expect(wrong).toEqual([]);
    expectItemsChecked('fields with a unit', fieldsWithUnit.length);
  });

  test('no key stands in two areas', () => {
    const areas = new Map<string, string[]>();
    for (const [area, areaTerms] of Object.entries(TERMS_BY_AREA)) {
      for (const key of Object.keys(areaTerms)) areas.set(key, [...(areas.get(key) ?? []), area]);
    }
    expect([...areas].filter(([, keyAreas]) => keyAreas.length > 1)).toEqual([]);
    expect(areas.size).toBe(Object.keys(terms).length);
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
    const at = LANGS.indexOf(lang);
    const wrong = allTerms.flatMap(([key, term]) =>
      findForeignHanCharacters(term[at]!, CHARACTERS_BY_LANG[lang]).map(
        (one) => `${key}: ${one} in ${term[at]}`,
      ),
    );
    expect(wrong).toEqual([]);
    expectItemsChecked(
      `terms with Han characters in ${lang}`,
      allTerms.filter(([, term]) => HAN_PATTERN.test(term[at]!)).length,
    );
  });

  test('Chinese has no kana, English no Han', () => {
    const wrong = allTerms.filter(
      ([, [cn, en, tw]]) =>
        KANA_PATTERN.test(cn) || KANA_PATTERN.test(tw) || HAN_PATTERN.test(en) || KANA_PATTERN.test(en),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
    expectItemsChecked('terms', allTerms.length);
  });

  test('simplified and traditional Chinese differ where their characters do', () => {
    const same = allTerms.filter(
      ([, [cn, , tw]]) => cn === tw && findForeignHanCharacters(cn, CHARACTERS_BY_LANG.zh_TW).length > 0,
    );
    expect(same.map(([key]) => key)).toEqual([]);
    expectItemsChecked(
      'terms that differ between them',
      allTerms.filter(([, [cn, , tw]]) => cn !== tw).length,
    );
  });
});
