import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { CodeIsLate, useFetchState } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { ToastList } from '#client/kit/messages/toast-list.tsx';
import { innerPages, router } from './routes/router.tsx';

/** The root component. */
export function App() {
  const { isLate } = useFetchState(innerPages);
  return (
    <QueryClientProvider client={queryClient}>
      {isLate && <CodeIsLate />}
      <RouterProvider router={router} />
      <ToastList />
    </QueryClientProvider>
  );
}
