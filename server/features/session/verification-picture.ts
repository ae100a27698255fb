import { randomBytes } from 'node:crypto';
import { codeGlyphs, type Stroke } from './verification-glyphs.ts';

const WIDTH = 140;
const HEIGHT = 48;
const SCALE = 2.1;

const chance = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;
const between = (low: number, high: number): number => low + chance() * (high - low);

type Point = readonly [number, number];

/** Points every few units along a stroke, so that it can be bent. */
const finer = (stroke: Stroke): Point[] =>
  stroke.flatMap((point, index) => {
    const next = stroke[index + 1];
    if (!next) return [point];
    const steps = Math.max(
      1,
      Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / between(1.2, 2.2)),
    );
    return Array.from({ length: steps }, (_, step): Point => [
      point[0] + ((next[0] - point[0]) * step) / steps,
      point[1] + ((next[1] - point[1]) * step) / steps,
    ]);
  });

const path = (points: Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A line that belongs to no sign. */
const stray = (): string => {
  const [a, b, c] = [between(4, HEIGHT - 4), between(-6, HEIGHT + 6), between(4, HEIGHT - 4)];
  const [from, to] = [between(0, 24), between(WIDTH - 24, WIDTH)];
  return path(
    Array.from({ length: 14 }, (_, step): Point => {
      const t = step / 13;
      return [from + (to - from) * t, (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c];
    }),
  );
};

/** Shuffled, so that the order of the lines does not give away the order of the signs. */
const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** The picture of a verification code as a data URI: bent strokes among stray ones. */
export function codePicture(code: string): string {
  const wave = {
    x: between(0.07, 0.12),
    y: between(0.05, 0.09),
    turn: between(0, 6),
    size: between(1.4, 2.4),
  };
  const lines: { d: string; width: number }[] = [];
  const step = (WIDTH - 24) / code.length;
  [...code].forEach((sign, index) => {
    const [turn, slant] = [between(-0.26, 0.26), between(-0.2, 0.2)];
    const size = SCALE * between(0.88, 1.12);
    const [left, top] = [14 + index * step + step / 2 + between(-2, 2), HEIGHT / 2 + between(-4, 4)];
    for (const stroke of codeGlyphs[sign] ?? []) {
      const points = finer(stroke).map(([px, py]): Point => {
        const [dx, dy] = [(px - 5 + slant * (7 - py)) * size, (py - 7) * size];
        const x = left + dx * Math.cos(turn) - dy * Math.sin(turn);
        const y = top + dx * Math.sin(turn) + dy * Math.cos(turn);
        return [
          x + wave.size * Math.sin(y * wave.y * 2 + wave.turn) + between(-0.3, 0.3),
          y + wave.size * Math.sin(x * wave.x + wave.turn) + between(-0.3, 0.3),
        ];
      });
      lines.push({ d: path(points), width: between(2.2, 2.8) });
    }
  });
  for (let count = 0; count < 3; count++) lines.push({ d: stray(), width: between(0.9, 1.6) });
  const drawn = shuffled(lines)
    .map(({ d, width }) => `<path d="${d}" stroke-width="${width.toFixed(1)}"/>`)
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f7f9"/>` +
    `<g fill="none" stroke="#404854" stroke-linecap="round" stroke-linejoin="round">${drawn}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
