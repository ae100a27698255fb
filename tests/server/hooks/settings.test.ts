import { beforeAll, expect, it } from 'vitest';
import { runJob } from '#server/jobs/run-job.ts';
import type { HolidayChanges } from '#shared/rules/holiday-import.ts';
import type { JobStatus } from '#shared/answers/jobs.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { readRefusal } from '#tests/support/read-refusal.ts';

type Row = { id: number; version: number } & Record<string, unknown>;

const CALENDAR_CSV = `country,date,kind,name
CN,2026-10-01,off,国庆节
CN,2026-10-10,work,国庆节
CN,2025-10-01,off,国庆节
JP,2026-10-12,off,スポーツの日
`;

describeForEachDatabase('The settings', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  let codeCount = 0;
  const postForm = <T = Row>(path: string, fields: Record<string, unknown>) =>
    factory.call<T>(`/mes/${path}`, fields);
  const addOrder = (fields: Record<string, unknown> = {}) =>
    postForm('order/save', { code: `A${codeCount++}`, name: 'Order', quantity: 1, ...fields });
  const addClassification = async (classId: string) =>
    (await postForm('system/classify/save', { classId, code: `C${codeCount++}`, name: `Word ${codeCount}` }))
      .id;

  it('keep each word in its class', async () => {
    const regionId = await addClassification('region');
    expect(await readRefusal(addOrder({ orderTypeId: regionId }))).toEqual(['fieldsInvalid', 'orderTypeId']);
    expect(
      await readRefusal(
        postForm('system/basic/customer/save', { code: `K${codeCount++}`, shortName: 'K', regionId }),
      ),
    ).toEqual(['accepted']);
    expect(
      await readRefusal(postForm('system/classify/save', { id: regionId, version: 1, classId: 'orderType' })),
    ).toEqual(['classFixed', 'classId']);
    expect(await readRefusal(postForm('system/classify/delete', { ids: [regionId] }))).toEqual(['inUse']);
    const [first, second] = [await addClassification('scrapReason'), await addClassification('scrapReason')];
    const rows = await postForm<{ rows: Row[] }>('system/classify/page', {
      filter: '{"classId":"scrapReason"}',
    });
    expect(rows.rows.map(({ id, seq }) => [id, seq])).toEqual([
      [first, 1],
      [second, 2],
    ]);
  });

  it('add the days of an official calendar once, however often it is imported', async () => {
    const calendarRequest = { csv: CALENDAR_CSV, country: 'CN', fromYear: 2026, toYear: 2026 };
    await postForm('system/holiday/save', { kind: 'rest', date: '2026-10-01', name: 'Stocktaking' });
    const before = await postForm<HolidayChanges>('system/holiday/compare', calendarRequest);
    expect(before.add.map(({ date, kind }) => [date, kind])).toEqual([['2026-10-10', 'makeUpWorkday']]);
    expect(before.change.map(({ from, to }) => [from.name, to.name, to.kind])).toEqual([
      ['Stocktaking', '国庆节', 'statutory'],
    ]);
    expect(await postForm('system/holiday/import', calendarRequest)).toEqual({
      added: 1,
      changed: 1,
      same: 0,
    });
    expect(await postForm('system/holiday/import', calendarRequest)).toEqual({
      added: 0,
      changed: 0,
      same: 2,
    });
    const { rows } = await postForm<{ rows: Row[] }>('system/holiday/page', { sort: 'date' });
    expect(rows.map(({ date, kind }) => [date, kind])).toEqual([
      ['2026-10-01', 'statutory'],
      ['2026-10-10', 'makeUpWorkday'],
    ]);
    expect(
      await readRefusal(
        postForm('system/holiday/import', {
          ...calendarRequest,
          csv: `${CALENDAR_CSV}CN,2026-13-01,off,x\n`,
        }),
      ),
    ).toEqual(['holidayFileWrong', 'csv']);
    expect(
      await readRefusal(postForm('system/holiday/compare', { ...calendarRequest, csv: 'no calendar' })),
    ).toEqual(['accepted']);
  });

  it('keep a completed form with the questions that were asked', async () => {
    const sheetQuestions = [
      { question: 'Clean?', kind: 'flagAnswer', required: true },
      { question: 'Temperature', kind: 'numberAnswer', required: true, unit: '°C' },
      { question: 'Shift', kind: 'choiceAnswer', options: 'early; late' },
    ];
    const sheet = await postForm('system/customForm/save', {
      code: '5S',
      name: '5S check',
      appliesTo: 'device',
      questions: sheetQuestions,
    });
    const device = await postForm('system/basic/device/save', { code: `M${codeCount++}`, name: 'Mill' });
    const saveRecord = (answers: (string | null)[], fields: Record<string, unknown> = {}) =>
      postForm('customRecord/save', {
        customFormId: sheet.id,
        deviceId: device.id,
        answers: answers.map((answer, index) => ({
          ...sheetQuestions[index],
          question: `?${index}`,
          answer,
        })),
        ...fields,
      });
    expect(await readRefusal(saveRecord([null, 'warm', 'noon']))).toEqual([
      'fieldsInvalid',
      'answers[0].answer',
      'answers[1].answer',
      'answers[2].answer',
    ]);
    expect(await readRefusal(saveRecord([null, 'warm', 'noon'], { deviceId: null }))).toEqual([
      'fieldsInvalid',
      'deviceId',
    ]);
    const savedRecord = await saveRecord(['true', '21.5', 'late']);
    await postForm('system/customForm/save', {
      id: sheet.id,
      version: sheet.version,
      questions: [{ question: 'Tidy?', kind: 'textAnswer' }],
    });
    const changedRecord = await postForm('customRecord/save', {
      id: savedRecord.id,
      version: savedRecord.version,
      answers: (savedRecord['answers'] as object[]).map((line, index) =>
        index === 1 ? { ...line, answer: '22' } : line,
      ),
    });
    expect((changedRecord['answers'] as Row[]).map(({ question, answer }) => [question, answer])).toEqual([
      ['Clean?', 'true'],
      ['Temperature', '22'],
      ['Shift', 'late'],
    ]);
    expect(changedRecord['formVersion']).toBe(1);
  });

  it('store the password of a server encrypted, and never answer it', async () => {
    const secret = 'Tr0ub4dor&3';
    const offlineFile = await postForm('system/offlineFile/save', {
      name: 'Drawings',
      storageType: 'sftp',
      host: '127.0.0.1',
      path: '/drawings',
    });
    const { id } = offlineFile;
    const passwordAnswer = await postForm('system/offlineFile/password', {
      id,
      version: offlineFile.version,
      password: secret,
    });
    expect(
      await readRefusal(
        postForm('system/offlineFile/password', { id, version: offlineFile.version, password: 'x' }),
      ),
    ).toEqual(['stale']);
    const row = await postForm('system/offlineFile/get', { id });
    expect([row['hasPassword'], row.version]).toEqual([true, passwordAnswer.version]);
    const { rows } = await factory.connection.pool.query<{ text: string }>(
      `select sealed as text from offline_file_secret union all select concat(before::text, after::text) from log
       union all select s::text from offline_file_setting s union all select coalesce(answer::text, '') from request_once`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    await postForm('system/offlineFile/password', { id, version: passwordAnswer.version });
    expect((await postForm('system/offlineFile/get', { id }))['hasPassword']).toBe(false);
  });

  it('require the whole path of a folder, and the host of a server', async () => {
    const saveOfflineFile = (fields: Record<string, unknown>) =>
      postForm('system/offlineFile/save', { name: `Try ${codeCount++}`, ...fields });
    expect(await readRefusal(saveOfflineFile({ path: 'drawings' }))).toEqual(['folderNotAbsolute', 'path']);
    expect(await readRefusal(saveOfflineFile({ path: '/x', storageType: 'ftp' }))).toEqual([
      'fieldsInvalid',
      'host',
    ]);
  });

  it('name the region of external files as specified, where 0 means all regions', async () => {
    const regionId = await addClassification('region');
    const fields = { name: `Region ${codeCount++}`, path: '/srv/region', respective_region: regionId };
    const offlineFile = await postForm('system/offlineFile/save', fields);
    expect([offlineFile['respective_region'], offlineFile['labels']]).toEqual([
      regionId,
      expect.objectContaining({ respective_region: expect.stringMatching(/^Word/) }),
    ]);
    expect(await readRefusal(postForm('system/classify/delete', { ids: [regionId] }))).toEqual(['inUse']);
    const listOfflineFiles = (filter: object) =>
      postForm<{ rows: Row[] }>('system/offlineFile/page', { filter: JSON.stringify(filter) });
    expect((await listOfflineFiles({ respective_region: regionId })).rows.map(({ id }) => id)).toEqual([
      offlineFile.id,
    ]);
    const change = { id: offlineFile.id, version: offlineFile.version };
    const orderTypeId = await addClassification('orderType');
    expect(
      await readRefusal(postForm('system/offlineFile/save', { ...change, respective_region: orderTypeId })),
    ).toEqual(['fieldsInvalid', 'respective_region']);
    const rowForAllRegions = await postForm('system/offlineFile/save', { ...change, respective_region: 0 });
    expect([rowForAllRegions['respective_region'], Object.keys(rowForAllRegions)]).toEqual([
      0,
      expect.not.arrayContaining(['respectiveRegion']),
    ]);
    expect((await listOfflineFiles({ respective_region: 0 })).rows.map(({ id }) => id)).toContain(
      offlineFile.id,
    );
    await postForm('system/classify/delete', { ids: [regionId] });
    // A deleted file setting for all regions can be restored.
    await postForm('system/offlineFile/delete', { ids: [offlineFile.id] });
    await postForm('system/deleted/restore', {
      rows: [{ entity: 'offlineFileSetting', id: offlineFile.id }],
    });
    const kind = await postForm('system/offline/file/classify/save', { name: `Kind ${codeCount++}` });
    expect(kind['respective_region']).toBe(0);
  });

  it('run a job once over all nodes, when it is requested or due, and store its result', async () => {
    const { db } = factory.connection;
    await db.insertInto('job').values({ name: 'forgetSessions' }).execute();
    let runCount = 0;
    const job = {
      name: 'forgetSessions',
      intervalSeconds: 3600,
      run: async () => {
        runCount += 1;
        await new Promise((resolve) => setTimeout(resolve, 30));
        if (runCount === 2) throw new Error('The disk is full');
        return 7;
      },
    } as const;
    const isStopped = () => false;
    expect(await runJob(db, job, isStopped)).toBe(false);
    await postForm('system/job/run', { job: 'forgetSessions' });
    const runOutcomes = await Promise.all([
      runJob(db, job, isStopped),
      runJob(db, job, isStopped),
      runJob(db, job, isStopped),
    ]);
    expect([runCount, runOutcomes.filter(Boolean).length]).toEqual([1, 1]);
    await postForm('system/job/run', { job: 'forgetSessions' });
    await runJob(db, job, isStopped);
    const { rows } = await postForm<{ rows: { rowsDone: number; error: string | null }[] }>(
      'system/job/history',
      {
        job: 'forgetSessions',
      },
    );
    expect(rows.map(({ rowsDone, error }) => [rowsDone, error])).toEqual([
      [0, 'The disk is full'],
      [7, null],
    ]);
    const status = await postForm<{ rows: JobStatus[] }>('system/job/status', {});
    expect(status.rows.map(({ name, last }) => [name, last?.error])).toEqual([
      ['forgetSessions', 'The disk is full'],
    ]);
    const watcher = await factory.createPerson('Watcher', ['SYSTEM_JOB']);
    expect(await readRefusalCode(watcher.call('/mes/system/job/run', { job: 'forgetSessions' }))).toBe(
      'noPermission',
    );
  });

  it('answer the guide of an area in the reader’s language, or else in another', async () => {
    const saveGuide = (language: string, title: string) =>
      postForm('system/guideBook/save', { area: 'workOrders', language, title, body: 'How we do it' });
    await saveGuide('zh_CN', '工单');
    const readGuide = () => postForm<{ title: string } | null>('guide/read', { area: 'workOrders' });
    expect((await readGuide())?.title).toBe('工单');
    await saveGuide('en_US', 'Orders');
    expect((await readGuide())?.title).toBe('Orders');
    expect(await readRefusal(saveGuide('en_US', 'Again'))).toEqual(['guideTaken', 'language']);
    expect(await postForm('guide/read', { area: 'home' })).toBeNull();
  });
});
