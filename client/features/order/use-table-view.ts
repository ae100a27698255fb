import { useCallback, useState } from 'react';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/** Whether the user sees a list of the order page as a table. The browser stores the choice. */
export function useTableView(listName: 'parts' | 'processes'): [boolean, (isTable: boolean) => void] {
  const key = `order.${listName}AsTable`;
  const [isTable, setIsTable] = useState(() => browserStorage.forBrowser.get(key) === true);
  const chooseView = useCallback(
    (next: boolean) => {
      browserStorage.forBrowser.set(key, next ? true : undefined);
      setIsTable(next);
    },
    [key],
  );
  return [isTable, chooseView];
}
