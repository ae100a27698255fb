import { interpolateRgb } from 'd3';

/** What the colours of the bars can mean. */
export const GANTT_COLOURINGS = ['byLateness', 'byOperationState', 'byOrderColour'] as const;
export type GanttColouring = (typeof GANTT_COLOURINGS)[number];

/** The tones of bars. The CSS variable `--gantt-<tone>` has the colour of a tone. */
export const GANTT_TONES = [
  'late',
  'tight',
  'on-time',
  'no-due',
  'running',
  'ready',
  'waiting',
  'held',
  'hue-1',
  'hue-2',
  'hue-3',
  'hue-4',
  'hue-5',
  'hue-6',
] as const;
export type GanttTone = (typeof GANTT_TONES)[number];
const HUES = GANTT_TONES.filter((tone) => tone.startsWith('hue-'));

/** Returns the hue of an order. Orders with consecutive indexes have different hues. */
export const getHue = (orderIndex: number): GanttTone => HUES[orderIndex % HUES.length]!;

const INKS = [
  'surface',
  'head',
  'line',
  'grid',
  'closed',
  'text',
  'label',
  'muted',
  'accent',
  'now',
  'present',
  'problem',
] as const;
type Ink = (typeof INKS)[number];

/** The colours and fonts of the chart, read from the CSS variables of `gantt.css`. */
export interface GanttPalette {
  readonly inks: Readonly<Record<Ink, string>>;
  readonly edges: Readonly<Record<GanttTone, string>>;
  /** The edge colours, mixed with the surface colour to make the text on the bars readable. */
  readonly fills: Readonly<Record<GanttTone, string>>;
  readonly font: string;
  readonly boldFont: string;
}

/** The share of the edge colour in a fill colour: 0 to 1. */
const FILL_SHARE = 0.24;

const makeRecord = <K extends string>(keys: readonly K[], read: (key: K) => string): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, string>;

/** Reads the palette from the styles of an element. The caller must read it again when the theme changes. */
export function readPalette(element: Element): GanttPalette {
  const styles = getComputedStyle(element);
  const readToken = (name: string): string => styles.getPropertyValue(`--gantt-${name}`).trim() || '#888888';
  const inks = makeRecord(INKS, readToken);
  const edges = makeRecord(GANTT_TONES, readToken);
  const fills = makeRecord(GANTT_TONES, (tone) => interpolateRgb(inks.surface, edges[tone])(FILL_SHARE));
  const makeFont = (weight: number): string =>
    `${weight} ${styles.fontSize || '13px'} ${styles.fontFamily || 'sans-serif'}`;
  return { inks, edges, fills, font: makeFont(400), boldFont: makeFont(600) };
}
