/**
 * The characters of verification codes. Characters that look alike when they are bent are left out.
 */
export const CODE_CHARACTERS = 'ACEFHKMNPRTWY369';

/**
 * A stroke of a character as a list of points, in a field that is 10 units wide and 14 units high.
 */
export type Stroke = readonly (readonly [x: number, y: number])[];

const makeArc = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fromDegrees: number,
  toDegrees: number,
): Stroke => {
  const stepCount = Math.max(6, Math.ceil(Math.abs(toDegrees - fromDegrees) / 18));
  return Array.from({ length: stepCount + 1 }, (_, step) => {
    const angle = ((fromDegrees + ((toDegrees - fromDegrees) * step) / stepCount) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
};

export const codeGlyphs: Readonly<Record<string, readonly Stroke[]>> = {
  A: [
    [
      [0, 14],
      [5, 0],
      [10, 14],
    ],
    [
      [2, 9.5],
      [8, 9.5],
    ],
  ],
  C: [makeArc(5.5, 7, 5, 7, -55, -305)],
  E: [
    [
      [9, 0],
      [1, 0],
      [1, 14],
      [9, 14],
    ],
    [
      [1, 6.8],
      [7.5, 6.8],
    ],
  ],
  F: [
    [
      [9, 0],
      [1, 0],
      [1, 14],
    ],
    [
      [1, 6.5],
      [7.5, 6.5],
    ],
  ],
  H: [
    [
      [1, 0],
      [1, 14],
    ],
    [
      [9, 0],
      [9, 14],
    ],
    [
      [1, 7],
      [9, 7],
    ],
  ],
  K: [
    [
      [1, 0],
      [1, 14],
    ],
    [
      [9, 0],
      [1, 8],
    ],
    [
      [3.6, 5.6],
      [9.4, 14],
    ],
  ],
  M: [
    [
      [0, 14],
      [1, 0],
      [5, 9],
      [9, 0],
      [10, 14],
    ],
  ],
  N: [
    [
      [1, 14],
      [1, 0],
      [9, 14],
      [9, 0],
    ],
  ],
  P: [[[1, 14], [1, 0], [5, 0], ...makeArc(5, 3.8, 4, 3.8, -90, 90), [1, 7.6]]],
  R: [
    [[1, 14], [1, 0], [5, 0], ...makeArc(5, 3.6, 4, 3.6, -90, 90), [1, 7.2]],
    [
      [4.8, 7.2],
      [9.4, 14],
    ],
  ],
  T: [
    [
      [0, 0],
      [10, 0],
    ],
    [
      [5, 0],
      [5, 14],
    ],
  ],
  W: [
    [
      [0, 0],
      [2.4, 14],
      [5, 4],
      [7.6, 14],
      [10, 0],
    ],
  ],
  Y: [
    [
      [0, 0],
      [5, 7],
      [10, 0],
    ],
    [
      [5, 7],
      [5, 14],
    ],
  ],
  3: [[...makeArc(4.6, 3.6, 4, 3.6, -150, 90), ...makeArc(4.6, 10.3, 4.6, 3.7, -90, 150)]],
  6: [[[7.5, 0], [2.2, 6.2], ...makeArc(5, 9.8, 4.2, 4.2, -140, 220)]],
  9: [[[2.5, 14], [7.8, 7.8], ...makeArc(5, 4.2, 4.2, 4.2, 40, 400)]],
};
