import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** Names what a corrective action covers: its operation type and its part code. */
export const formatScope = ({ craft, partCode }: CorrectiveDetail, t: Translate): string =>
  [craft ?? t('allCrafts'), partCode].filter(Boolean).join(' · ');
