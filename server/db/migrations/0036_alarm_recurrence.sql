-- When a limit was last seen to be reached. Time in which nobody looked does not count for "for n minutes".
alter table alarm_condition add column observed_at timestamptz;
update alarm_condition set observed_at = since;
alter table alarm_condition alter column observed_at set not null;

-- An alarm that comes again soon after it has ended is the same alarm.
alter table alarm
  add column fired_count integer not null default 1,
  add column last_fired_at timestamptz,
  add constraint alarm_fired_count_check check (fired_count >= 1);
update alarm set last_fired_at = fired_at;
alter table alarm alter column last_fired_at set not null;
-- For the job that deletes old alarms.
create index alarm_resolved on alarm (resolved_at) where state = 'resolved';

-- The alarm that has last ended for a subject of a rule, as long as it can come again.
create table ended_alarm (
  factory_id bigint not null,
  rule_id bigint not null,
  subject_key text not null,
  alarm_id bigint not null,
  ended_at timestamptz not null,
  -- The roles to which the alarm was escalated.
  escalated_role_ids bigint[] not null default '{}',
  primary key (factory_id, rule_id, subject_key),
  constraint ended_alarm_rule_id_fkey foreign key (factory_id, rule_id) references alarm_rule on delete cascade,
  constraint ended_alarm_alarm_id_fkey foreign key (factory_id, alarm_id) references alarm on delete cascade
);
create unique index on ended_alarm (factory_id, alarm_id);
