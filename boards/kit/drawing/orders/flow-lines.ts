/** A line of a flow: the steps of one part that stand side by side. */
export interface FlowLine<S> {
  readonly key: string;
  readonly steps: readonly S[];
  /** Whether the line is the first line of its part. Other lines continue the line above. */
  readonly isFirst: boolean;
}

/**
 * Breaks the steps of a flow into lines. A part begins a new line, and a part with more than
 * `maxStepsPerLine` steps takes several lines of about the same length.
 * @param steps the steps in the sequence of the flow; the steps of a part follow each other
 */
export function breakIntoLines<S extends { readonly partId: string }>(
  steps: readonly S[],
  maxStepsPerLine: number,
): FlowLine<S>[] {
  const stepsByPart: S[][] = [];
  for (const step of steps) {
    const last = stepsByPart.at(-1);
    if (last?.[0]!.partId === step.partId) last.push(step);
    else stepsByPart.push([step]);
  }
  return stepsByPart.flatMap((partSteps, index) => {
    const lineCount = Math.ceil(partSteps.length / Math.max(1, maxStepsPerLine));
    const lineLength = Math.ceil(partSteps.length / lineCount);
    return Array.from({ length: Math.ceil(partSteps.length / lineLength) }, (_, lineIndex) => ({
      key: `${index} ${lineIndex}`,
      steps: partSteps.slice(lineIndex * lineLength, (lineIndex + 1) * lineLength),
      isFirst: lineIndex === 0,
    }));
  });
}
