import { useQuery } from '@tanstack/react-query';
import type { StudyDetail } from '#shared/msa/study.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** Reads a study. The answer contains the values only after the study is concluded. */
export const useStudy = (id: number) =>
  useQuery({
    queryKey: queryKeys.entity('gaugeStudy', 'detail', id),
    queryFn: ({ signal }) => call<StudyDetail>('/mes/quality/gaugeStudy/detail', { id }, { signal }),
    meta: { watches: ['gaugeStudy'], pace: 500 },
  });
