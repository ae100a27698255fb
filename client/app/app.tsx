import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { ToastList } from '#client/kit/messages/toast-list.tsx';
import { router } from './routes/router.tsx';

/** The product in the browser. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastList />
    </QueryClientProvider>
  );
}
