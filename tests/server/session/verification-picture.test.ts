import { describe, expect, test } from 'vitest';
import { drawLine, makeRaster, type Point, type Raster } from '#server/features/session/picture-raster.ts';
import { makeVerificationCode } from '#server/features/session/verification-code.ts';
import { CODE_CHARACTERS, codeGlyphs } from '#server/features/session/verification-glyphs.ts';
import { renderCodePixels, renderCodePicture } from '#server/features/session/verification-picture.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** The size of the grid to which shapes are scaled before they are compared. */
const COMPARISON_GRID = { width: 14, height: 20 };
const PICTURE_COUNT = 200;
/**
 * The thickness of the strokes of characters, in pixels. The reading programs use it to tell strokes from the
 * background.
 */
const STROKE_THICKNESS_PX = 5;

/** Marks the pixels that count as ink, by their brightness. */
const markInkPixels = ({ width, height, values }: Raster, isInk: (value: number) => boolean) => ({
  width,
  height,
  ink: Uint8Array.from(values, (value) => (isInk(value) ? 1 : 0)),
});
type Bitmap = ReturnType<typeof markInkPixels>;

/** Scales a shape to the grid. @returns the share of ink in each cell, from 0 to 1 */
function scaleToGrid({ width, ink }: Bitmap, pixels: readonly number[]): Float32Array {
  const [xs, ys] = [pixels.map((pixel) => pixel % width), pixels.map((pixel) => Math.floor(pixel / width))];
  const findRange = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [[left, right], [top, bottom]] = [findRange(xs), findRange(ys)];
  const [grid, counts] = [
    new Float32Array(COMPARISON_GRID.width * COMPARISON_GRID.height),
    new Float32Array(COMPARISON_GRID.width * COMPARISON_GRID.height),
  ];
  const pixelSet = new Set(pixels);
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const column = Math.floor(((x - left) / (right - left + 1)) * COMPARISON_GRID.width);
      const cell =
        Math.floor(((y - top) / (bottom - top + 1)) * COMPARISON_GRID.height) * COMPARISON_GRID.width +
        column;
      counts[cell]! += 1;
      grid[cell]! += ink[y * width + x]! && pixelSet.has(y * width + x) ? 1 : 0;
    }
  return grid.map((value, cell) => (counts[cell] ? value / counts[cell]! : 0));
}

/** The templates of all characters. Each character has three: rotated by −0.25, 0 and 0.25 radians. */
const characterTemplates = [...CODE_CHARACTERS].flatMap((character) =>
  [-0.25, 0, 0.25].map((turn) => {
    const raster = makeRaster(90, 90);
    for (const stroke of codeGlyphs[character]!)
      drawLine(
        raster,
        stroke.map(([px, py]): Point => {
          const [dx, dy] = [(px - 5) * 4, (py - 7) * 4];
          return [
            45 + dx * Math.cos(turn) - dy * Math.sin(turn),
            45 + dx * Math.sin(turn) + dy * Math.cos(turn),
          ];
        }),
        STROKE_THICKNESS_PX,
      );
    const bitmap = markInkPixels(raster, (value) => value > 0.5);
    return { character, grid: scaleToGrid(bitmap, listInkPixels(bitmap)) };
  }),
);
function listInkPixels({ ink }: Bitmap): number[] {
  return [...ink.keys()].filter((pixel) => ink[pixel]);
}

/** Finds the character whose template is most like a shape. */
function findBestMatch(bitmap: Bitmap, pixels: readonly number[]): { character: string; similarity: number } {
  const grid = scaleToGrid(bitmap, pixels);
  let bestMatch = { character: '', similarity: -1 };
  for (const template of characterTemplates) {
    let [commonInk, anyInk] = [0, 0];
    grid.forEach((value, cell) => {
      commonInk += Math.min(value, template.grid[cell]!);
      anyInk += Math.max(value, template.grid[cell]!);
    });
    if (commonInk / anyInk > bestMatch.similarity)
      bestMatch = { character: template.character, similarity: commonInk / anyInk };
  }
  return bestMatch;
}

/** Finds connected shapes of ink, the largest first. */
function findShapes({ width, ink }: Bitmap): number[][] {
  const [remainingInk, shapes] = [Uint8Array.from(ink), [] as number[][]];
  for (let start = 0; start < remainingInk.length; start++) {
    if (!remainingInk[start]) continue;
    const shape = [start];
    remainingInk[start] = 0;
    for (let index = 0; index < shape.length; index++)
      for (const step of [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]) {
        const next = shape[index]! + step;
        if (!remainingInk[next]) continue;
        remainingInk[next] = 0;
        shape.push(next);
      }
    shapes.push(shape);
  }
  return shapes.sort((a, b) => b.length - a.length);
}

/** Removes ink that is thicker than a stroke, because it belongs to the background. */
function removeBackground(bitmap: Bitmap): Bitmap {
  const { width, height, ink } = bitmap;
  const [radius, remainingInk] = [Math.ceil(STROKE_THICKNESS_PX / 2) + 1, Uint8Array.from(ink)];
  const isThick = (x: number, y: number) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        if (
          !ink[Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))]
        )
          return false;
    return true;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (ink[y * width + x] && isThick(x, y))
        for (let dy = -radius - 2; dy <= radius + 2; dy++)
          for (let dx = -radius - 2; dx <= radius + 2; dx++)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
              remainingInk[(y + dy) * width + x + dx] = 0;
  return { width, height, ink: remainingInk };
}

/** Blurs a picture, so that single noisy pixels do not count as ink. */
function blurPicture({ width, height, values }: Raster): Raster {
  const blurred: Raster = { width, height, values: Float32Array.from(values) };
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) sum += values[(y + dy) * width + x + dx]!;
      blurred.values[y * width + x] = sum / 9;
    }
  return blurred;
}

const computeCenterX = (width: number, shape: readonly number[]) =>
  shape.reduce((sum, pixel) => sum + (pixel % width), 0) / shape.length;

/** Reads a code from the four largest connected shapes, from left to right. */
const readCodeByShapes = (bitmap: Bitmap): string =>
  findShapes(bitmap)
    .slice(0, 4)
    .sort((a, b) => computeCenterX(bitmap.width, a) - computeCenterX(bitmap.width, b))
    .map((shape) => findBestMatch(bitmap, shape).character)
    .join('');

/** Reads a code from four columns of equal width, one character in each. */
const readCodeByColumns = (bitmap: Bitmap): string =>
  [0, 1, 2, 3]
    .map((column) => {
      const columnWidth = (bitmap.width - 36) / 4;
      const pixels = listInkPixels(bitmap).filter(
        (pixel) => Math.floor(((pixel % bitmap.width) - 18) / columnWidth) === column,
      );
      return pixels.length > 0 ? findBestMatch(bitmap, pixels).character : '';
    })
    .join('');

/** Finds the dark and the light lines of a picture, without the thicker background. */
function findLines(picture: Raster): Bitmap {
  const blurredPicture = blurPicture(picture);
  const [darkLines, lightLines] = [
    removeBackground(markInkPixels(blurredPicture, (value) => value < 0.6)),
    removeBackground(markInkPixels(blurredPicture, (value) => value >= 0.6)),
  ];
  return { ...darkLines, ink: darkLines.ink.map((value, pixel) => value | lightLines.ink[pixel]!) };
}

/** The programs that try to read a picture. Each name tells what the program compares with the characters. */
const readingPrograms: Record<string, (picture: Raster) => string> = {
  'dark shapes': (picture) => readCodeByShapes(markInkPixels(blurPicture(picture), (value) => value < 0.6)),
  'shapes of the thickness of a stroke': (picture) => readCodeByShapes(findLines(picture)),
  'dark columns': (picture) => readCodeByColumns(markInkPixels(blurPicture(picture), (value) => value < 0.6)),
  'columns of the thickness of a stroke': (picture) => readCodeByColumns(findLines(picture)),
};

/** Draws a code without any protection, so that the programs can read it. */
function drawWithoutDistortion(code: string): Raster {
  const picture = makeRaster(280, 96);
  [...code].forEach((character, index) => {
    for (const stroke of codeGlyphs[character]!)
      drawLine(
        picture,
        stroke.map(([x, y]): Point => [18 + (index + 0.5) * 61 + (x - 5) * 4, 48 + (y - 7) * 4]),
        STROKE_THICKNESS_PX,
      );
  });
  return { ...picture, values: picture.values.map((value) => 1 - value) };
}

describe('the verification picture', () => {
  const countReadCodes = (
    read: (picture: Raster) => string,
    draw: (code: string) => Raster,
    pictureCount = PICTURE_COUNT,
  ) => {
    let count = 0;
    for (let index = 0; index < pictureCount; index++) {
      const code = makeVerificationCode();
      if (read(draw(code)) === code) count += 1;
    }
    return count;
  };

  test.each(Object.keys(readingPrograms).filter((name) => name.startsWith('dark')))(
    'is read by a program that compares %s with the characters if nothing protects it',
    (name) => {
      expect(countReadCodes(readingPrograms[name]!, drawWithoutDistortion, 20)).toBeGreaterThanOrEqual(18);
    },
  );

  test.each(Object.keys(readingPrograms))(
    'is read less than once in twenty times by a program that compares %s with the characters',
    (name) => {
      const count = countReadCodes(readingPrograms[name]!, renderCodePixels);
      expectItemsChecked(`pictures, of which ${count} were read by ${name}`, PICTURE_COUNT);
      expect(count).toBeLessThan(PICTURE_COUNT / 20);
    },
    120_000,
  );

  test('is pixels, so it has no lines whose thickness a program could read', () => {
    const data = Buffer.from(renderCodePicture('ACEF').replace(/^data:image\/png;base64,/, ''), 'base64');
    expect(data.subarray(1, 4).toString()).toBe('PNG');
    expect(data.includes('ACEF')).toBe(false);
  });
});
