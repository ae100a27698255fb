import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { session } from '#client/kit/wire/session.ts';
import { PlacesInput } from '#boards/kit/pictures/places-input.tsx';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const picture = widgets.find(({ type }) => type === 'picture')!;
const hallMap = widgets.find(({ type }) => type === 'hallMap')!;
const host = registerChartHost('2026-11-21T06:00:00Z');

/** The requests for files, each with the path and the id of the file. */
let requests: string[];
/** Makes the response to each request for a file. */
let answerRequest: () => Response;
const answerWithRefusal = (code: string, status: number) => () =>
  new Response(JSON.stringify({ success: false, flag: 'ERROR', code, message: code }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const answerWithPicture = () =>
  new Response(new Blob(['picture']), { headers: { 'content-type': 'image/png' } });

beforeEach(() => {
  requests = [];
  answerRequest = answerWithPicture;
  vi.stubGlobal('fetch', async (path: string, init: { body: URLSearchParams }) => {
    requests.push(`${path} ${String(init.body)}`);
    return answerRequest();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  host.layOut(800, 400);
});

const waitForLoading = () => act(async () => vi.advanceTimersByTimeAsync(50));

describe('a picture', () => {
  const drawWidget = async (settingOverrides: object = {}) => {
    const settings = {
      pictureFile: 7,
      pictureFit: 'fitContain',
      pictureAlt: 'Our hall',
      ...settingOverrides,
    };
    await host.render(<picture.Component settings={settings} rows={[]} areRowsKnown />);
    await waitForLoading();
  };
  const findImage = () => host.element().querySelector('img');

  it('is shown whole or fills its tile, with its description', async () => {
    await drawWidget();
    expect([findImage()!.getAttribute('src'), findImage()!.alt]).toEqual(['blob:picture', 'Our hall']);
    expect(findImage()!.className).toBe('tile-picture');
    await drawWidget({ pictureFit: 'fitCover', pictureAlt: null });
    expect([findImage()!.className, findImage()!.alt]).toEqual(['tile-picture is-cover', '']);
    expect(requests).toEqual(['/mes/file/get id=7']);
  });

  it('says whether it is not chosen yet, missing, unreadable, or still loading', async () => {
    await drawWidget({ pictureFile: null });
    expect(host.element().textContent).toBe('○还没有图片');
    expect(requests).toEqual([]);
    answerRequest = answerWithRefusal('rowNotFound', 404);
    await drawWidget({ pictureFile: 8 });
    expect(host.element().textContent).toBe('■找不到图片，请重新上传');
    answerRequest = answerWithRefusal('databaseAway', 503);
    await drawWidget({ pictureFile: 9 });
    expect(host.element().textContent).toBe('○等待数据');
    answerRequest = answerWithPicture;
    await act(async () => vi.advanceTimersByTimeAsync(10_000));
    expect(findImage()).not.toBeNull();
    await act(async () => findImage()!.dispatchEvent(new Event('error')));
    expect(host.element().textContent).toBe('■此文件不能作为图片显示');
  });

  it('is read by a paired screen through the endpoint for screens', async () => {
    session.signIn({ validateKey: 'screen', user: { kind: 'screen' }, remembered: false } as never);
    try {
      await drawWidget();
      expect(requests).toEqual(['/mes/wall/file id=7']);
    } finally {
      session.clear();
    }
  });
});

describe('the map of the hall', () => {
  const makeRow = (id: number, state: string, fields: ReportRow = {}): ReportRow => ({
    id,
    code: `M${id}`,
    name: `Mill ${id}`,
    state,
    since: '2026-11-21T05:15:00Z',
    forgotten: false,
    callCode: null,
    ...fields,
  });
  const drawWidget = async (
    rows: ReportRow[],
    places: [number, number, number][],
    areRowsKnown = true,
    planFile = 7,
  ) => {
    const placedDevices = places.map(([deviceId, x, y]) => ({ deviceId, x, y }));
    await host.render(
      <hallMap.Component settings={{ planFile, placedDevices }} rows={rows} areRowsKnown={areRowsKnown} />,
    );
    await waitForLoading();
    const image = host.element().querySelector('img');
    if (!image) return;
    Object.defineProperties(image, { naturalWidth: { value: 300 }, naturalHeight: { value: 100 } });
    await act(async () => image.dispatchEvent(new Event('load')));
  };
  const findMark = (id: number) => host.element().querySelector<HTMLElement>(`[data-device="${id}"]`)!;

  it('shows each device at its place in colour, shape and word, and how long it has been down', async () => {
    await drawWidget(
      [
        makeRow(1, 'down'),
        makeRow(2, 'running', { callCode: 'C-1' }),
        makeRow(3, 'idle'),
        makeRow(4, 'idle'),
      ],
      [
        [1, 10, 90],
        [2, 100, 0],
      ],
    );
    expect(findMark(1).textContent).toBe('■M1停机45′');
    expect(findMark(1).className).toContain('wall-stop');
    expect([findMark(1).style.insetInlineStart, findMark(1).style.insetBlockStart]).toEqual(['10%', '90%']);
    expect(findMark(2).textContent).toBe('●▲呼叫M2运行');
    // The mark at the edge lies within the plan.
    expect(findMark(2).style.transform).toBe('translate(-100%, 0%)');
    expect(host.readTexts('.hall-rest')).toEqual(['未放置 2']);
    const plan = host.element().querySelector<HTMLElement>('.hall-plan')!;
    expect(plan.style.inlineSize).toBe('800px');
    expect(Math.round(Number.parseFloat(plan.style.blockSize))).toBe(267);
  });

  it('marks a device that no longer exists', async () => {
    await drawWidget(
      [makeRow(1, 'idle')],
      [
        [1, 5, 5],
        [99, 50, 50],
      ],
    );
    expect(findMark(99).textContent).toBe('? 设备已删除');
    expect(host.element().querySelector('.hall-rest')).toBeNull();
  });

  it('holds 200 of 500 devices, and counts the others', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => makeRow(index + 1, 'running'));
    await drawWidget(
      rows,
      Array.from({ length: 200 }, (_, index) => [index + 1, index / 2, index / 2]),
    );
    expect(host.element().querySelectorAll('.hall-device')).toHaveLength(200);
    expect(host.readTexts('.hall-rest')).toEqual(['未放置 300']);
  });

  it('says whether there is no plan, or the states are not loaded yet', async () => {
    await drawWidget([], [], true, null as never);
    expect(host.element().textContent).toBe('○还没有平面图');
    await drawWidget([], [[1, 5, 5]], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});

describe('the input for the places of devices', () => {
  const field = hallMap.settings['placedDevices']!;
  const onChange = vi.fn<(value: unknown) => void>();
  const openForm = async () => {
    onChange.mockClear();
    const places = [
      { deviceId: 1, x: 10, y: 20 },
      { deviceId: 2, x: 99.8, y: 50 },
    ];
    function Form() {
      const form = useForm({}, { planFile: 7, placedDevices: places });
      return (
        <FormArea form={form} onSubmit={() => undefined} label="settings">
          <PlacesInput
            field={{ ...field, of: {} }}
            id="places"
            value={places}
            onChange={onChange}
            planSetting="planFile"
          />
        </FormArea>
      );
    }
    await host.render(<Form />);
    await waitForLoading();
  };
  const findMarks = () => [...host.element().querySelectorAll<HTMLElement>('.places-mark')];
  const pressKey = (mark: HTMLElement, key: string, init: KeyboardEventInit = {}) =>
    act(async () =>
      mark.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })),
    );

  it('moves a mark by the arrow keys, within the plan', async () => {
    await openForm();
    await pressKey(findMarks()[0]!, 'ArrowRight');
    expect(onChange).toHaveBeenLastCalledWith([
      { deviceId: 1, x: 10.5, y: 20 },
      { deviceId: 2, x: 99.8, y: 50 },
    ]);
    await pressKey(findMarks()[1]!, 'ArrowRight', { shiftKey: true });
    expect(onChange.mock.lastCall![0]).toMatchObject([{}, { x: 100 }]);
    await pressKey(findMarks()[0]!, 'ArrowUp', { ctrlKey: true });
    await pressKey(findMarks()[0]!, 'a');
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('changes the setting once when a dragged mark is dropped', async () => {
    await openForm();
    const plan = host.element().querySelector('.places-plan')!;
    vi.spyOn(plan, 'getBoundingClientRect').mockReturnValue({
      left: 100,
      top: 50,
      width: 400,
      height: 200,
    } as DOMRect);
    const [mark] = findMarks() as [HTMLElement];
    mark.setPointerCapture = () => undefined;
    const sendPointerEvent = (type: string, clientX: number, clientY: number) =>
      act(async () => mark.dispatchEvent(new PointerEvent(type, { clientX, clientY, bubbles: true })));
    await sendPointerEvent('pointerdown', 140, 90);
    await sendPointerEvent('pointermove', 200, 100);
    await sendPointerEvent('pointermove', 300, 900);
    expect(mark.style.insetInlineStart).toBe('50%');
    expect(onChange).not.toHaveBeenCalled();
    await sendPointerEvent('pointerup', 300, 900);
    expect(onChange.mock.lastCall![0]).toMatchObject([{ deviceId: 1, x: 50, y: 100 }, { deviceId: 2 }]);
  });
});
