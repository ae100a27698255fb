import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { LabelActions } from '#client/production/printing/label-actions.tsx';

const listLines = (material: AnyRow): string[] => [
  String(material['name']),
  [material['defaultSpec'], material.labels['unitId']].filter(Boolean).join(' · '),
];

/** Prints the labels of the selected materials. Workers scan the label when they take the material. */
export const MaterialLabelActions = ({ rows }: BatchActionsProps) => (
  <LabelActions rows={rows} type="MATERIAL" listLines={listLines} />
);
