import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { CallError } from '#client/kit/wire/call-error.ts';
import { OldDataBand } from '#client/kit/live/old-data-band.tsx';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

it('a page whose data could not be read again shows the age of the data, until a retry succeeds', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  let isServerAway = false;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Page() {
    const { data } = useQuery({
      queryKey: ['orders'],
      queryFn: async () => {
        if (isServerAway) throw new CallError({ code: 'databaseAway', message: 'away', flag: null }, 503);
        return 'orders';
      },
    });
    return <p>{data}</p>;
  }
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  root.render(
    <QueryClientProvider client={client}>
      <OldDataBand />
      <Page />
    </QueryClientProvider>,
  );
  const findBand = () => host.querySelector('[role="status"]');
  await waitUntil(() => expect(host.textContent).toBe('orders'));
  expect(findBand()).toBeNull();

  isServerAway = true;
  await client.refetchQueries();
  await waitUntil(() =>
    expect(findBand()?.textContent).toMatch(/未能更新：显示的是 .+ 的数据（0 分钟前），可能已变化/),
  );
  expect(host.textContent).toContain('orders');

  isServerAway = false;
  const retry = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === t('retry'));
  retry!.click();
  await waitUntil(() => expect(findBand()).toBeNull());
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});
