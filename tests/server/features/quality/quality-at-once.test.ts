import { beforeAll, expect, it } from 'vitest';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import {
  createQualityFactory,
  findLastRound,
  SIGNER_PASSWORD,
  type QualityFactory,
} from '#tests/support/quality-floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_PAIR = 4;
const STEPS_WITH_LEAPFROG = ['Turn', { name: 'Grind', leapfrogAllowed: true }] as const;

/** Raises an exception for 4 of the 6 good pieces of a process. */
const raisePieces = (quality: QualityFactory, processId: number, call: CallFunction) =>
  quality.raise({ processId }, { quantity: 4 }, call);

/** Receives 4 of the 6 good pieces at the next process. */
const receivePieces = (processId: number, call: CallFunction, employeeId: number) =>
  call('/mes/report/start', { processId, quantity: 4, people: [{ employeeId }] });

describeForEachDatabase('quality at the same time as another change', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  let quality: QualityFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
  });
  const callOnSecondNode = openSecondNode(database, () => factory);
  const runBoth = (...calls: Promise<unknown>[]) => Promise.all(calls.map(readRefusalCode));
  const countCode = (codes: readonly string[], code: string) =>
    codes.filter((outcome) => outcome === code).length;

  it('an exception and the next process never take the same pieces', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processId, nextProcessId } = await quality.work({ good: 6 }, STEPS_WITH_LEAPFROG);
      const { employeeId } = await factory.createPerson('Idle', []);
      const codes = await runBoth(
        raisePieces(quality, processId, factory.call),
        receivePieces(nextProcessId, callOnSecondNode, employeeId),
      );
      expect(countCode(codes, 'accepted')).toBe(1);
      const { good, hold } = await readProcessProgress(factory, processId);
      const { received } = await readProcessProgress(factory, nextProcessId);
      expect(hold === 4 ? [good, received] : [good, hold, received]).toEqual(hold === 4 ? [2, 0] : [6, 0, 4]);
    }
  });

  it('two exceptions never hold the same pieces', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processId } = await quality.work({ good: 6 });
      const codes = await runBoth(
        raisePieces(quality, processId, factory.call),
        raisePieces(quality, processId, callOnSecondNode),
      );
      expect(codes.sort()).toEqual(['accepted', 'holdExceedsAvailable']);
      expect((await readProcessProgress(factory, processId)).hold).toBe(4);
    }
  });

  it('an exception is determined once, if two people determine it', async () => {
    for (let round = 0; round < rounds; round++) {
      const exception = await quality.raise(await quality.work({ good: 3 }));
      const codes = await runBoth(
        quality.determine(exception, { scrap: 2 }, factory.call),
        quality.determine(exception, { scrap: 0, rework: 2 }, callOnSecondNode),
      );
      expect(countCode(codes, 'accepted')).toBe(1);
      expect(['qualityState', 'stale']).toContain(codes.find((code) => code !== 'accepted'));
      expect((await quality.read(exception)).rounds).toHaveLength(1);
    }
  });

  it('a signer who signs in two windows signs once, and the pieces move once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processId } = await quality.work({ good: 3 });
      const exception = await quality.raise({ processId });
      await quality.determine(exception);
      const codes = await runBoth(quality.sign(exception), quality.sign(exception));
      expect(countCode(codes, 'accepted')).toBe(1);
      expect(['qualityState', 'alreadySigned']).toContain(codes.find((code) => code !== 'accepted'));
      expect(findLastRound(await quality.read(exception)).signatures).toHaveLength(1);
      expect(await readProcessProgress(factory, processId)).toMatchObject({ scrap: 2, hold: 0, good: 1 });
    }
  });

  it('a signer and the deputy at once sign once', async () => {
    const { signer, engineer } = quality;
    const deputy = await quality.addPerson('Deputy');
    const today = toLocalDay('Asia/Shanghai', Date.now());
    await engineer.call('/mes/quality/deputy/save', {
      ...{ employeeId: signer.employeeId, deputyId: deputy.employeeId, validFrom: today, validUntil: today },
    });
    for (let round = 0; round < rounds; round++) {
      const { processId } = await quality.work({ good: 3 });
      const exception = await quality.raise({ processId });
      await quality.determine(exception);
      const codes = await runBoth(
        quality.sign(exception),
        quality.sign(exception, deputy, 'passed', { signerId: signer.employeeId }),
      );
      expect(countCode(codes, 'accepted')).toBe(1);
      expect(['qualityState', 'alreadySigned']).toContain(codes.find((code) => code !== 'accepted'));
      expect(findLastRound(await quality.read(exception)).signatures).toHaveLength(1);
    }
  });

  it('a cancellation and the last signature at once: the pieces go back or move, never both', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processId } = await quality.work({ good: 3 });
      const exception = await quality.raise({ processId });
      await quality.determine(exception);
      const codes = await runBoth(quality.sign(exception), quality.cancel(exception, {}, callOnSecondNode));
      expect(countCode(codes, 'accepted')).toBe(1);
      const [good, scrap] = codes[0] === 'accepted' ? [1, 2] : [3, 0];
      expect(await readProcessProgress(factory, processId)).toMatchObject({ good, scrap, hold: 0 });
    }
  });

  it('the last two signers at once move the pieces once', async () => {
    const { signer, otherSigner } = quality;
    for (let round = 0; round < rounds; round++) {
      const { processId } = await quality.work({ good: 3 });
      const exception = await quality.raise({ processId });
      await quality.determine(exception, {
        signers: [{ employeeId: signer.employeeId }, { employeeId: otherSigner.employeeId }],
      });
      const codes = await runBoth(quality.sign(exception, signer), quality.sign(exception, otherSigner));
      expect(codes).toEqual(['accepted', 'accepted']);
      expect((await quality.read(exception)).state).toBe('tracingCountersign');
      expect(await readProcessProgress(factory, processId)).toMatchObject({ scrap: 2, hold: 0, good: 1 });
    }
  });

  it('a reversal and an exception of the same report never both pass', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processId, reportId } = await quality.work({ good: 6 });
      const codes = await runBoth(
        quality.raise({ processId }, { quantity: 1, reportId }, factory.call),
        callOnSecondNode('/mes/report/reverse', { reportId, reason: 'Wrong' }),
      );
      expect(countCode(codes, 'accepted')).toBe(1);
      expect(['reportUnderException', 'fieldsInvalid']).toContain(codes.find((code) => code !== 'accepted'));
    }
  });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(rounds);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres(
    'without the locks of parts, an exception and the next process take the same pieces',
    async () => {
      const factoryWithoutLocks = await createTestFactory(
        createConnectionWithoutLocks(await database.open()),
      );
      const unlockedQuality = await createQualityFactory(factoryWithoutLocks);
      let isBroken = false;
      for (let round = 0; round < 40 && !isBroken; round++) {
        const { processId, nextProcessId } = await unlockedQuality.work({ good: 6 }, STEPS_WITH_LEAPFROG);
        const { employeeId } = await factoryWithoutLocks.createPerson('Idle', []);
        await Promise.allSettled([
          raisePieces(unlockedQuality, processId, factoryWithoutLocks.call),
          receivePieces(nextProcessId, factoryWithoutLocks.call, employeeId),
        ]);
        isBroken =
          (await checkLedgers(factoryWithoutLocks.connection, factoryWithoutLocks.factoryId)).mismatches
            .length > 0;
      }
      expect(isBroken).toBe(true);
    },
  );

  it('a signature needs the password in every window', async () => {
    const exception = await quality.raise(await quality.work({ good: 3 }));
    await quality.determine(exception);
    const codes = await runBoth(
      quality.sign(exception, quality.signer, 'passed', { password: `${SIGNER_PASSWORD}x` }),
      quality.sign(exception),
    );
    expect(codes).toEqual(['signaturePasswordWrong', 'accepted']);
  });
});
