import { beforeAll, expect, it } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { addTerminal } from '#tests/support/wire-floor.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const PNG_FILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BASIC_DATA_PATH = '/mes/system/basic';
const GUIDE_PATH = '/mes/system/guideBook';
const PART_PATH = '/mes/order/part';
const SOP_PATH = '/mes/system/params/sop';

describeForEachDatabase('A file belongs to its uploader until it is attached', (database) => {
  const access = createAccessFixture(database);
  let deviceId: number;
  let typeId: number;
  let orderId: number;
  let craftId: number;
  /** Permissions with which a person may attach files to rows of several entities. */
  const attachers: PermissionCode[] = [
    'TASK_REPORT',
    'WORK_ORDER',
    'WORK_ORDER_ADD',
    'WORK_ORDER_MODIFY',
    'SYSTEM_DOWNLOAD',
    'SYSTEM_PARAM_SETTING_GUIDE_BOOK_ADD',
    'SYSTEM_PARAM_SETTING_SOP_ADD',
  ];
  beforeAll(async () => {
    const save = async (path: string, fields: Record<string, unknown>) =>
      (await access.admin.send<SavedRow>(`${path}/save`, fields)).id;
    deviceId = await save(`${BASIC_DATA_PATH}/device`, { code: 'D-1', name: 'Lathe' });
    typeId = await save('/mes/system/classify', {
      classId: 'abnormalType',
      code: 'broken',
      name: 'Tool broken',
    });
    craftId = await save(`${BASIC_DATA_PATH}/crafts`, { code: 'C-1', name: 'Turning' });
    orderId = await save('/mes/order', { code: 'W-1', name: 'Order', quantity: 1 });
  });

  const upload = async (caller: Caller, path = '/mes/file/upload') => {
    const form = new FormData();
    form.append('file', new File([PNG_FILE], 'secret.png'));
    const { status, text } = await access.postRaw(caller, path, form);
    expect([status, text.includes('"success":true')]).toEqual([200, true]);
    return (JSON.parse(text) as { data: { id: number } }).data.id;
  };
  const mayRead = async (caller: Caller, id: number) => {
    const { status } = await access.postRaw(caller, '/mes/file/get', new URLSearchParams({ id: String(id) }));
    expect([200, 403, 404]).toContain(status);
    return status === 200;
  };
  const raise = async (caller: Caller, picture: number) => {
    const device = await access.admin.send<SavedRow>(`${BASIC_DATA_PATH}/device/save`, {
      code: makeUniqueText(),
      name: 'Lathe',
    });
    return caller.send<SavedRow>('/mes/andon/raise', { typeId, deviceId: device.id, picture });
  };
  const savePart = (caller: Caller, drawing: number | null) =>
    caller.send<SavedRow>(`${PART_PATH}/save`, {
      orderId,
      code: makeUniqueText(),
      name: 'Shaft',
      quantity: 1,
      drawing,
    });
  const guide = (attachment: number) => ({
    area: 'workOrders',
    language: 'en_US',
    title: 'T',
    body: 'B',
    attachment,
  });
  const sop = (file: number | null, picture: number | null = null) => ({
    code: makeUniqueText(),
    name: 'How',
    craftId,
    file,
    steps: [{ seq: 1, instruction: 'Do', picture }],
  });

  it('only the uploader attaches it: nobody reads a file by naming its id in something of their own', async () => {
    const { caller: owner } = await access.createPerson('TASK_REPORT');
    const { caller: thief } = await access.createPerson(...attachers);
    const id = await upload(owner);
    expect([await mayRead(owner, id), await mayRead(thief, id)]).toEqual([true, false]);
    const tries: [string, Record<string, unknown>, field: string][] = [
      ['/mes/andon/raise', { typeId, deviceId, picture: id }, 'picture'],
      [`${PART_PATH}/save`, { orderId, code: 'P', name: 'P', quantity: 1, drawing: id }, 'drawing'],
      ['/mes/download/save', { name: 'Mine', fileId: id }, 'fileId'],
      [`${GUIDE_PATH}/save`, guide(id), 'attachment'],
      [`${SOP_PATH}/save`, sop(id), 'file'],
      [`${SOP_PATH}/save`, sop(null, id), 'steps[0].picture'],
    ];
    for (const [path, fields, field] of tries) {
      const { body } = await thief.ask(path, fields);
      // The refusal is the same as for a file that does not exist.
      const { body: missingFileAnswer } = await thief.ask(
        path,
        JSON.parse(JSON.stringify(fields).replace(String(id), '999999999')) as never,
      );
      expect([path, body]).toMatchObject([
        path,
        { code: 'referenceMissing', fields: { [field]: expect.any(String) as string } },
      ]);
      expect([path, body]).toEqual([path, missingFileAnswer]);
    }
    const part = await savePart(thief, null);
    expect(
      await access.refusalOf(thief, `${PART_PATH}/save`, { id: part.id, version: part.version, drawing: id }),
    ).toBe('referenceMissing');
    expect(await mayRead(thief, id)).toBe(false);
    await raise(owner, id);
  });

  it('nobody takes a file that is attached elsewhere, and whoever may change a row keeps its file', async () => {
    const { caller: owner } = await access.createPerson('WORK_ORDER', 'WORK_ORDER_ADD');
    const { caller: other } = await access.createPerson('WORK_ORDER', 'WORK_ORDER_ADD', 'WORK_ORDER_MODIFY');
    const drawingId = await upload(owner);
    const part = await savePart(owner, drawingId);
    expect(
      await access.refusalOf(other, `${PART_PATH}/save`, {
        orderId,
        code: 'X',
        name: 'X',
        quantity: 1,
        drawing: drawingId,
      }),
    ).toBe('referenceMissing');
    const kept = await other.send<SavedRow>(`${PART_PATH}/save`, {
      id: part.id,
      version: part.version,
      name: 'Axle',
      drawing: drawingId,
    });
    expect(kept).toMatchObject({ name: 'Axle', drawing: drawingId });
    const ownFileId = await upload(other);
    expect(
      await other.send(`${PART_PATH}/save`, { id: kept.id, version: kept.version, drawing: ownFileId }),
    ).toMatchObject({
      drawing: ownFileId,
    });
  });

  it('whoever may see the row may see the file, and nobody else, not even the uploader', async () => {
    const { caller: editor } = await access.createPerson(
      'SYSTEM_PARAM_SETTING_SOP',
      'SYSTEM_PARAM_SETTING_SOP_MODIFY',
    );
    const { caller: reader } = await access.createPerson('SYSTEM_PARAM_SETTING_SOP');
    const { caller: stranger } = await access.createPerson('SYSTEM_BASIC_DEVICE');
    const uploader = await access.createPerson('SYSTEM_PARAM_SETTING_SOP', 'SYSTEM_PARAM_SETTING_SOP_ADD');
    const [file, picture] = [await upload(uploader.caller), await upload(uploader.caller)];
    const draft = await uploader.caller.send<SavedRow>(`${SOP_PATH}/save`, sop(file, picture));
    expect([await mayRead(reader, file), await mayRead(stranger, file)]).toEqual([true, false]);
    await access.admin.send('/mes/system/basic/role/save', {
      id: uploader.role.id,
      version: uploader.role.version,
      permissions: [{ permission: 'SYSTEM_BASIC_DEVICE' }],
    });
    expect(await mayRead(uploader.caller, file)).toBe(false);
    const nextFileId = await upload(editor);
    await editor.send(`${SOP_PATH}/save`, { id: draft.id, version: draft.version, file: nextFileId });
    expect([await mayRead(reader, file), await mayRead(editor, file)]).toEqual([false, false]);
  });

  it('a guide’s file is for everybody of the factory, as the guide is; a draft’s is not for the shop floor', async () => {
    const { caller: stranger } = await access.createPerson('SYSTEM_BASIC_DEVICE');
    const { caller: worker } = await access.createPerson('TASK_REPORT');
    const { caller: writer } = await access.createPerson(
      'SYSTEM_PARAM_SETTING_GUIDE_BOOK_ADD',
      'SYSTEM_PARAM_SETTING_SOP',
      'SYSTEM_PARAM_SETTING_SOP_ADD',
      'SYSTEM_PARAM_SETTING_SOP_MODIFY',
    );
    const attachment = await upload(writer);
    await writer.send(`${GUIDE_PATH}/save`, guide(attachment));
    expect(await stranger.call('/mes/guide/read', { area: 'workOrders' })).toMatchObject({ attachment });
    expect(await mayRead(stranger, attachment)).toBe(true);
    const [file, picture] = [await upload(writer), await upload(writer)];
    const draft = await writer.send<SavedRow>(`${SOP_PATH}/save`, sop(file, picture));
    const readable = async () => [await mayRead(worker, file), await mayRead(worker, picture)];
    expect(await readable()).toEqual([false, false]);
    await writer.send(`${SOP_PATH}/publish`, { id: draft.id, version: draft.version });
    expect(await readable()).toEqual([true, true]);
  });

  it('a terminal sees the picture of a call, as it sees the call, and uploads none', async () => {
    const { caller: owner } = await access.createPerson('TASK_REPORT');
    const picture = await upload(owner);
    const { terminal } = await addTerminal(access.server, access.admin);
    expect(await mayRead(terminal, picture)).toBe(false);
    const call = await raise(owner, picture);
    expect(await terminal.call('/mes/andon/open', {})).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id: call.id, picture })]),
    });
    expect(await mayRead(terminal, picture)).toBe(true);
    const form = new FormData();
    form.append('file', new File([PNG_FILE], 'own.png'));
    expect((await access.postRaw(terminal, '/mes/file/upload', form)).status).toBe(403);
  });

  it('a next edition and a restored row keep the files of the row that they come from', async () => {
    const { caller: writer } = await access.createPerson('SYSTEM_PARAM_SETTING_SOP_ADD', 'WORK_ORDER_ADD');
    const [file, picture, drawing] = [await upload(writer), await upload(writer), await upload(writer)];
    const draft = await writer.send<SavedRow>(`${SOP_PATH}/save`, sop(file, picture));
    const published = await access.admin.send<SavedRow>(`${SOP_PATH}/publish`, {
      id: draft.id,
      version: draft.version,
    });
    const next = await access.admin.send<SavedRow>(`${SOP_PATH}/revise`, { id: published.id });
    expect(next).toMatchObject({ file, steps: [{ picture }] });
    const part = await savePart(writer, drawing);
    await access.admin.send(`${PART_PATH}/delete`, { ids: [part.id] });
    expect(await mayRead(access.admin, drawing)).toBe(false);
    await access.admin.send('/mes/system/deleted/restore', { rows: [{ entity: 'part', id: part.id }] });
    expect(await mayRead(access.admin, drawing)).toBe(true);
  });
});
