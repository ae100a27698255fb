import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeSuccessReply } from '../wire/wire-stub.ts';

const EXCEPTION = {
  ...{ id: 5, version: 3, code: 'Q-1', state: 'tracingCountersign', rootCause: null, preventiveAction: null },
  ...{ loss: null, rounds: [], people: null, reportPeople: [], responsibleProcessId: 7, rework: 2, scrap: 0 },
} as unknown as QualityDetail;
const makeLoss = (lostHours: number) => ({
  ...{ lostHours, lostMaterialCost: 10, lostManufacturingCost: 20, hoursPerPiece: 1, costPerPiece: 5 },
  ...{ reworkHoursPerPiece: 1, reworkCostPerPiece: 5, materialPrice: null },
});

const host = registerSignedInHost();

it('the proposed loss follows the reports that end while the cause is written, but not over a corrected figure', async () => {
  const { TraceDialog } = await signIn(() => import('#client/features/quality/dialogs/trace-dialog.tsx'));
  let lostHours = 2;
  stubServer(({ path }) =>
    makeSuccessReply(path === '/mes/quality/proposedLoss' ? makeLoss(lostHours) : { rows: [] }),
  );
  const client = new QueryClient();
  host.root.render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TraceDialog exception={EXCEPTION} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const findLossInputs = () => [...document.querySelectorAll<HTMLInputElement>('[aria-label="损失"] input')];
  const readLoss = () => findLossInputs().map(({ value }) => value);
  await waitUntil(() => expect(readLoss()).toEqual(['2', '10', '20']));

  const [, materialInput] = findLossInputs();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(materialInput, '12');
  materialInput!.dispatchEvent(new Event('input', { bubbles: true }));
  await waitUntil(() => expect(readLoss()).toEqual(['2', '12', '20']));
  lostHours = 3.5;
  await client.invalidateQueries({ queryKey: ['entity', 'qualityException'] });
  await waitUntil(() => expect(readLoss()).toEqual(['3.5', '12', '20']));
});
