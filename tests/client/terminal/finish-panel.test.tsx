import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import type { ReportCommand } from '#client/features/terminal/use-report-command.ts';
import { makeProcess } from '../order/make-process.ts';
import { makeServerKeyPair, stubFetch, makeSuccessReply } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const IDENTIFIED_WORKER = {
  token: null,
  employeeId: 7,
  name: 'Li',
  permissions: ['TASK_REPORT'],
  workGroupId: null,
  usedAt: 0,
};
const RUNNING_PROCESS = makeProcess({
  open: [
    {
      reportId: 31,
      phase: 'run',
      isRework: false,
      startedAt: '2026-01-01T00:00:00.000Z',
      started: 5,
      deviceId: null,
      deviceName: null,
      cardId: null,
      people: [{ employeeId: 7, name: 'Li' }],
    },
  ],
}) as unknown as TerminalProcess;

let root: Root;
let rootElement: HTMLElement;
let reportedCommands: ReportCommand[];
let wrongScans: string[];
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
  reportedCommands = [];
  wrongScans = [];
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});

/**
 * Opens the panel in a factory that has one scrap reason and these custom columns of reports. If `fields` is not empty,
 * the factory also has a form setting with these fields.
 */
async function openPanel(
  fields: Record<string, unknown>[] = [],
  customColumns: CustomColumn[] = [],
  entryRequest: TerminalProcess['entryRequest'] = null,
) {
  stubFetch(({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/system/params/form/page')
      return makeSuccessReply({
        rows: fields.length > 0 ? [{ id: 1, version: 1, form: 'workReport', fields }] : [],
        total: 0,
      });
    if (path === '/mes/system/column/read')
      return makeSuccessReply({
        own: { version: 0, columns: [] },
        factoryDefault: { version: 0, columns: [] },
        customs: customColumns,
      });
    return { body: form['filter']?.includes('scrapReason') ? [{ id: 3, label: '试切' }] : [] };
  });
  vi.resetModules();
  const [{ FinishPanel }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/terminal/finish-panel.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: {
      factoryCode: '7F',
      permissions: [],
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    } as unknown as CurrentUser,
    remembered: false,
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <FinishPanel
        process={{ ...RUNNING_PROCESS, entryRequest }}
        openReport={RUNNING_PROCESS.open[0]!}
        worker={IDENTIFIED_WORKER}
        busy={false}
        onReport={(command) => reportedCommands.push(command)}
        onWrongScan={(problem) => wrongScans.push(problem)}
      />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(findButton(/^完工/)).toBeDefined());
}
const findButton = (name: RegExp) =>
  [...rootElement.querySelectorAll('button')].find((button) => name.test(button.textContent ?? ''));
const readLegends = () => [...rootElement.querySelectorAll('legend')].map((legend) => legend.textContent);
async function typeScrap(count: string) {
  findButton(/^报废/)!.click();
  await waitUntil(() => expect(findButton(/^报废/)!.getAttribute('aria-pressed')).toBe('true'));
  findButton(new RegExp(`^${count}$`))!.click();
  await waitUntil(() => expect(readLegends()).toEqual(['报废原因']));
}

it('without scrap, one touch finishes, and nobody is asked for a reason', async () => {
  await openPanel([{ field: 'scrapReasonId', shown: true, required: true, initial: null }]);
  expect(readLegends()).toEqual([]);
  findButton(/^完工/)!.click();
  expect(reportedCommands[0]).toMatchObject({ path: '/mes/report/finish', fields: { good: 5, scrap: 0 } });
  expect(reportedCommands[0]!.fields).not.toHaveProperty('scrapReasonId');
});

it('with scrap, a reason can be chosen but is not required', async () => {
  await openPanel();
  await typeScrap('2');
  findButton(/^完工/)!.click();
  expect(reportedCommands[0]!.fields).toMatchObject({ good: 3, scrap: 2, scrapReasonId: null });
  findButton(/^试切$/)!.click();
  await waitUntil(() => expect(findButton(/^试切$/)!.getAttribute('aria-pressed')).toBe('true'));
  findButton(/^完工/)!.click();
  expect(reportedCommands[1]!.fields).toMatchObject({ scrapReasonId: 3 });
});

it('a required reason must be chosen first', async () => {
  await openPanel([{ field: 'scrapReasonId', shown: true, required: true, initial: null }]);
  await typeScrap('1');
  expect(findButton(/^完工/)!.disabled).toBe(true);
  findButton(/^试切$/)!.click();
  await waitUntil(() => expect(findButton(/^完工/)!.disabled).toBe(false));
});

it('measured values are typed on the pad one after the other, and sent with the report', async () => {
  const parameter = { unit: null, lowerLimit: null, upperLimit: null, required: true, decimals: 1 };
  await openPanel([], [], {
    kind: 'parameters',
    parameters: [
      { ...parameter, code: 'T', name: '炉温', lowerLimit: -10, upperLimit: 20 },
      { ...parameter, code: 'M', name: '时间', required: false },
    ],
  });
  const pressButton = async (name: RegExp, checkAfterwards: () => void) => {
    findButton(name)!.click();
    await waitUntil(checkAfterwards);
  };
  expect(findButton(/^完工/)!.disabled).toBe(true);
  const expectValue = (value: string) => () => expect(findButton(/^炉温/)!.textContent).toMatch(value);
  await pressButton(/^下一项/, () => expect(findButton(/^炉温/)!.getAttribute('aria-pressed')).toBe('true'));
  await pressButton(/^2$/, expectValue('2'));
  await pressButton(/^1$/, expectValue('21'));
  await waitUntil(() => expect(rootElement.querySelector('[role=alert]')?.textContent).toMatch(/21.*20/));
  await pressButton(/^±$/, expectValue('-21'));
  await waitUntil(() => expect(rootElement.querySelector('[role=alert]')?.textContent).toMatch(/-21.*-10/));
  await pressButton(/^下一项/, () => expect(findButton(/^时间/)!.getAttribute('aria-pressed')).toBe('true'));
  findButton(/^完工/)!.click();
  expect(reportedCommands[0]!.fields).toMatchObject({
    good: 5,
    parameters: JSON.stringify([{ code: 'T', value: '-21' }]),
  });
});

it('pieces are scanned until each has its barcode, and a wrong scan is said and not taken', async () => {
  await openPanel([], [], { kind: 'barcodes', pattern: 'A#', required: true });
  const findScanInput = () => rootElement.querySelector<HTMLInputElement>('.scan-line input')!;
  const scanText = (text: string) => {
    findScanInput().value = text;
    findScanInput().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };
  const readCount = () => rootElement.querySelector('.scanned-count')?.textContent;
  for (const [index, text] of ['A1', 'A2', 'A3', 'A4', 'A5'].entries()) {
    expect(findButton(/^完工/)!.disabled).toBe(true);
    scanText(text);
    await waitUntil(() => expect(readCount()).toBe(`${index + 1} / 5`));
    if (index === 0) {
      scanText('A1');
      scanText('B1');
      await waitUntil(() => expect(wrongScans).toHaveLength(2));
      expect(readCount()).toBe('1 / 5');
    }
  }
  await waitUntil(() => expect(findButton(/^完工/)!.disabled).toBe(false));
  findButton(/^完工/)!.click();
  expect(JSON.parse(String(reportedCommands[0]!.fields['barcodes']))).toEqual(
    ['A1', 'A2', 'A3', 'A4', 'A5'].map((barcode) => ({ barcode })),
  );
});

it('the quantity of a scanned material is typed on the pad, and a scan meanwhile leaves it', async () => {
  const material = { unit: null, planned: 10, issued: 0, perPiece: 2 };
  await openPanel([], [], {
    kind: 'materials',
    materials: [
      { ...material, materialId: 1, code: 'M-1', name: '圆钢' },
      { ...material, materialId: 2, code: 'M-2', name: '垫圈' },
    ],
  });
  const listBoxes = () => [...rootElement.querySelectorAll<HTMLButtonElement>('.material-box')];
  const readQuantities = () => listBoxes().map((box) => box.textContent);
  const scanText = (text: string) => {
    const input = rootElement.querySelector<HTMLInputElement>('.scan-line input')!;
    input.value = text;
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };
  const pressKey = async (name: RegExp, quantities: readonly string[]) => {
    findButton(name)!.click();
    await waitUntil(() => expect(readQuantities()).toEqual(quantities));
  };
  scanText('7F|MATERIAL|M-1');
  await waitUntil(() => expect(readQuantities()).toEqual(['10']));
  listBoxes()[0]!.click();
  await waitUntil(() => expect(listBoxes()[0]!.getAttribute('aria-pressed')).toBe('true'));
  await pressKey(/^3$/, ['3']);
  await pressKey(/^\.$/, ['3.']);
  scanText('7F|MATERIAL|M-2');
  await waitUntil(() => expect(readQuantities()).toEqual(['3.', '10']));
  expect(findButton(/^完工/)!.disabled).toBe(true);
  await pressKey(/^5$/, ['3.5', '10']);
  await waitUntil(() => expect(findButton(/^完工/)!.disabled).toBe(false));
  findButton(/^完工/)!.click();
  expect(reportedCommands[0]!.fields).toMatchObject({
    good: 5,
    materials: JSON.stringify([
      { barcode: 'M-1', quantity: '3.5' },
      { barcode: 'M-2', quantity: '10' },
    ]),
  });
});

it('a required custom column must be filled in, under its name in the language of the terminal', async () => {
  const batchColumn: CustomColumn = {
    id: 9,
    code: 'B',
    name: 'Batch',
    names: { zh_CN: '批号' },
    attribute: 'required',
    type: 'text',
    width: null,
  };
  await openPanel(
    [],
    [batchColumn, { ...batchColumn, id: 10, name: 'Note', names: {}, attribute: 'editable' }],
  );
  await waitUntil(() => expect(rootElement.querySelector('.floor-remark')).not.toBeNull());
  expect([...rootElement.querySelectorAll('.floor-remark')].map((label) => label.textContent)).toEqual([
    '批号 *',
  ]);
  expect(findButton(/^完工/)!.disabled).toBe(true);
  const input = rootElement.querySelector<HTMLInputElement>('.floor-remark input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'B-77');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await waitUntil(() => expect(findButton(/^完工/)!.disabled).toBe(false));
  findButton(/^完工/)!.click();
  expect(reportedCommands[0]!.fields).toMatchObject({ custom: '{"9":"B-77"}' });
});
