import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useState } from 'react';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { PAIR_PARAMETER } from '#client/kit/pages/addresses.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { PairScreenDialog } from './pair-screen-dialog.tsx';
import { screenPage, ScreenTabs } from './screen-pages.tsx';

/** The interval at which the list reloads to update the last-seen times, in milliseconds. */
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

/** Lists the screens. The address in a screen's QR code opens the dialog that pairs this screen. */
export function ScreenList() {
  const [address, setAddress] = useSearchParams();
  const scannedCode = address.get(PAIR_PARAMETER);
  const [isAdding, setAdding] = useState(false);
  useRegularRefetch();
  const closeDialog = () => {
    setAdding(false);
    if (scannedCode !== null)
      setAddress(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(PAIR_PARAMETER);
          return next;
        },
        { replace: true },
      );
  };
  return (
    <>
      <EntityListPage page={screenPage} tabs={<ScreenTabs />} onAdd={() => setAdding(true)} />
      {(isAdding || scannedCode !== null) && (
        <PairScreenDialog scannedCode={scannedCode} screen={null} onClose={closeDialog} />
      )}
    </>
  );
}
