import { expect, it } from 'vitest';
import { buildErrorMessage, markAsTerm } from '#shared/terms/error-message.ts';

it('a refusal names terms in the language of the reader, and times in the zone of the factory as the screens do', () => {
  const params = {
    name: '粗车',
    what: markAsTerm('finish'),
    who: '王建国',
    at: '2026-11-21T01:05:00.000Z',
    quantity: 3,
  };
  expect(buildErrorMessage('zh_CN', 'reverseLaterFirst', params, 'Asia/Shanghai')).toMatch(
    /请先冲销“完工”（王建国，11-21 09:05，数量 3）$/,
  );
  expect(buildErrorMessage('en_US', 'reverseLaterFirst', params, 'America/New_York')).toMatch(
    /First reverse “Finish” \(王建国, 11-20 20:05, quantity 3\)$/,
  );
});
