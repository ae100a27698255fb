import { expect, it } from 'vitest';
import { makeProcess } from '../order/make-process.ts';
import { registerSignedInHost, signIn, waitUntil } from '../wire/signed-in-host.ts';

const MATERIAL = { unit: null, planned: 10, issued: 0, perPiece: 2 };
const PROCESS = makeProcess({
  entryRequest: {
    kind: 'materials',
    materials: [
      { ...MATERIAL, materialId: 1, code: 'M-1', name: '圆钢' },
      { ...MATERIAL, materialId: 2, code: 'M-2', name: '垫圈' },
    ],
  },
});
const host = registerSignedInHost();

it('at a desk, a material that is scanned into a quantity is taken, and the quantity stays', async () => {
  const [{ ReportEntriesInput }, { useReportEntries }] = await signIn(
    () =>
      Promise.all([
        import('#client/production/reporting/entries/report-entries-input.tsx'),
        import('#client/production/reporting/entries/use-report-entries.ts'),
      ]),
    { factoryCode: '7F' },
  );
  const wrongScans: string[] = [];
  const onWrongScan = (problem: string) => void wrongScans.push(problem);
  function Entries() {
    const entries = useReportEntries(PROCESS, { pieces: 5, isRework: false, onWrongScan });
    return <ReportEntriesInput entries={entries} onWrongScan={onWrongScan} />;
  }
  host.root.render(<Entries />);
  await waitUntil(() => expect(host.element.querySelector('.scan-line input')).not.toBeNull());

  const listInputs = () => [...host.element.querySelectorAll<HTMLInputElement>('.material-quantity input')];
  const readQuantities = () => listInputs().map(({ value }) => value);
  const type = async (input: HTMLInputElement, value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => expect(input.value).toBe(value));
  };
  const pressEnter = (input: HTMLInputElement) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  const scanInput = host.element.querySelector<HTMLInputElement>('.scan-line input')!;
  scanInput.value = '7F|MATERIAL|M-1';
  pressEnter(scanInput);
  await waitUntil(() => expect(readQuantities()).toEqual(['10']));
  await type(listInputs()[0]!, '3.5');
  await type(listInputs()[0]!, '3.57F|MATERIAL|M-2');
  pressEnter(listInputs()[0]!);
  await waitUntil(() => expect(readQuantities()).toEqual(['3.5', '10']));
  await type(listInputs()[1]!, '7F|MATERIAL|M-9');
  pressEnter(listInputs()[1]!);
  await waitUntil(() => expect(wrongScans).toHaveLength(1));
  await waitUntil(() => expect(readQuantities()).toEqual(['3.5', '10']));
});
