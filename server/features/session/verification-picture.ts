import { randomBytes } from 'node:crypto';
import { drawLine, encodePng, makeRaster, type Point } from './picture-raster.ts';
import { pickRandomBetween } from './random.ts';
import { codeGlyphs, type Stroke } from './verification-glyphs.ts';

const PICTURE_WIDTH_PX = 280;
const PICTURE_HEIGHT_PX = 96;
const PIXELS_PER_GLYPH_UNIT = 3.9;
const [MIN_THICKNESS_PX, MAX_THICKNESS_PX] = [4.4, 5.6];
/** The brightness of the dark and the light areas of a picture, from 0 to 1. */
const [DARK_BRIGHTNESS, LIGHT_BRIGHTNESS] = [0.22, 0.97];
const NOISE_AMPLITUDE = 0.12;

/** Adds points along a stroke, so that the stroke can be bent. */
const subdivideStroke = (stroke: Stroke): Point[] =>
  stroke.flatMap((point, index) => {
    const next = stroke[index + 1];
    if (!next) return [point];
    const stepCount = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / 1.5));
    return Array.from({ length: stepCount }, (_, step): Point => [
      point[0] + ((next[0] - point[0]) * step) / stepCount,
      point[1] + ((next[1] - point[1]) * step) / stepCount,
    ]);
  });

/**
 * Makes a short wavy line that belongs to no character. It runs across characters near the upper or lower
 * edge of the picture. People see by its waves that it is not a stroke of a character.
 */
function makeStrayLine(isUpper: boolean): Point[] {
  const startY = isUpper ? pickRandomBetween(8, 16) : PICTURE_HEIGHT_PX - pickRandomBetween(8, 16);
  const [startX, length] = [
    pickRandomBetween(0, PICTURE_WIDTH_PX * 0.65),
    PICTURE_WIDTH_PX * pickRandomBetween(0.3, 0.42),
  ];
  const [rise, bend] = [pickRandomBetween(-4, 4), pickRandomBetween(4, 6)];
  const halfWaveCount = length / pickRandomBetween(16, 22);
  return Array.from({ length: 40 }, (_, step): Point => {
    const t = step / 39;
    return [startX + length * t, startY + rise * t + bend * Math.sin(t * halfWaveCount * Math.PI)];
  });
}

/** Makes the lines of a character that is bent and turned like handwriting. */
function makeCharacterLines(character: string, [middleX, middleY]: Point): Point[][] {
  const [angle, slant] = [pickRandomBetween(-0.32, 0.32), pickRandomBetween(-0.2, 0.2)];
  const [scaleX, scaleY] = [1, 2].map(() => PIXELS_PER_GLYPH_UNIT * pickRandomBetween(0.85, 1.12)) as [
    number,
    number,
  ];
  const wave = {
    amplitude: pickRandomBetween(2, 4),
    frequency: pickRandomBetween(0.06, 0.1),
    phase: pickRandomBetween(0, 6),
  };
  return (codeGlyphs[character] ?? []).map((stroke) =>
    subdivideStroke(stroke).map(([px, py]): Point => {
      const [dx, dy] = [(px - 5 + slant * (7 - py)) * scaleX, (py - 7) * scaleY];
      const x = middleX + dx * Math.cos(angle) - dy * Math.sin(angle);
      const y = middleY + dx * Math.sin(angle) + dy * Math.cos(angle);
      return [
        x + wave.amplitude * Math.sin(y * wave.frequency + wave.phase),
        y + wave.amplitude * Math.sin(x * wave.frequency + wave.phase),
      ];
    }),
  );
}

/**
 * Makes a function that returns for a pixel on which side of random curved borders it lies: 0 or 1. Close
 * to a border, it returns a value between 0 and 1.
 */
function makeInversionMask(): (x: number, y: number) => number {
  const waves = Array.from({ length: 3 }, () => {
    const [angle, frequency] = [pickRandomBetween(0, Math.PI * 2), pickRandomBetween(0.035, 0.06)];
    return { x: Math.cos(angle) * frequency, y: Math.sin(angle) * frequency, phase: pickRandomBetween(0, 7) };
  });
  return (x, y) => {
    let sum = 0;
    for (const wave of waves) sum += Math.sin(x * wave.x + y * wave.y + wave.phase);
    return Math.min(1, Math.max(0, 0.5 + sum * 6));
  };
}

/**
 * Renders a verification code as pixels. Stray lines are as thick as the strokes, and dark and light change places
 * at random borders. A program can therefore find the characters neither by the thickness of lines, nor by
 * brightness, nor as separate shapes.
 */
export function renderCodePixels(code: string) {
  const inkRaster = makeRaster(PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX);
  const characterWidth = (PICTURE_WIDTH_PX - 36) / code.length;
  const pickThickness = () => pickRandomBetween(MIN_THICKNESS_PX, MAX_THICKNESS_PX);
  [...code].forEach((character, index) => {
    const middle: Point = [
      18 + (index + 0.5) * characterWidth + pickRandomBetween(-5, 5),
      PICTURE_HEIGHT_PX / 2 + pickRandomBetween(-7, 7),
    ];
    for (const line of makeCharacterLines(character, middle)) drawLine(inkRaster, line, pickThickness());
  });
  for (const isUpper of [true, false]) drawLine(inkRaster, makeStrayLine(isUpper), pickThickness());
  const getInversion = makeInversionMask();
  const picture = makeRaster(PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX);
  const noise = randomBytes(picture.values.length);
  inkRaster.values.forEach((value, index) => {
    const inversion = getInversion(index % PICTURE_WIDTH_PX, Math.floor(index / PICTURE_WIDTH_PX));
    const mixedValue = value * (1 - inversion) + (1 - value) * inversion;
    picture.values[index] =
      LIGHT_BRIGHTNESS -
      (LIGHT_BRIGHTNESS - DARK_BRIGHTNESS) * mixedValue +
      NOISE_AMPLITUDE * (noise[index]! / 127.5 - 1);
  });
  return picture;
}

/** Renders a verification code as a PNG data URI. */
export const renderCodePicture = (code: string): string =>
  `data:image/png;base64,${encodePng(renderCodePixels(code)).toString('base64')}`;
