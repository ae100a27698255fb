import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** The query cache of all screens. After a live change the affected queries are refetched. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      // Only a call that timed out is retried, once. The server would refuse a refused call again.
      retry: (failureCount, error) =>
        error instanceof CallError && error.code === 'timedOut' && failureCount < 1,
    },
    mutations: { retry: false },
  },
});
