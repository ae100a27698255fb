import { crc32, deflateSync } from 'node:zlib';

/** A point of a picture, in pixels. */
export type Point = readonly [x: number, y: number];

/** A picture with one value per pixel. In a PNG, values up to 0 are black, and values from 1 are white. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export const makeRaster = (width: number, height: number): Raster => ({
  width,
  height,
  values: new Float32Array(width * height),
});

/** Draws one straight line of value 1 with round ends. Where lines cross, each pixel keeps the larger value. */
function drawSegment({ width, height, values }: Raster, [ax, ay]: Point, [bx, by]: Point, thickness: number) {
  const [dx, dy, radius] = [bx - ax, by - ay, thickness / 2];
  const squaredLength = dx * dx + dy * dy || 1;
  const [left, right] = [Math.min(ax, bx) - radius - 1, Math.max(ax, bx) + radius + 1];
  const [top, bottom] = [Math.min(ay, by) - radius - 1, Math.max(ay, by) + radius + 1];
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x++) {
      const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squaredLength));
      const distance = Math.hypot(x - ax - t * dx, y - ay - t * dy);
      const coverage = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const index = y * width + x;
      if (coverage > values[index]!) values[index] = coverage;
    }
}

/** Draws a line through points; the thickness is in pixels. */
export function drawLine(raster: Raster, points: readonly Point[], thickness: number): void {
  points.forEach((point, index) => {
    const next = points[index + 1];
    if (next) drawSegment(raster, point, next, thickness);
  });
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function makePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Encodes a picture as a greyscale PNG. */
export function encodePng({ width, height, values }: Raster): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Byte 8 is the bit depth. The bytes after it stay 0, which means grey and not interlaced.
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = Math.round(Math.min(1, Math.max(0, values[y * width + x]!)) * 255);
  return Buffer.concat([
    PNG_SIGNATURE,
    makePngChunk('IHDR', header),
    makePngChunk('IDAT', deflateSync(rows)),
    makePngChunk('IEND', Buffer.alloc(0)),
  ]);
}
