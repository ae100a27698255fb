import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** The query cache of all screens. Live changes invalidate parts of it, which are then refetched. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      // Only a call without a response is worth a retry; a refusal is final.
      retry: (tries, error) => error instanceof CallError && error.code === 'timedOut' && tries < 1,
    },
    mutations: { retry: false },
  },
});
