import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const TOKEN_STYLESHEET = 'client/kit/look/tokens.css';
const MAX_STYLESHEET_LINES = 300;
const MAX_DIFFERENT_FONT_SIZES = 8;
/** The smallest readable font size, in pixels. */
const MIN_FONT_SIZE_PX = 12;

const readClientAndBoardFiles = (filePattern: RegExp): { file: string; source: string }[] =>
  ['client', 'boards']
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => filePattern.test(file))
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    .map((file) => ({ file, source: readFileSync(join(projectFolder, file), 'utf8') }));

interface CssDeclaration {
  name: string;
  value: string;
}

/** Finds the CSS declarations that set a font size or define a size token. */
const findSizeDeclarations = (css: string): CssDeclaration[] =>
  [
    ...css
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/(?<=^|[{;\s])(font|font-size|--text-[\w-]+)\s*:\s*([^;}]+)/g),
  ].map(([, name, value]) => ({ name: name!, value: value!.trim().replaceAll(/\s+/g, ' ') }));

const isSizeToken = ({ name }: CssDeclaration): boolean => name.startsWith('--text-');

/** Tells whether a value is a size token, or the minimum (`min()`) of a size token and another length. */
function usesSizeToken(value: string, tokens: ReadonlySet<string>): boolean {
  const [, token, tokenInMin] = /^(?:var\((--[\w-]+)\)|min\(var\((--[\w-]+)\), .+\))$/.exec(value) ?? [];
  return tokens.has(token ?? tokenInMin ?? '');
}

/**
 * Finds the violations in a stylesheet. In the token stylesheet, the definitions of the size tokens
 * count as violations too; the test of all stylesheets leaves out these definitions.
 */
function findProblems(css: string, tokens: ReadonlySet<string>): string[] {
  const lineCount = css.trimEnd().split('\n').length;
  const wrongDeclarations = findSizeDeclarations(css).filter((declaration) => {
    // A stylesheet may redefine size tokens relative to the text size of the stage, but may not add tokens.
    if (isSizeToken(declaration))
      return !tokens.has(declaration.name) || !/^(calc\()?var\(--text\)/.test(declaration.value);
    if (declaration.value === 'inherit') return false;
    // A font size of 0 needs no token, because the browser paints no text of this size.
    return (
      declaration.name === 'font' || (declaration.value !== '0' && !usesSizeToken(declaration.value, tokens))
    );
  });
  return [
    ...(lineCount > MAX_STYLESHEET_LINES ? [`${lineCount} lines`] : []),
    ...wrongDeclarations.map(({ name, value }) => `${name}: ${value}`),
  ];
}

/** Finds the font sizes that a component sets without tokens. */
const findSizesInCode = (source: string, tokens: ReadonlySet<string>): string[] =>
  [...source.matchAll(/\b(?:fontSize|font-size)['"]?\s*[:=]\s*\{?\s*(?:(['"`])(.*?)\1|([^\s,;})]+))/g)]
    .map(([, , quotedValue, unquotedValue]) => quotedValue ?? unquotedValue!)
    .filter((value) => value !== 'inherit' && !usesSizeToken(value, tokens));

const stylesheets = readClientAndBoardFiles(/\.css$/);
const sizeTokens = findSizeDeclarations(
  stylesheets.find(({ file }) => file === TOKEN_STYLESHEET)!.source,
).filter(isSizeToken);
const sizeTokenNames = new Set(sizeTokens.map(({ name }) => name));

describe('planted violations', () => {
  const knownTokens = new Set(['--text-m', '--text-l']);

  test.each([
    ['a size', 'a { font-size: 13px; }'],
    ['a size of the last declaration', 'a{color:red;font-size:13px}'],
    ['a multiple', 'a { font-size: 1.2em; }'],
    ['a calculation with a token', 'a { font-size: calc(var(--text-m) * 2); }'],
    ['no room to fit into', 'a { font-size: min(1.5em, 10cqi); }'],
    ['an unknown token', 'a { font-size: var(--text-huge); }'],
    ['a colour as a size', 'a { font-size: var(--mes-text); }'],
    ['the shorthand', 'a { font: 600 13px sans-serif; }'],
    ['a media query', '@media print {\n  a {\n    font-size: 12pt;\n  }\n}'],
    ['a new token', 'a { --text-huge: var(--text); }'],
    ['a token in pixels', 'a { --text-m: 15px; }'],
    ['a long file', 'a { color: inherit; }\n'.repeat(MAX_STYLESHEET_LINES + 1)],
  ])('%s is found', (_, css) => {
    expect(findProblems(css, knownTokens)).toHaveLength(1);
  });

  test.each([
    ['a token', 'a { font-size: var(--text-m); }'],
    ['as much of a token as there is room for', 'a { font-size: min(var(--text-l), calc(100cqi / 3)); }'],
    ['what is inherited', 'a { font: inherit; font-size: inherit; }'],
    ['type that is not drawn', 'a { font-size: 0; }'],
    ['a comment', '/* font-size: 13px; */ a { color: inherit; }'],
    ['another property', 'a { font-family: serif; --card-font-size: 3; }'],
    ['a token of a stage', 'a { --text-l: calc(var(--text) * 1.5); --text-m: var(--text); }'],
    ['a file of the most lines', 'a { color: inherit; }\n'.repeat(MAX_STYLESHEET_LINES)],
  ])('%s is fine', (_, css) => {
    expect(findProblems(css, knownTokens)).toEqual([]);
  });

  test('a size in a component is found', () => {
    const findSizes = (source: string) => findSizesInCode(source, knownTokens);
    expect(findSizes('const theme = { text: { fontSize: 12, fill: 1 } };')).toEqual(['12']);
    expect(findSizes("<p style={{ fontSize: '1.2em' }} />")).toEqual(['1.2em']);
    expect(findSizes('<text fontSize={11} />')).toEqual(['11']);
    expect(findSizes('<text fontSize="11" />')).toEqual(['11']);
    expect(findSizes("const a = { fontSize: 'var(--text-m)' };")).toEqual([]);
  });
});

test(`there are at most ${MAX_DIFFERENT_FONT_SIZES} font sizes, and none is too small to read`, () => {
  expect(sizeTokens.length).toBeLessThanOrEqual(MAX_DIFFERENT_FONT_SIZES);
  const tooSmallTokens = sizeTokens.filter(
    ({ value }) => !/^\d+px$/.test(value) || Number.parseInt(value, 10) < MIN_FONT_SIZE_PX,
  );
  expect(tooSmallTokens).toEqual([]);
  expectItemsChecked('type sizes', sizeTokens.length);
});

test('every font size in a stylesheet is a token, and no stylesheet is too long', () => {
  const problems = stylesheets.flatMap(({ file, source }) =>
    findProblems(source, sizeTokenNames)
      .filter((problem) => file !== TOKEN_STYLESHEET || !problem.startsWith('--text-'))
      .map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
  const fontSizeDeclarations = stylesheets.flatMap(({ source }) =>
    findSizeDeclarations(source).filter(({ name }) => name === 'font-size'),
  );
  expectItemsChecked('stylesheets', stylesheets.length);
  expectItemsChecked('type sizes that stylesheets use', fontSizeDeclarations.length);
});

test('components set no font size of their own', () => {
  const files = readClientAndBoardFiles(/\.tsx?$/);
  const problems = files.flatMap(({ file, source }) =>
    findSizesInCode(source, sizeTokenNames).map((size) => `${file}: ${size}`),
  );
  expect(problems).toEqual([]);
  expectItemsChecked('sources of screens and boards', files.length);
});
