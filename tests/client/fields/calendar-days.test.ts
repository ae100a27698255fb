import { describe, expect, it } from 'vitest';
import { addDays, addMonths, isDay } from '#shared/rules/days.ts';
import { parseDay, listCalendarDays } from '#client/kit/calendar/calendar-days.ts';
import { parseTime } from '#client/kit/fields/parse-time.ts';
import { toLocalDay, localTimeToInstant, formatLocalTime } from '#client/kit/words/formats.ts';

describe('days of a calendar', () => {
  it('knows which days exist', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(isDay('2027-02-29')).toBe(false);
    expect(isDay('2027-2-9')).toBe(false);
  });

  it('steps over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2027-03-31', -13)).toBe('2026-02-28');
  });

  it('shows six weeks from a Monday', () => {
    const days = listCalendarDays('2026-11-21');
    expect(days).toHaveLength(42);
    expect(days[0]).toBe('2026-10-26');
    expect(days).toContain('2026-11-30');
  });

  it('understands a day as people type it', () => {
    expect(parseDay('2026-3-5', '2026-11-21')).toBe('2026-03-05');
    expect(parseDay('20260305', '2026-11-21')).toBe('2026-03-05');
    expect(parseDay('2026年3月5日', '2026-11-21')).toBe('2026-03-05');
    expect(parseDay('3/5', '2026-11-21')).toBe('2026-03-05');
    expect(parseDay('2026-02-30', '2026-11-21')).toBeNull();
    expect(parseDay('soon', '2026-11-21')).toBeNull();
  });
});

describe('a time of day', () => {
  it('is parsed as people type it, and refused if it does not exist', () => {
    expect(['8:30', '08:30', '830', '0830', '8', '23:59', '8时30分', ''].map(parseTime)).toEqual([
      '08:30',
      '08:30',
      '08:30',
      '08:30',
      '08:00',
      '23:59',
      '08:30',
      null,
    ]);
    expect(['24:00', '8:60', '12345', 'noon'].map(parseTime)).toEqual([null, null, null, null]);
  });
});

describe('the clock on the wall of a factory', () => {
  it('shows the factory’s time, whatever the device’s time zone', () => {
    expect(formatLocalTime('2026-11-21T23:30:00Z', 'Asia/Shanghai')).toBe('2026-11-22T07:30:00');
    expect(toLocalDay('Asia/Shanghai', '2026-11-21T23:30:00Z')).toBe('2026-11-22');
    expect(localTimeToInstant('2026-11-22T07:30', 'Asia/Shanghai')).toBe('2026-11-21T23:30:00.000Z');
  });

  it('converts both ways on the days of a clock change', () => {
    for (const instant of [
      '2026-03-29T00:59:00Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T03:00:00Z',
    ]) {
      const localTime = formatLocalTime(instant, 'Europe/Berlin');
      expect(localTimeToInstant(localTime, 'Europe/Berlin')).toBe(new Date(instant).toISOString());
    }
    const clockChangeCases: [zone: string, localTime: string, instant: string][] = [
      ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
      ['America/New_York', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z'],
      ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
      ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
      ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
      ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T01:30:00.000Z'],
    ];
    for (const [zone, localTime, instant] of clockChangeCases)
      expect([zone, localTime, localTimeToInstant(localTime, zone)]).toEqual([zone, localTime, instant]);
    expect(localTimeToInstant('not a time', 'Europe/Berlin')).toBeNull();
  });
});
