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
  const users = listFilesWith(/from 'react-grid-layout/);
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((file) => !file.startsWith(DESIGNER_FOLDER))).toEqual([]);
  const importers = listFilesWith(/^(import|export)\b[^;]*from '[^']*\/designer\//m);
  expect(importers.filter((file) => !file.startsWith(DESIGNER_FOLDER))).toEqual([]);
  expect(listFilesWith(/import\('#boards\/designer\//)).toEqual(['client/app/board-pages/routes.tsx']);
});
