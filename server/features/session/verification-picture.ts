import { randomBytes } from 'node:crypto';
import { codeGlyphs, type Stroke } from './verification-glyphs.ts';

const PICTURE_WIDTH = 140;
const PICTURE_HEIGHT = 48;
const CHARACTER_SCALE = 2.1;

const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;
const randomBetween = (low: number, high: number): number => low + randomFraction() * (high - low);

type Point = readonly [number, number];

/** Adds points along a stroke, so that the stroke can be bent. */
const subdivideStroke = (stroke: Stroke): Point[] =>
  stroke.flatMap((point, index) => {
    const next = stroke[index + 1];
    if (!next) return [point];
    const steps = Math.max(
      1,
      Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / randomBetween(1.2, 2.2)),
    );
    return Array.from({ length: steps }, (_, step): Point => [
      point[0] + ((next[0] - point[0]) * step) / steps,
      point[1] + ((next[1] - point[1]) * step) / steps,
    ]);
  });

const toSvgPath = (points: Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Makes a random curve that belongs to no character and distracts programs that read pictures. */
const makeStraySvgPath = (): string => {
  const [a, b, c] = [
    randomBetween(4, PICTURE_HEIGHT - 4),
    randomBetween(-6, PICTURE_HEIGHT + 6),
    randomBetween(4, PICTURE_HEIGHT - 4),
  ];
  const [from, to] = [randomBetween(0, 24), randomBetween(PICTURE_WIDTH - 24, PICTURE_WIDTH)];
  return toSvgPath(
    Array.from({ length: 14 }, (_, step): Point => {
      const t = step / 13;
      return [from + (to - from) * t, (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c];
    }),
  );
};

/** Shuffles the lines, so that their order does not reveal the order of the characters. */
const shuffle = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: randomFraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** Renders a verification code as an SVG data URI, with bent strokes and distracting lines. */
export function renderCodePicture(code: string): string {
  const wave = {
    x: randomBetween(0.07, 0.12),
    y: randomBetween(0.05, 0.09),
    turn: randomBetween(0, 6),
    size: randomBetween(1.4, 2.4),
  };
  const lines: { d: string; width: number }[] = [];
  const step = (PICTURE_WIDTH - 24) / code.length;
  [...code].forEach((character, index) => {
    const [turn, slant] = [randomBetween(-0.26, 0.26), randomBetween(-0.2, 0.2)];
    const size = CHARACTER_SCALE * randomBetween(0.88, 1.12);
    const [left, top] = [
      14 + index * step + step / 2 + randomBetween(-2, 2),
      PICTURE_HEIGHT / 2 + randomBetween(-4, 4),
    ];
    for (const stroke of codeGlyphs[character] ?? []) {
      const points = subdivideStroke(stroke).map(([px, py]): Point => {
        const [dx, dy] = [(px - 5 + slant * (7 - py)) * size, (py - 7) * size];
        const x = left + dx * Math.cos(turn) - dy * Math.sin(turn);
        const y = top + dx * Math.sin(turn) + dy * Math.cos(turn);
        return [
          x + wave.size * Math.sin(y * wave.y * 2 + wave.turn) + randomBetween(-0.3, 0.3),
          y + wave.size * Math.sin(x * wave.x + wave.turn) + randomBetween(-0.3, 0.3),
        ];
      });
      lines.push({ d: toSvgPath(points), width: randomBetween(2.2, 2.8) });
    }
  });
  for (let count = 0; count < 3; count++)
    lines.push({ d: makeStraySvgPath(), width: randomBetween(0.9, 1.6) });
  const paths = shuffle(lines)
    .map(({ d, width }) => `<path d="${d}" stroke-width="${width.toFixed(1)}"/>`)
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}">` +
    `<rect width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" fill="#f6f7f9"/>` +
    `<g fill="none" stroke="#404854" stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
