import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { TimeChange } from '#shared/answers/routing/time-change.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** How long typing must pause before the server computes the times, in milliseconds. */
const TYPING_PAUSE_MS = 300;

/** Shows which process times will change when the part is saved, with the old and the new minutes. */
export function TimeChangesHint({ partId }: { partId: number }) {
  const t = useT();
  const { values, initial } = useEnclosingForm();
  const toNumber = (value: unknown) =>
    value === null || value === undefined || value === '' ? null : Number(value);
  const typedValues = {
    quantity: toNumber(values['quantity']),
    size: (values['size'] as string | null) ?? null,
    weight: toNumber(values['weight']),
  };
  const measuresJson = useDebouncedText(JSON.stringify(typedValues), TYPING_PAUSE_MS);
  const isChanged = (['quantity', 'size', 'weight'] as const).some((name) => values[name] !== initial[name]);
  const isValid = [typedValues.quantity, typedValues.weight].every((value) => value === null || value >= 0);
  const { data: changes } = useQuery({
    queryKey: queryKeys.entity('process', 'times', { partId, measuresJson }),
    queryFn: ({ signal }) =>
      call<TimeChange[]>(
        `${entities.process.path}/times/preview`,
        { partId, ...(JSON.parse(measuresJson) as typeof typedValues) },
        { signal, codesShownElsewhere: ['fieldsInvalid'] },
      ),
    enabled: isChanged && isValid && typedValues.quantity !== null,
  });
  if (!isChanged || !changes || changes.length === 0) return null;
  const toText = (minutes: number | null) => (minutes === null ? '—' : formatNumber(minutes));
  return (
    <Callout compact intent="primary" role="status">
      {t('timesChange', {
        changes: joinWords(
          changes.map(({ name, time, before, after }) =>
            t('timeChange', {
              process: name,
              time: t(time),
              before: toText(before),
              after: toText(after),
            }),
          ),
        ),
      })}
    </Callout>
  );
}
