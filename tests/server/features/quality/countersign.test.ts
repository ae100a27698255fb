import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type RefusedCallError } from '#tests/support/floor.ts';
import {
  createQualityFactory,
  findLastRound,
  SIGNER_PASSWORD,
  type QualityFactory,
  type QualityPerson,
} from '#tests/support/quality-floor.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

const PIN = '4711';

describeForEachDatabase('a countersign', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });
  /** Raises and determines an exception of 2 pieces. */
  const raiseAndDetermine = async (fields: Record<string, unknown> = {}) => {
    const exception = await quality.raise(await quality.work({ good: 3 }));
    await quality.determine(exception, fields);
    return exception;
  };
  const makeTwoSigners = () => ({
    signers: [{ employeeId: quality.signer.employeeId }, { employeeId: quality.otherSigner.employeeId }],
  });
  const nameDeputy = (signer: QualityPerson, deputy: QualityPerson, from: number, until: number) => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
    return quality.engineer.call('/mes/quality/deputy/save', {
      employeeId: signer.employeeId,
      deputyId: deputy.employeeId,
      validFrom: addDays(today, from),
      validUntil: addDays(today, until),
    });
  };
  const readSignatures = async (exception: { id: number }) =>
    findLastRound(await quality.read(exception)).signatures;

  test('needs the password again, and nothing is signed without it', async () => {
    const exception = await raiseAndDetermine();
    const { signer } = quality;
    const signException = (fields: Record<string, unknown>) =>
      quality.sign(exception, signer, 'passed', fields);
    expect(await readRefusalCode(signException({ password: null }))).toBe('fieldsInvalid');
    expect(await readRefusalCode(signException({ password: 'Sign4321' }))).toBe('signaturePasswordWrong');
    expect(await readRefusalCode(signException({ password: null, pin: PIN }))).toBe('fieldsInvalid');
    expect(await readSignatures(exception)).toEqual([]);
    await quality.sign(exception);
    const [signature] = await readSignatures(exception);
    const round = findLastRound(await quality.read(exception));
    expect(signature).toMatchObject({
      signerName: 'Liu Yang',
      deputyName: null,
      result: 'passed',
      method: 'password',
      documentHash: round.documentHash,
    });
  });

  test('counts a wrong password like a failed log-in, so that nobody can try many', async () => {
    const exception = await raiseAndDetermine();
    const countFailures = async () => {
      const { db } = quality.factory.connection;
      const { sum } = await db
        .selectFrom('loginAttempt')
        .select((eb) => eb.fn.sum<number>('failures').as('sum'))
        .executeTakeFirstOrThrow();
      return sum;
    };
    const guessPassword = () => quality.sign(exception, quality.signer, 'passed', { password: 'Guess123' });
    await readRefusalCode(guessPassword());
    const before = await countFailures();
    await readRefusalCode(guessPassword());
    expect(await countFailures()).toBe(before + 2);
  });

  test('needs the PIN at a terminal, after the badge', async () => {
    const { factory } = quality;
    const { db } = factory.connection;
    const person = await quality.addPerson('At the terminal');
    const terminal = await factory.call<{ id: number }>('/mes/system/basic/terminal/save', {
      code: 'K-QUALITY',
      name: 'Quality desk',
    });
    await db
      .updateTable('session')
      .set({ terminalId: terminal.id })
      .where('tokenHash', '=', hashToken(person.token))
      .execute();
    const exception = await raiseAndDetermine({ signers: [{ employeeId: person.employeeId }] });
    const signException = (fields: Record<string, unknown>) =>
      quality.sign(exception, person, 'passed', fields);
    expect(await readRefusalCode(signException({ pin: PIN }))).toBe('pinMissing');
    await factory.call('/mes/system/basic/employee/pin', { employeeId: person.employeeId, pin: PIN });
    expect(await readRefusalCode(signException({}))).toBe('fieldsInvalid');
    expect(await readRefusalCode(signException({ pin: '1174' }))).toBe('signaturePinWrong');
    await signException({ pin: PIN });
    expect((await readSignatures(exception))[0]).toMatchObject({ method: 'pin', signerName: person.name });
  });

  test('is refused when the document changed between reading and signing, and says what changed', async () => {
    const exception = await raiseAndDetermine({ rework: 0, scrap: 2, ...makeTwoSigners() });
    const read = findLastRound(await quality.read(exception));
    await quality.sign(exception, quality.otherSigner, 'notPassed');
    await quality.determine(exception, { rework: 1, scrap: 1, ...makeTwoSigners() });
    const signAsRead = () =>
      quality.sign(exception, quality.signer, 'passed', {
        roundId: read.id,
        documentHash: read.documentHash,
      });
    const refusal = await signAsRead().catch((error: unknown) => error as RefusedCallError);
    expect(refusal).toMatchObject({
      code: 'signedDocumentChanged',
      message: expect.stringContaining('To rework was “0”, now “1”') as unknown,
    });
    // An invented hash is refused as well.
    expect(
      await readRefusalCode(quality.sign(exception, quality.signer, 'passed', { documentHash: 'x' })),
    ).toBe('countersignRestarted');
    // The signer can sign after reading the change.
    await quality.sign(exception);
    expect((await readSignatures(exception)).map(({ signerName }) => signerName)).toEqual(['Liu Yang']);
  });

  test('can be signed by a deputy on the days for which the deputy is named', async () => {
    const { signer } = quality;
    const [earlyDeputy, currentDeputy, lateDeputy] = [
      await quality.addPerson('Early'),
      await quality.addPerson('Now'),
      await quality.addPerson('Late'),
    ];
    await nameDeputy(signer, earlyDeputy, -9, -1);
    await nameDeputy(signer, currentDeputy, 0, 0);
    await nameDeputy(signer, lateDeputy, 1, 9);
    const exception = await raiseAndDetermine();
    for (const person of [earlyDeputy, lateDeputy])
      expect([
        person.name,
        await readRefusalCode(quality.sign(exception, person, 'passed', { signerId: signer.employeeId })),
      ]).toEqual([person.name, 'notTheSigner']);
    expect((await quality.read(exception, currentDeputy.call)).signFor).toEqual([
      { employeeId: signer.employeeId, name: signer.name },
    ]);
    expect((await quality.read(exception, earlyDeputy.call)).signFor).toEqual([]);
    expect((await quality.readOverview(currentDeputy.call)).waitingForMe.map(({ id }) => id)).toContain(
      exception.id,
    );
    await quality.sign(exception, currentDeputy, 'passed', { signerId: signer.employeeId });
    expect((await readSignatures(exception))[0]).toMatchObject({
      signerName: signer.name,
      deputyName: 'Now',
    });
  });

  test('keeps a deputy who is a signer from signing twice', async () => {
    const { otherSigner } = quality;
    const person = await quality.addPerson('Both');
    await nameDeputy(otherSigner, person, 0, 1);
    const exception = await raiseAndDetermine({
      signers: [{ employeeId: person.employeeId }, { employeeId: otherSigner.employeeId }],
    });
    expect(
      await readRefusalCode(quality.sign(exception, person, 'passed', { signerId: otherSigner.employeeId })),
    ).toBe('signerTwice');
  });

  test('offers the deputy of two signers no second signature, which would be refused', async () => {
    const { signer, otherSigner } = quality;
    const person = await quality.addPerson('For both');
    await nameDeputy(signer, person, 0, 1);
    await nameDeputy(otherSigner, person, 0, 1);
    const exception = await raiseAndDetermine({
      signers: [{ employeeId: signer.employeeId }, { employeeId: otherSigner.employeeId }],
    });
    expect((await quality.read(exception, person.call)).signFor).toHaveLength(2);
    await quality.sign(exception, person, 'passed', { signerId: signer.employeeId });
    expect((await quality.read(exception, person.call)).signFor).toEqual([]);
    expect(
      await readRefusalCode(quality.sign(exception, person, 'passed', { signerId: otherSigner.employeeId })),
    ).toBe('signerTwice');
  });

  test('of a signer who quits or whose account is disabled in a round is given by a deputy', async () => {
    const { factory, signer } = quality;
    const [quitter, disabledPerson] = [await quality.addPerson('Quits'), await quality.addPerson('Disabled')];
    const [deputy, otherDeputy] = [await quality.addPerson('First'), await quality.addPerson('Second')];
    const exception = await raiseAndDetermine({
      signers: [quitter, disabledPerson, signer].map(({ employeeId }) => ({ employeeId })),
    });
    await quality.sign(exception);
    const { version } = await factory.call<{ version: number }>('/mes/system/basic/employee/get', {
      id: quitter.employeeId,
    });
    await factory.call('/mes/system/basic/employee/save', {
      ...{ id: quitter.employeeId, version, workingStatus: 'quit' },
    });
    await factory.connection.db
      .updateTable('account')
      .set({ disabledAt: new Date().toISOString() })
      .where('employeeId', '=', disabledPerson.employeeId)
      .execute();
    for (const [absent, present] of [
      [quitter, deputy],
      [disabledPerson, otherDeputy],
    ] as const) {
      expect(await readRefusalCode(quality.sign(exception, absent))).toBe('notSignedIn');
      expect((await quality.read(exception)).state).toBe('remediesInCountersign');
      await nameDeputy(absent, present, 0, 0);
      await quality.sign(exception, present, 'passed', { signerId: absent.employeeId });
    }
    expect((await quality.read(exception)).state).toBe('tracingCountersign');
  });

  test('that is recorded and sent again changes nothing: neither in its round nor in a later one', async () => {
    const { signer, otherSigner } = quality;
    const exception = await raiseAndDetermine(makeTwoSigners());
    const { id: roundId, documentHash } = findLastRound(await quality.read(exception));
    const recordedFields = {
      ...{ id: exception.id, roundId, documentHash, signerId: signer.employeeId },
      ...{ result: 'passed', password: SIGNER_PASSWORD },
    };
    const requestId = randomUUID();
    const send = (id: string) => signer.call('/mes/quality/sign', recordedFields, id);
    const first = await send(requestId);
    const before = await readTableVersions(quality.factory.connection);
    expect(await send(requestId)).toEqual(first);
    expect(await readRefusalCode(send(randomUUID()))).toBe('alreadySigned');
    expect(await readTableVersions(quality.factory.connection)).toEqual(before);
    // Another person cannot use the recorded call either.
    expect(await readRefusalCode(otherSigner.call('/mes/quality/sign', recordedFields, randomUUID()))).toBe(
      'notTheSigner',
    );
    await quality.sign(exception, otherSigner, 'notPassed');
    expect(await readRefusalCode(send(randomUUID()))).toBe('qualityState');
    await quality.determine(exception, makeTwoSigners());
    expect(await readRefusalCode(send(randomUUID()))).toBe('countersignRestarted');
    expect(await readSignatures(exception)).toEqual([]);
  });

  test('needs a comment from a signer who does not pass it', async () => {
    const exception = await raiseAndDetermine();
    expect(
      await readRefusalCode(quality.sign(exception, quality.signer, 'notPassed', { comment: null })),
    ).toBe('signatureReasonMissing');
  });

  test('can never be changed: neither what was signed, nor who signed', async () => {
    const exception = await raiseAndDetermine();
    await quality.sign(exception);
    const { db } = quality.factory.connection;
    const changes = [
      () => db.updateTable('qualitySignature').set({ result: 'notPassed' }).execute(),
      () => db.deleteFrom('qualitySignature').execute(),
      () => db.updateTable('qualityRound').set({ documentHash: 'x' }).execute(),
      () => db.deleteFrom('qualityRoundSigner').execute(),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow('append-only');
  });

  test('is asked of people who can log in only', async () => {
    const exception = await quality.raise(await quality.work({ good: 3 }));
    const deletedPerson = await quality.addPerson('Gone');
    const { version } = await quality.factory.call<{ version: number }>('/mes/system/basic/employee/get', {
      id: deletedPerson.employeeId,
    });
    await quality.factory.call('/mes/system/basic/employee/save', {
      id: deletedPerson.employeeId,
      version,
      workingStatus: 'quit',
    });
    const before = await readTableVersions(quality.factory.connection);
    expect(
      await readRefusalCode(
        quality.determine(exception, { signers: [{ employeeId: deletedPerson.employeeId }] }),
      ),
    ).toBe('signerCannotLogIn');
    expect(await readTableVersions(quality.factory.connection)).toEqual(before);
  });
});
