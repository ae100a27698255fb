import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useState } from 'react';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { PAIR_PARAMETER } from '#client/kit/pages/addresses.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { PairScreenDialog } from './pair-screen-dialog.tsx';
import { screenPage, ScreenTabs } from './screen-pages.tsx';

/** How often the list is read again for the times when the screens were last seen, in milliseconds. */
const REFETCH_INTERVAL_MS = 15_000;

/** Reads the list of screens again at regular intervals, while the page is visible. */
function useRegularRefetch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: queryKeys.entity('wallScreen', 'page') });
    }, REFETCH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [client]);
}

/** The registry of screens. The address of the QR code on a screen opens the dialog that pairs this screen. */
export function ScreenList() {
  const [address, setAddress] = useSearchParams();
  const scanned = address.get(PAIR_PARAMETER);
  const [isAdding, setAdding] = useState(false);
  useRegularRefetch();
  const close = () => {
    setAdding(false);
    if (scanned !== null)
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete(PAIR_PARAMETER);
          return next;
        },
        { replace: true },
      );
  };
  return (
    <>
      <EntityListPage page={screenPage} tabs={<ScreenTabs />} onAdd={() => setAdding(true)} />
      {(isAdding || scanned !== null) && <PairScreenDialog scanned={scanned} screen={null} onClose={close} />}
    </>
  );
}
