import type { StudyValues } from '#shared/msa/study.ts';
import { deriveControlFactors } from '#shared/spc/control-constants.ts';
import { computeMean, computeRange } from '#shared/spc/statistics.ts';
import { assignChartColours } from '#client/kit/charts/chart-colours.ts';
import type { ChartSeries } from './study-chart.tsx';

/** The content of one chart of a study. */
interface StudyChartContent {
  categories: string[];
  series: ChartSeries[];
  limits?: { words: string; value: number }[];
}

/** The charts of a study, in the order in which the MSA manual shows them. */
interface StudyCharts {
  byPart: StudyChartContent;
  byAppraiser: StudyChartContent;
  interaction: StudyChartContent;
  ranges: StudyChartContent;
}

/** Makes the charts of a study from its values, which are nested by appraiser, part and trial. */
export function makeStudyCharts(
  values: StudyValues,
  appraisers: readonly string[],
  words: { upperLimit: string; center: string; mean: string },
): StudyCharts {
  const keys = appraisers.map((_, index) => `appraiser ${index}`);
  const colours = assignChartColours([...keys, 'mean']);
  const parts = values[0]!.map((_, part) => String(part + 1));
  const trialCount = values[0]![0]!.length;
  const makeMeanSeries = (means: number[]): ChartSeries => ({
    name: words.mean,
    colour: colours['mean']!,
    points: means.map((value, category) => ({ category, value })),
    hasLine: true,
    hasDots: false,
  });
  /** Makes the series of an appraiser from the trials of each part. */
  const makeSeries = (
    appraiser: number,
    listPoints: (trials: readonly number[], part: number) => ChartSeries['points'],
    hasLine: boolean,
  ): ChartSeries => ({
    name: appraisers[appraiser]!,
    colour: colours[keys[appraiser]!]!,
    points: values[appraiser]!.flatMap(listPoints),
    hasLine,
    hasDots: true,
  });
  const meanRange = computeMean(values.flat().map((trials) => computeRange(trials)!));
  return {
    byPart: {
      categories: parts,
      series: [
        ...values.map((_, appraiser) =>
          makeSeries(appraiser, (trials, category) => trials.map((value) => ({ category, value })), false),
        ),
        makeMeanSeries(
          parts.map((_, part) => computeMean(values.flatMap((appraiserValues) => appraiserValues[part]!))),
        ),
      ],
    },
    byAppraiser: {
      categories: [...appraisers],
      series: [
        ...values.map((_, appraiser) => ({
          ...makeSeries(
            appraiser,
            (trials) => trials.map((value) => ({ category: appraiser, value })),
            false,
          ),
          name: '',
        })),
        makeMeanSeries(values.map((appraiserValues) => computeMean(appraiserValues.flat()))),
      ],
    },
    interaction: {
      categories: parts,
      series: values.map((_, appraiser) =>
        makeSeries(appraiser, (trials, category) => [{ category, value: computeMean(trials) }], true),
      ),
    },
    ranges: {
      categories: values.flatMap(() => parts),
      series: values.map((_, appraiser) =>
        makeSeries(
          appraiser,
          (trials, part) => [{ category: appraiser * parts.length + part, value: computeRange(trials)! }],
          true,
        ),
      ),
      limits: [
        { words: words.upperLimit, value: deriveControlFactors(trialCount).d4 * meanRange },
        { words: words.center, value: meanRange },
      ],
    },
  };
}
