import { beforeAll, expect, it } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { createAccessFixture, type SavedRow } from '#tests/support/access-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { addTerminal } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
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
  const fixture = createAccessFixture(database);
  let deviceId: number;
  let callTypeId: number;
  let orderId: number;
  let craftId: number;
  /** Permissions with which a person may attach files to rows of several entities. */
  const attachPermissions: PermissionCode[] = [
    'TASK_REPORT',
    'WORK_ORDER',
    'WORK_ORDER_ADD',
    'WORK_ORDER_MODIFY',
    'SYSTEM_DOWNLOAD',
    'SYSTEM_PARAM_SETTING_GUIDE_BOOK_ADD',
    'SYSTEM_PARAM_SETTING_SOP_ADD',
  ];
  beforeAll(async () => {
    const saveRecord = async (path: string, fields: Record<string, unknown>) =>
      (await fixture.admin.send<SavedRow>(`${path}/save`, fields)).id;
    deviceId = await saveRecord(`${BASIC_DATA_PATH}/device`, { code: 'D-1', name: 'Lathe' });
    callTypeId = await saveRecord('/mes/system/classify', {
      classId: 'abnormalType',
      code: 'broken',
      name: 'Tool broken',
    });
    craftId = await saveRecord(`${BASIC_DATA_PATH}/crafts`, { code: 'C-1', name: 'Turning' });
    orderId = await saveRecord('/mes/order', { code: 'W-1', name: 'Order', quantity: 1 });
  });

  const uploadFile = async (caller: Caller, path = '/mes/file/upload') => {
    const form = new FormData();
    form.append('file', new File([PNG_FILE], 'secret.png'));
    const { status, text } = await fixture.postRaw(caller, path, form);
    expect([status, text.includes('"success":true')]).toEqual([200, true]);
    return (JSON.parse(text) as { data: { id: number } }).data.id;
  };
  const canReadFile = async (caller: Caller, id: number) => {
    const { status } = await fixture.postRaw(
      caller,
      '/mes/file/get',
      new URLSearchParams({ id: String(id) }),
    );
    expect([200, 403, 404]).toContain(status);
    return status === 200;
  };
  const raiseCall = async (caller: Caller, pictureId: number) => {
    const device = await fixture.admin.send<SavedRow>(`${BASIC_DATA_PATH}/device/save`, {
      code: makeUniqueText(),
      name: 'Lathe',
    });
    return caller.send<SavedRow>('/mes/andon/raise', {
      typeId: callTypeId,
      deviceId: device.id,
      picture: pictureId,
    });
  };
  const savePart = (caller: Caller, drawing: number | null) =>
    caller.send<SavedRow>(`${PART_PATH}/save`, {
      orderId,
      code: makeUniqueText(),
      name: 'Shaft',
      quantity: 1,
      drawing,
    });
  const makeGuide = (attachment: number) => ({
    area: 'workOrders',
    language: 'en_US',
    title: 'T',
    body: 'B',
    attachment,
  });
  const makeWorkProcedure = (fileId: number | null, pictureId: number | null = null) => ({
    code: makeUniqueText(),
    name: 'How',
    craftId,
    file: fileId,
    steps: [{ seq: 1, instruction: 'Do', picture: pictureId }],
  });

  it('only the uploader attaches a file: others cannot read it by saving its id in a row of their own', async () => {
    const { caller: owner } = await fixture.createPerson('TASK_REPORT');
    const { caller: thief } = await fixture.createPerson(...attachPermissions);
    const id = await uploadFile(owner);
    expect([await canReadFile(owner, id), await canReadFile(thief, id)]).toEqual([true, false]);
    const attachAttempts: [string, Record<string, unknown>, field: string][] = [
      ['/mes/andon/raise', { typeId: callTypeId, deviceId, picture: id }, 'picture'],
      [`${PART_PATH}/save`, { orderId, code: 'P', name: 'P', quantity: 1, drawing: id }, 'drawing'],
      ['/mes/download/save', { name: 'Mine', fileId: id }, 'fileId'],
      [`${GUIDE_PATH}/save`, makeGuide(id), 'attachment'],
      [`${SOP_PATH}/save`, makeWorkProcedure(id), 'file'],
      [`${SOP_PATH}/save`, makeWorkProcedure(null, id), 'steps[0].picture'],
    ];
    for (const [path, fields, field] of attachAttempts) {
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
      await fixture.refusalOf(thief, `${PART_PATH}/save`, {
        id: part.id,
        version: part.version,
        drawing: id,
      }),
    ).toBe('referenceMissing');
    expect(await canReadFile(thief, id)).toBe(false);
    await raiseCall(owner, id);
  });

  it('nobody attaches a file that is attached elsewhere, but a person may save a row with its own file', async () => {
    const { caller: owner } = await fixture.createPerson('WORK_ORDER', 'WORK_ORDER_ADD');
    const { caller: otherCaller } = await fixture.createPerson(
      'WORK_ORDER',
      'WORK_ORDER_ADD',
      'WORK_ORDER_MODIFY',
    );
    const drawingId = await uploadFile(owner);
    const part = await savePart(owner, drawingId);
    expect(
      await fixture.refusalOf(otherCaller, `${PART_PATH}/save`, {
        orderId,
        code: 'X',
        name: 'X',
        quantity: 1,
        drawing: drawingId,
      }),
    ).toBe('referenceMissing');
    const savedPart = await otherCaller.send<SavedRow>(`${PART_PATH}/save`, {
      id: part.id,
      version: part.version,
      name: 'Axle',
      drawing: drawingId,
    });
    expect(savedPart).toMatchObject({ name: 'Axle', drawing: drawingId });
    const ownFileId = await uploadFile(otherCaller);
    expect(
      await otherCaller.send(`${PART_PATH}/save`, {
        id: savedPart.id,
        version: savedPart.version,
        drawing: ownFileId,
      }),
    ).toMatchObject({
      drawing: ownFileId,
    });
  });

  it('whoever may see the row may see the file, and nobody else, not even the uploader', async () => {
    const { caller: editor } = await fixture.createPerson(
      'SYSTEM_PARAM_SETTING_SOP',
      'SYSTEM_PARAM_SETTING_SOP_MODIFY',
    );
    const { caller: reader } = await fixture.createPerson('SYSTEM_PARAM_SETTING_SOP');
    const { caller: stranger } = await fixture.createPerson('SYSTEM_BASIC_DEVICE');
    const uploader = await fixture.createPerson('SYSTEM_PARAM_SETTING_SOP', 'SYSTEM_PARAM_SETTING_SOP_ADD');
    const [fileId, pictureId] = [await uploadFile(uploader.caller), await uploadFile(uploader.caller)];
    const draft = await uploader.caller.send<SavedRow>(
      `${SOP_PATH}/save`,
      makeWorkProcedure(fileId, pictureId),
    );
    expect([await canReadFile(reader, fileId), await canReadFile(stranger, fileId)]).toEqual([true, false]);
    await fixture.admin.send('/mes/system/basic/role/save', {
      id: uploader.role.id,
      version: uploader.role.version,
      permissions: [{ permission: 'SYSTEM_BASIC_DEVICE' }],
    });
    expect(await canReadFile(uploader.caller, fileId)).toBe(false);
    const nextFileId = await uploadFile(editor);
    await editor.send(`${SOP_PATH}/save`, { id: draft.id, version: draft.version, file: nextFileId });
    expect([await canReadFile(reader, fileId), await canReadFile(editor, fileId)]).toEqual([false, false]);
  });

  it('everybody of the factory can read the file of a guide, but a worker cannot read the file of a draft', async () => {
    const { caller: stranger } = await fixture.createPerson('SYSTEM_BASIC_DEVICE');
    const { caller: worker } = await fixture.createPerson('TASK_REPORT');
    const { caller: writer } = await fixture.createPerson(
      'SYSTEM_PARAM_SETTING_GUIDE_BOOK_ADD',
      'SYSTEM_PARAM_SETTING_SOP',
      'SYSTEM_PARAM_SETTING_SOP_ADD',
      'SYSTEM_PARAM_SETTING_SOP_MODIFY',
    );
    const attachmentId = await uploadFile(writer);
    await writer.send(`${GUIDE_PATH}/save`, makeGuide(attachmentId));
    expect(await stranger.call('/mes/guide/read', { area: 'workOrders' })).toMatchObject({
      attachment: attachmentId,
    });
    expect(await canReadFile(stranger, attachmentId)).toBe(true);
    const [fileId, pictureId] = [await uploadFile(writer), await uploadFile(writer)];
    const draft = await writer.send<SavedRow>(`${SOP_PATH}/save`, makeWorkProcedure(fileId, pictureId));
    const readWorkerAccess = async () => [
      await canReadFile(worker, fileId),
      await canReadFile(worker, pictureId),
    ];
    expect(await readWorkerAccess()).toEqual([false, false]);
    await writer.send(`${SOP_PATH}/publish`, { id: draft.id, version: draft.version });
    expect(await readWorkerAccess()).toEqual([true, true]);
  });

  it('a terminal can read the picture of a call that it shows, but cannot upload a picture', async () => {
    const { caller: owner } = await fixture.createPerson('TASK_REPORT');
    const pictureId = await uploadFile(owner);
    const { terminal } = await addTerminal(fixture.server, fixture.admin);
    expect(await canReadFile(terminal, pictureId)).toBe(false);
    const call = await raiseCall(owner, pictureId);
    expect(await terminal.call('/mes/andon/open', {})).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ id: call.id, picture: pictureId })]),
    });
    expect(await canReadFile(terminal, pictureId)).toBe(true);
    const form = new FormData();
    form.append('file', new File([PNG_FILE], 'own.png'));
    expect((await fixture.postRaw(terminal, '/mes/file/upload', form)).status).toBe(403);
  });

  it('a picture of a comment is read by everybody who may read the exception, and attached by its uploader alone', async () => {
    const { caller: owner } = await fixture.createPerson('TASK_REPORT');
    const { caller: reader } = await fixture.createPerson();
    const { processIds } = await createAndReleaseOrder(fixture.admin as never, 'BAD', 5, ['粗车']);
    const pieceOnHold = { processId: processIds[0]!, quantity: 1 };
    await fixture.admin.send('/mes/report/receive', pieceOnHold);
    const raisedException = await fixture.admin.send<SavedRow>('/mes/quality/raise', {
      ...pieceOnHold,
      source: 'machinable',
    });
    const picture = await uploadFile(owner);
    const comment = { id: raisedException.id, comment: 'See', picture };
    expect(await fixture.refusalOf(reader, '/mes/quality/comment', comment)).toBe('referenceMissing');
    expect(await canReadFile(reader, picture)).toBe(false);
    await owner.send('/mes/quality/comment', comment);
    expect(await reader.call('/mes/quality/detail', { id: raisedException.id })).toMatchObject({
      comments: [{ text: 'See', picture }],
    });
    expect(await canReadFile(reader, picture)).toBe(true);
  });

  it('a next edition and a restored row keep the files of the row that they come from', async () => {
    const { caller: writer } = await fixture.createPerson('SYSTEM_PARAM_SETTING_SOP_ADD', 'WORK_ORDER_ADD');
    const [fileId, pictureId, drawingId] = [
      await uploadFile(writer),
      await uploadFile(writer),
      await uploadFile(writer),
    ];
    const draft = await writer.send<SavedRow>(`${SOP_PATH}/save`, makeWorkProcedure(fileId, pictureId));
    const publishedSop = await fixture.admin.send<SavedRow>(`${SOP_PATH}/publish`, {
      id: draft.id,
      version: draft.version,
    });
    const nextEdition = await fixture.admin.send<SavedRow>(`${SOP_PATH}/revise`, { id: publishedSop.id });
    expect(nextEdition).toMatchObject({ file: fileId, steps: [{ picture: pictureId }] });
    const part = await savePart(writer, drawingId);
    await fixture.admin.send(`${PART_PATH}/delete`, { ids: [part.id] });
    expect(await canReadFile(fixture.admin, drawingId)).toBe(false);
    await fixture.admin.send('/mes/system/deleted/restore', { rows: [{ entity: 'part', id: part.id }] });
    expect(await canReadFile(fixture.admin, drawingId)).toBe(true);
  });
});
