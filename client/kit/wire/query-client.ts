import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** What the screens have read. Live changes make parts of it stale; that is when it is read again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      // Only what did not arrive is worth asking again; a refusal stays one.
      retry: (tries, error) => error instanceof CallError && error.code === 'timedOut' && tries < 1,
    },
    mutations: { retry: false },
  },
});
