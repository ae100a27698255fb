import { beforeAll, expect, it } from 'vitest';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { addBoard, makeBoard, makeTile, writeBoard, type BoardRow } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { pairNewScreen } from '#tests/support/screen-pairing.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const PNG_FILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeForEachDatabase('A picture on a board', (database) => {
  const fixture = createAccessFixture(database);
  type Person = Awaited<ReturnType<typeof fixture.createPerson>>;
  let author: Person;
  let reader: Person;
  let designer: Person;
  beforeAll(async () => {
    author = await fixture.createPerson('BOARD_DESIGN', 'BOARD_SHARE');
    reader = await fixture.createPerson('TASK_REPORT');
    designer = await fixture.createPerson('BOARD_DESIGN');
  });

  const uploadFile = async (caller: Caller, name = 'plan.png', content: BlobPart = PNG_FILE) => {
    const form = new FormData();
    form.append('file', new File([content], name));
    const { text } = await fixture.postRaw(caller, '/mes/file/upload', form);
    return (JSON.parse(text) as { data: { id: number } }).data.id;
  };
  const readStatus = async (caller: Caller, fileId: number, path = '/mes/file/get') =>
    (await fixture.postRaw(caller, path, new URLSearchParams({ id: String(fileId) }))).status;
  const makePictureTile = (fileId: number) =>
    makeTile({ type: 'picture', settings: { pictureFile: fileId } });
  const addPictureBoard = async (caller: Caller) => {
    const id = await uploadFile(caller);
    return { id, board: await addBoard(caller, [makePictureTile(id)]) };
  };
  const shareBoard = (board: BoardRow) =>
    author.caller.send<BoardRow>('/mes/board/save', {
      id: board.id,
      version: board.version,
      sharing: 'everyone',
    });

  it('is read by its uploader, and by others as soon as they may see the board', async () => {
    const { id, board } = await addPictureBoard(author.caller);
    expect(await readStatus(author.caller, id)).toBe(200);
    expect(await readStatus(reader.caller, id)).toBe(404);
    const sharedBoard = await shareBoard(board);
    expect(await readStatus(reader.caller, id)).toBe(200);
    await author.caller.send('/mes/board/delete', { ids: [sharedBoard.id] });
    expect(await readStatus(reader.caller, id)).toBe(404);
    expect(await readStatus(author.caller, id)).toBe(404);
  });

  it('can no longer be read by viewers if the newest version does not show it', async () => {
    const { id, board } = await addPictureBoard(author.caller);
    await writeBoard(author.caller, await shareBoard(board), []);
    expect(await readStatus(reader.caller, id)).toBe(404);
    // The author may still roll back to the version with the picture.
    expect(await readStatus(author.caller, id)).toBe(200);
    const { version } = await author.caller.call<{ version: number }>('/mes/board/versions', {
      id: board.id,
    });
    await author.caller.send('/mes/board/restore', { id: board.id, version, edition: 1 });
    expect(await readStatus(reader.caller, id)).toBe(200);
  });

  it('stays closed to somebody who puts its id on another board', async () => {
    const { id } = await addPictureBoard(author.caller);
    const unattachedId = await uploadFile(author.caller);
    for (const foreignId of [id, unattachedId]) {
      await addBoard(designer.caller, [makePictureTile(foreignId)]);
      expect(await readStatus(designer.caller, foreignId)).toBe(404);
    }
    expect(await readStatus(author.caller, unattachedId)).toBe(200);
  });

  it('stays with a copy and an import by somebody who may see the board', async () => {
    const { id, board } = await addPictureBoard(author.caller);
    const sharedBoard = await shareBoard(board);
    const copy = await designer.caller.send<BoardRow>('/mes/board/copy', {
      id: sharedBoard.id,
      name: makeUniqueText('Copy'),
    });
    const ownBoard = await addBoard(designer.caller, [makePictureTile(id)]);
    await author.caller.send('/mes/board/delete', { ids: [sharedBoard.id] });
    expect(await readStatus(designer.caller, id)).toBe(200);
    await designer.caller.send('/mes/board/delete', { ids: [copy.id, ownBoard.id] });
    expect(await readStatus(designer.caller, id)).toBe(404);
  });

  it('is not taken from a file that is no picture', async () => {
    const id = await uploadFile(author.caller, 'note.txt', 'text');
    const board = await addBoard(author.caller, [makePictureTile(id)]);
    await shareBoard(board);
    expect(await readStatus(reader.caller, id)).toBe(404);
  });

  it('is read by a paired screen only while the screen shows the board', async () => {
    const { id, board } = await addPictureBoard(fixture.admin);
    const otherPicture = await addPictureBoard(fixture.admin);
    const { row, wall } = await pairNewScreen(fixture.server, fixture.admin, { boardId: board.id });
    expect(await readStatus(wall, id, '/mes/wall/file')).toBe(200);
    expect(await readStatus(wall, otherPicture.id, '/mes/wall/file')).toBe(404);
    expect(await readStatus(wall, id)).toBe(403);
    expect(await readStatus(fixture.admin, id, '/mes/wall/file')).toBe(403);
    const { rows } = await fixture.admin.call<{ rows: { id: number; version: number }[] }>(
      '/mes/screen/page',
      {
        limit: 500,
      },
    );
    const { version } = rows.find((screen) => screen.id === row.id)!;
    await fixture.admin.send('/mes/screen/save', { id: row.id, version, boardId: otherPicture.board.id });
    expect(await readStatus(wall, id, '/mes/wall/file')).toBe(404);
    expect(await readStatus(wall, otherPicture.id, '/mes/wall/file')).toBe(200);
  });

  it('does not prevent saving the board if its id is invalid', async () => {
    for (const pictureFile of ['1 or 1=1', -1, 1.5, null, { id: 1 }]) {
      const content = JSON.stringify(makeBoard([makeTile({ type: 'picture', settings: { pictureFile } })]));
      await author.caller.send('/mes/board/add', { name: makeUniqueText('Board'), content });
    }
  });
});
