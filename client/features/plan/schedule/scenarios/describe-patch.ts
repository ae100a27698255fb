import type { NamedPatch } from '#shared/answers/schedule.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

function describeKind({ kind, name, dueDate, hours }: NamedPatch, t: Translate): string {
  if (kind === 'rushOrder') return t('orderRushed', { name });
  if (kind === 'otherDueDate') return t('orderDueOn', { name, day: dueDate });
  if (kind === 'overtimeOfGroup') return t('overtimePerDay', { name, hours: formatNumber(hours ?? 0, 2) });
  return t('machineIsDown', { name });
}

/** Describes one change of a scenario: 'CNC-1 down (… – 08-12 10:00)'. */
export function describePatch(patch: NamedPatch, zone: string, t: Translate): string {
  const text = describeKind(patch, t);
  const { from, until } = patch;
  if (from === null && until === null) return text;
  const format = (instant: string | null): string => (instant === null ? '…' : formatMoment(instant, zone));
  return t('patchTimes', { patch: text, from: format(from), until: format(until) });
}
