import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { useT } from '#client/kit/words/t.ts';
import { LabelActions } from '#client/production/printing/label-actions.tsx';

/** Prints the labels of the selected gauges. People scan the label when they measure with the gauge. */
export function GaugeLabelActions({ rows }: BatchActionsProps) {
  const t = useT();
  const listLines = (gauge: AnyRow): string[] => [
    [gauge['name'], gauge['serialNumber']].filter(Boolean).join(' · '),
    gauge['dueOn'] ? t('gaugeDue', { day: String(gauge['dueOn']) }) : t('gaugeNotCalibrated'),
  ];
  return <LabelActions rows={rows} type="GAUGE" listLines={listLines} />;
}
