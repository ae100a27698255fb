import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { DownloadRetryNotice, useFetchState } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { ToastList } from '#client/kit/messages/toast-list.tsx';
import { signedInRoutesCode, router } from './routes/router.tsx';

/**
 * The root component. It renders the router and the toasts, and shows a notice while the code of
 * the pages that need a sign-in cannot be downloaded.
 */
export function App() {
  const { isRetrying } = useFetchState(signedInRoutesCode);
  return (
    <QueryClientProvider client={queryClient}>
      {isRetrying && <DownloadRetryNotice />}
      <RouterProvider router={router} />
      <ToastList />
    </QueryClientProvider>
  );
}
