import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** Formats the scope of a corrective action: its operation type, or all of them, and its part code. */
export const formatScope = ({ craft, partCode }: CorrectiveDetail, t: Translate): string =>
  [craft ?? t('allCrafts'), partCode].filter(Boolean).join(' · ');
