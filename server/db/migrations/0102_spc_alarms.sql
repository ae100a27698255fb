-- Alarm rules can watch the characteristics whose control limits are frozen: broken control rules, and their Cpk.
alter table alarm_rule
  drop constraint alarm_rule_measure_check,
  add constraint alarm_rule_measure_check check (measure in ('attainmentByNow', 'shiftScrapRate', 'openCallCount',
    'downDeviceCount', 'orderOverdueDays', 'callUnansweredMinutes', 'groupSilentMinutes', 'deviceIdleMinutes',
    'screenSilentSeconds', 'brokenControlRules', 'characteristicCpk'));
alter table alarm
  drop constraint alarm_measure_check,
  add constraint alarm_measure_check check (measure in ('attainmentByNow', 'shiftScrapRate', 'openCallCount',
    'downDeviceCount', 'orderOverdueDays', 'callUnansweredMinutes', 'groupSilentMinutes', 'deviceIdleMinutes',
    'screenSilentSeconds', 'brokenControlRules', 'characteristicCpk'));
