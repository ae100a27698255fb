import { describe, expect, test } from 'vitest';
import { chooseHomePreset } from '#shared/boards/home-presets.ts';

const choosePreset = (...permissions: string[]) => chooseHomePreset({ kind: 'employee', permissions }, null);

describe('the home page of a person', () => {
  test('follows the permissions if the roles name no home page', () => {
    expect(choosePreset()).toBe('workerHome');
    expect(choosePreset('TASK_REPORT')).toBe('workerHome');
    expect(choosePreset('TASK_REPORT', 'TASK_REPORT_TEAM')).toBe('groupHeadHome');
    expect(choosePreset('ANDON_ANSWER', 'SYSTEM_PARAM_SETTING_SIP')).toBe('qualityHome');
    expect(choosePreset('WORK_ORDER', 'WORK_ORDER_ADD', 'TASK_REPORT_TEAM')).toBe('plannerHome');
    expect(choosePreset('WORK_ORDER_ADD', 'SYSTEM_BASIC_ROLE_MODIFY')).toBe('managerHome');
  });

  test('is the one that the roles name', () => {
    const user = { kind: 'employee', permissions: ['SYSTEM_BASIC_ROLE_MODIFY'] } as const;
    expect(chooseHomePreset(user, 'workerHome')).toBe('workerHome');
  });
});
