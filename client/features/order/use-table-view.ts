import { useState } from 'react';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/** Whether the user sees a list of the order page as a table. The browser stores the choice. */
export function useTableView(list: 'parts' | 'processes'): [boolean, (isTable: boolean) => void] {
  const key = `order.${list}AsTable`;
  const [isTable, setIsTable] = useState(() => browserStorage.forGood.get(key) === true);
  const choose = (next: boolean) => {
    browserStorage.forGood.set(key, next ? true : undefined);
    setIsTable(next);
  };
  return [isTable, choose];
}
