/** A line of a flow: the steps of one part that stand side by side. */
export interface FlowLine<S> {
  readonly key: string;
  readonly steps: readonly S[];
  /** Whether the line is the first of its part. The others continue the line above. */
  readonly isFirst: boolean;
}

/**
 * Breaks the steps of a flow into lines. A part begins a new line, and a part with more than `perLine` steps takes
 * several lines of about the same length.
 * @param steps the steps in the sequence of the flow; the steps of a part follow each other
 */
export function breakIntoLines<S extends { readonly partId: string }>(
  steps: readonly S[],
  perLine: number,
): FlowLine<S>[] {
  const parts: S[][] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if (last?.[0]!.partId === step.partId) last.push(step);
    else parts.push([step]);
  }
  return parts.flatMap((part, index) => {
    const lines = Math.ceil(part.length / Math.max(1, perLine));
    const length = Math.ceil(part.length / lines);
    return Array.from({ length: Math.ceil(part.length / length) }, (_, line) => ({
      key: `${index} ${line}`,
      steps: part.slice(line * length, (line + 1) * length),
      isFirst: line === 0,
    }));
  });
}
