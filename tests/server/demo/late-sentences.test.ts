import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lateOrders } from '#server/reports/late-orders.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { changeLang, setUpWords, t } from '#client/kit/words/t.ts';
import {
  describeNamedCauses,
  formatLateness,
  type NamedCause,
} from '#client/production/plan/describe-causes.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

interface Order {
  code: string;
  lateBy: number;
  causes: NamedCause[];
}

/** Adds up the times of a sentence in minutes. A time in days has one decimal. */
function sumTimes(sentence: string): number {
  const sum = (pattern: RegExp, minutes: number) =>
    [...sentence.matchAll(pattern)].reduce((total, [, digits]) => total + Number(digits) * minutes, 0);
  const hours = [...sentence.matchAll(/(?<![\w.-])(\d+) h(?: (\d{1,2})(?![\w.-]))?(?!\w)/g)].reduce(
    (total, [, wholeHours, minutes = '0']) => total + Number(wholeHours) * 60 + Number(minutes),
    0,
  );
  return Math.round(
    hours +
      sum(/(?<![\w.-])(\d+(?:\.\d)?) (?:天|日|d)(?!\w)/g, 1440) +
      sum(/(?<![\w.-])(\d+) (?:小时|小時|時間)/g, 60) +
      sum(/(?<![\w.-])(\d+) (?:分|min)(?!\w)/g, 1),
  );
}

describe('the sentences about late orders', () => {
  describeForEachDatabase(
    'of the demonstration factory',
    (database) => {
      let orders: Order[];
      beforeAll(async () => {
        // The client translates its texts only if there is a document and a local storage.
        vi.stubGlobal('document', { documentElement: {} });
        vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
        await setUpWords(async (lang) => getTermsOfLanguage(lang));
        await replaceDatabaseWithDemo(database);
        const { db, pool } = await database.open();
        const { rows: factories } = await pool.query<{ factoryId: number; zone: string }>(
          'select id as "factoryId", zone from factory',
        );
        const rows = await lateOrders.run(
          db,
          factories[0] as CurrentUser,
          { customerId: null, limit: 500 } as never,
        );
        orders = [...groupBy(rows, (row) => row['id']).values()].map((orderRows) => ({
          code: String(orderRows[0]!['orderCode']),
          lateBy: Number(orderRows[0]!['lateMinutes']),
          causes: orderRows.map((row) => ({
            kind: row['cause'] as NamedCause['kind'],
            minutes: Number(row['causeMinutes']),
            machineName: String(row['deviceName'] ?? ''),
            orderCodes: String(row['behindOrders'] ?? '')
              .split(', ')
              .filter(Boolean),
            orderCount: Number(row['behindCount']),
          })),
        }));
      });

      afterAll(() => vi.unstubAllGlobals());

      test.each(LANGS)('add up to the lateness of the order: in %s', async (lang) => {
        await changeLang(lang);
        for (const { code, lateBy, causes } of orders) {
          for (const maxCauseCount of [1, 2, 3, causes.length]) {
            const reasons = describeNamedCauses(causes, t, maxCauseCount).join('; ');
            expect([code, reasons, sumTimes(reasons)]).toEqual([
              code,
              reasons,
              sumTimes(formatLateness(lateBy, t)),
            ]);
          }
        }
        expect(new Set(orders.flatMap(({ causes }) => causes.map(({ kind }) => kind))).size).toBeGreaterThan(
          3,
        );
        expectItemsChecked('late orders', orders.length);
      });
    },
    'embedded',
  );
});
