import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { hasProcessEnded } from '#shared/ledger/waiting.ts';
import { hasOrderEnded, ORDER_STATES } from '#shared/machines/work-order.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProcessListScreen } from './list/process-list-screen.tsx';
import { ProgressScreen } from './progress-screen.tsx';

/** The views of the processes: their list, and the progress query. */
const PROCESS_VIEWS = ['processViewList', 'processViewProgress'] as const;
type ProcessView = (typeof PROCESS_VIEWS)[number];

/** The name of the parameter in the address that contains the view. */
const VIEW_PARAMETER = 'view';
/** The value of this parameter for each view. */
const ADDRESS_NAMES: Readonly<Record<ProcessView, string>> = {
  processViewList: 'list',
  processViewProgress: 'progress',
};

const VIEW_STORAGE_KEY = 'process.view';
const getQueryStorageKey = (view: ProcessView): string => `process.query.${ADDRESS_NAMES[view]}`;

/** The parameters of a view on its first visit in a browser tab. The list shows the open processes of open orders. */
const INITIAL_QUERIES: Readonly<Record<ProcessView, string>> = {
  processViewList: new URLSearchParams({
    state: PROCESS_STATES.filter((state) => !hasProcessEnded(state)).join(','),
    orderState: ORDER_STATES.filter((state) => !hasOrderEnded(state) && state !== 'completed').join(','),
  }).toString(),
  processViewProgress: '',
};

const findViewByName = (name: unknown): ProcessView | undefined =>
  PROCESS_VIEWS.find((view) => ADDRESS_NAMES[view] === name);

/** Builds the address of a view, with the parameters that it had last in this browser tab. */
function buildViewAddress(view: ProcessView): URLSearchParams {
  const storedQuery = browserStorage.forTab.get(getQueryStorageKey(view));
  const address = new URLSearchParams(typeof storedQuery === 'string' ? storedQuery : INITIAL_QUERIES[view]);
  address.set(VIEW_PARAMETER, ADDRESS_NAMES[view]);
  return address;
}

/**
 * Adds the view to an address that names no view: the progress query if the address has a grouping, otherwise the last
 * view.
 */
function completeAddress(address: URLSearchParams): URLSearchParams {
  const view = address.has('groupBy')
    ? 'processViewProgress'
    : (findViewByName(browserStorage.forBrowser.get(VIEW_STORAGE_KEY)) ?? 'processViewList');
  if (address.size === 0) return buildViewAddress(view);
  const completedAddress = new URLSearchParams(address);
  completedAddress.set(VIEW_PARAMETER, ADDRESS_NAMES[view]);
  return completedAddress;
}

/** Shows the processes of all orders as a list or as a progress query. The address names the view. */
export function ProcessScreen() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const view = findViewByName(address.get(VIEW_PARAMETER));
  const query = address.toString();
  useEffect(() => {
    if (!view) {
      setAddress(completeAddress, { replace: true });
      return;
    }
    browserStorage.forBrowser.set(VIEW_STORAGE_KEY, ADDRESS_NAMES[view]);
    browserStorage.forTab.set(getQueryStorageKey(view), query);
  }, [view, query, setAddress]);
  if (!view) return null;
  const viewSwitch = (
    <div className="page-views">
      <ChoiceSwitch
        label={t('processView')}
        choices={PROCESS_VIEWS}
        value={view}
        onChange={(next) => setAddress(buildViewAddress(next))}
      />
    </div>
  );
  return view === 'processViewList' ? (
    <ProcessListScreen viewSwitch={viewSwitch} />
  ) : (
    <ProgressScreen viewSwitch={viewSwitch} />
  );
}
