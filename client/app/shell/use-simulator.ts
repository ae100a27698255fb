import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasPermission, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';

interface SimulatorState {
  isDemo: boolean;
  running: boolean;
}

const SIMULATOR_STATE_QUERY_KEY = queryKeys.entity('demoSimulator', 'state');

/**
 * Reads whether the factory has demonstration data and whether its simulator runs. `switchTo` switches the
 * simulator on and off.
 */
export function useSimulator() {
  const user = useUser();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: SIMULATOR_STATE_QUERY_KEY,
    queryFn: ({ signal }) => call<SimulatorState>('/mes/demo/simulator', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Customers and suppliers lack SIGNED_IN_PERMISSION, so the server would refuse their call.
    enabled: hasPermission(user, SIGNED_IN_PERMISSION),
  });
  const switchSimulator = useMutation({
    mutationFn: (running: boolean) => send<SimulatorState>('/mes/demo/simulator/switch', { running }),
    onSuccess: (state) => client.setQueryData(SIMULATOR_STATE_QUERY_KEY, state),
  });
  return {
    isDemo: data?.isDemo ?? false,
    isRunning: switchSimulator.isPending ? switchSimulator.variables : (data?.running ?? false),
    maySwitch: hasPermission(user, 'DEMO_SIMULATOR'),
    isSwitching: switchSimulator.isPending,
    switchTo: switchSimulator.mutate,
  };
}
