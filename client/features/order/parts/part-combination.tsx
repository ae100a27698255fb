import { Button } from '@blueprintjs/core';
import { GitMergeIcon, UngroupObjectsIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { areSameParts, type CombinedPart } from '#shared/ledger/combine-parts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { CombinePartsDialog } from './combine-parts-dialog.tsx';
import { SeparatePartDialog } from './separate-part-dialog.tsx';

type Part = Entity<'part'>;
interface Props {
  part: Part;
  /** All parts of the order. */
  parts: readonly Part[];
}

/**
 * The buttons that combine equal parts with this part, and that take combined parts out of this part again. A
 * button is shown only if its action is possible.
 */
export function PartCombination({ part, parts }: Props) {
  const t = useT();
  const [dialog, setDialog] = useState<'combine' | 'separate' | null>(null);
  const { data: combinedParts = [] } = useQuery({
    queryKey: queryKeys.entity('part', 'combined', { orderId: part.orderId }),
    queryFn: ({ signal }) =>
      call<CombinedPart[]>(`${entities.part.path}/combined`, { id: part.orderId }, { signal }),
  });
  const sameParts = parts.filter((other) => areSameParts(part, other));
  const partsInside = combinedParts.filter(({ combinedIntoId }) => combinedIntoId === part.id);
  const close = () => setDialog(null);
  return (
    <>
      {sameParts.length > 0 && (
        <Button
          size="small"
          variant="minimal"
          icon={<GitMergeIcon />}
          title={t('combineParts')}
          aria-label={t('combineParts')}
          onClick={() => setDialog('combine')}
        />
      )}
      {partsInside.length > 0 && (
        <Button
          size="small"
          variant="minimal"
          icon={<UngroupObjectsIcon />}
          title={t('separatePart')}
          aria-label={t('separatePart')}
          onClick={() => setDialog('separate')}
        />
      )}
      {dialog === 'combine' && <CombinePartsDialog part={part} sameParts={sameParts} onClose={close} />}
      {dialog === 'separate' && <SeparatePartDialog part={part} partsInside={partsInside} onClose={close} />}
    </>
  );
}
