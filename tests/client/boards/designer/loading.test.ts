import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DESIGNER_FOLDER = 'boards/designer/';
const sources = ['boards', 'client'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
    .map((file) => ({ file, text: readFileSync(file, 'utf8') })),
);
const listFilesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('only the designer uses the grid library, and only a page that is opened downloads the designer', () => {
  const gridLibraryFiles = listFilesWith(/from 'react-grid-layout/);
  expect(gridLibraryFiles.length).toBeGreaterThan(0);
  expect(gridLibraryFiles.filter((file) => !file.startsWith(DESIGNER_FOLDER))).toEqual([]);
  const designerImporters = listFilesWith(/^(import|export)\b[^;]*from '[^']*\/designer\//m);
  expect(designerImporters.filter((file) => !file.startsWith(DESIGNER_FOLDER))).toEqual([]);
  expect(listFilesWith(/import\('#boards\/designer\//)).toEqual(['client/app/board-pages/routes.tsx']);
});
