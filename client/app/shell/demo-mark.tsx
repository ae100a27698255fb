import { Switch } from '@blueprintjs/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasPermission, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import './demo-mark.css';

interface SimulatorState {
  isDemo: boolean;
  running: boolean;
}

const SIMULATOR_STATE_KEY = queryKeys.entity('demoSimulator', 'state');

/** A mark for a factory with demonstration data. The menu of the mark switches the simulator on and off. */
export function DemoMark() {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: SIMULATOR_STATE_KEY,
    queryFn: ({ signal }) => call<SimulatorState>('/mes/demo/simulator', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The server would refuse customers and suppliers, who lack this permission.
    enabled: hasPermission(user, SIGNED_IN),
  });
  const change = useMutation({
    mutationFn: (running: boolean) => send<SimulatorState>('/mes/demo/simulator/switch', { running }),
    onSuccess: (state) => client.setQueryData(SIMULATOR_STATE_KEY, state),
  });
  if (!data?.isDemo) return null;
  const running = change.isPending ? change.variables : data.running;
  const content = (
    <div className="demo-told">
      <p>{t('demoText')}</p>
      <Switch
        checked={running}
        disabled={change.isPending || !hasPermission(user, 'DEMO_SIMULATOR')}
        label={t('simulatorRunning')}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <p className="demo-state">{t(running ? 'simulatorOn' : 'simulatorOff')}</p>
    </div>
  );
  return (
    <DropDown at="start" content={content}>
      <button type="button" className={`demo-mark${running ? ' demo-moving' : ''}`} title={t('demoData')}>
        {t('demoMark')}
      </button>
    </DropDown>
  );
}
