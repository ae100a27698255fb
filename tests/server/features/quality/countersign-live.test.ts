import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { QualityViewer, SigningReminder } from '#shared/quality/answers.ts';
import { REMINDER_PAUSE_MINUTES } from '#shared/quality/countersign.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type CallFunction } from '#tests/support/floor.ts';
import {
  createQualityFactory,
  findLastRound,
  type QualityFactory,
  type QualityPerson,
} from '#tests/support/quality-floor.ts';

describeForEachDatabase('everybody in a round of signers', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });
  const beginRound = async () => {
    const exception = await quality.raise(await quality.work({ good: 3 }));
    const { signer, otherSigner } = quality;
    await quality.determine(exception, {
      signers: [signer, otherSigner].map(({ employeeId }) => ({ employeeId })),
    });
    return exception;
  };
  const look = async (person: QualityPerson, { id }: { id: number }, isLeaving = false) =>
    (await person.call<{ rows: QualityViewer[] }>('/mes/quality/look', { id, leaves: isLeaving })).rows.map(
      ({ name }) => name,
    );
  const remind = ({ id }: { id: number }, call: CallFunction = quality.engineer.call) =>
    call<{ names: string[] }>('/mes/quality/remind', { id });
  const listReminders = async (person: QualityPerson) =>
    (await person.call<{ rows: SigningReminder[] }>('/mes/quality/reminders', {})).rows;
  /** Adds a reminder to a signer of the last round, as if it had been sent `minutesAgo` minutes ago. */
  const addReminder = async (
    exception: { id: number },
    { employeeId }: QualityPerson,
    minutesAgo: number,
  ) => {
    const { id: roundId } = findLastRound(await quality.read(exception));
    await sql`insert into quality_reminder (factory_id, round_id, signer_id, by_name, at)
      values (${quality.factory.factoryId}, ${roundId}, ${employeeId}, 'Somebody', now() - make_interval(mins => ${minutesAgo}))`.execute(
      quality.factory.connection.db,
    );
  };
  const countAnnouncements = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from feed
      where factory_id = ${quality.factory.factoryId} and entity = 'qualityViewer'`.execute(
      quality.factory.connection.db,
    );
    return rows[0]!.count;
  };

  test('sees who looks at the exception now: until they leave, or stop saying so', async () => {
    const exception = await beginRound();
    const { engineer, signer, otherSigner } = quality;
    const before = await countAnnouncements();
    expect(await look(signer, exception)).toEqual([signer.name]);
    expect(await look(engineer, exception)).toEqual([signer.name, engineer.name]);
    expect(await countAnnouncements()).toBe(before + 2);
    // A page that reports the same viewer again announces nothing.
    expect(await look(signer, exception)).toEqual([signer.name, engineer.name]);
    expect(await countAnnouncements()).toBe(before + 2);
    expect(await look(signer, exception, true)).toEqual([engineer.name]);
    expect(await countAnnouncements()).toBe(before + 3);
    await sql`update quality_viewer set seen_at = seen_at - interval '1 minute'`.execute(
      quality.factory.connection.db,
    );
    expect(await look(otherSigner, exception)).toEqual([otherSigner.name]);
    expect(await look(engineer, exception)).toEqual([otherSigner.name, engineer.name]);
    expect(await look(signer, await beginRound())).toEqual([signer.name]);
  });

  test('can remind those who have not signed, who read it until they sign', async () => {
    const exception = await beginRound();
    const { signer, otherSigner, worker } = quality;
    await quality.sign(exception, signer);
    expect((await remind(exception)).names).toEqual([otherSigner.name]);
    const round = findLastRound(await quality.read(exception));
    expect(round.signers.map(({ remindedAt }) => remindedAt !== null)).toEqual([false, true]);
    expect(await listReminders(otherSigner)).toMatchObject([
      { exceptionId: exception.id, by: quality.engineer.name },
    ]);
    expect(await listReminders(signer)).toEqual([]);
    // A second reminder is refused for some time. Only the signers of the round and the people who determine may
    // remind.
    expect(await readRefusalCode(remind(exception))).toBe('remindedAlready');
    expect(await readRefusalCode(remind(exception, signer.call))).toBe('remindedAlready');
    expect(await readRefusalCode(remind(exception, worker.call))).toBe('noPermission');
    const deputy = await quality.addPerson('Stands in');
    const today = toLocalDay('Asia/Shanghai', Date.now());
    const deputyFields = { employeeId: otherSigner.employeeId, deputyId: deputy.employeeId };
    await quality.engineer.call('/mes/quality/deputy/save', {
      ...{ ...deputyFields, validFrom: today, validUntil: today },
    });
    expect(await listReminders(deputy)).toHaveLength(1);
    await quality.sign(exception, otherSigner);
    expect(await listReminders(otherSigner)).toEqual([]);
    expect(await listReminders(deputy)).toEqual([]);
    expect(await readRefusalCode(remind(exception))).toBe('noOpenRound');
  });

  test('is reminded of the open round alone, and again after a pause', async () => {
    const exception = await beginRound();
    const { signer, otherSigner } = quality;
    await addReminder(exception, signer, REMINDER_PAUSE_MINUTES - 1);
    await addReminder(exception, otherSigner, REMINDER_PAUSE_MINUTES + 1);
    expect((await remind(exception)).names).toEqual([otherSigner.name]);
    await quality.sign(exception, signer, 'notPassed');
    expect(await listReminders(otherSigner)).toEqual([]);
    expect(await readRefusalCode(remind(exception))).toBe('noOpenRound');
    await quality.determine(exception, { signers: [{ employeeId: otherSigner.employeeId }] });
    expect(await listReminders(otherSigner)).toEqual([]);
    expect((await remind(exception)).names).toEqual([otherSigner.name]);
    expect(await listReminders(otherSigner)).toHaveLength(1);
  });
});
