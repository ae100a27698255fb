-- Rules that raise alarms, and the alarms that they have raised.
create table alarm_rule (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  alarm_kind text not null default 'threshold',
  measure text not null,
  work_group_id bigint,
  comparison text not null default 'atLeast',
  limit_value numeric(14,4) not null,
  clear_value numeric(14,4),
  for_minutes integer not null default 0,
  severity text not null default 'warning',
  sound boolean not null default true,
  on_walls boolean not null default true,
  escalate_after_minutes integer,
  enabled boolean not null default true,
  primary key (factory_id, id),
  constraint alarm_rule_alarm_kind_check check (alarm_kind in ('threshold', 'lateness', 'noData', 'darkScreen')),
  constraint alarm_rule_measure_check check (measure in ('attainmentByNow', 'shiftScrapRate', 'openCallCount',
    'downDeviceCount', 'orderOverdueDays', 'callUnansweredMinutes', 'groupSilentMinutes', 'deviceIdleMinutes',
    'screenSilentSeconds')),
  constraint alarm_rule_work_group_id_fkey foreign key (factory_id, work_group_id) references work_group,
  constraint alarm_rule_comparison_check check (comparison in ('atLeast', 'atMost')),
  constraint alarm_rule_limit_value_check check (limit_value >= 0),
  constraint alarm_rule_clear_value_check check (clear_value >= 0),
  constraint alarm_rule_for_minutes_check check (for_minutes >= 0),
  constraint alarm_rule_severity_check check (severity in ('warning', 'critical')),
  constraint alarm_rule_escalate_after_minutes_check check (escalate_after_minutes >= 1)
);
create unique index alarm_rule_name_unique on alarm_rule (factory_id, name) where deleted_at is null;
create index on alarm_rule (factory_id, work_group_id) where work_group_id is not null;
create table alarm_rule_escalation_role_ids (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  target_id bigint not null,
  primary key (factory_id, owner_id, position),
  constraint alarm_rule_escalation_role_ids_owner_id_fkey foreign key (factory_id, owner_id)
    references alarm_rule on delete cascade,
  constraint alarm_rule_escalation_role_ids_target_id_fkey foreign key (factory_id, target_id) references role
);
create index on alarm_rule_escalation_role_ids (factory_id, target_id);

create table alarm (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  subject text,
  state text not null default 'firing',
  severity text not null default 'warning',
  measure text not null,
  fired_value numeric(14,4) not null,
  comparison text not null default 'atLeast',
  limit_value numeric(14,4) not null,
  sound boolean not null default false,
  on_walls boolean not null default false,
  condition_since timestamptz not null,
  fired_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by_id bigint,
  escalated_at timestamptz,
  escalated_to text,
  resolved_at timestamptz,
  primary key (factory_id, id),
  constraint alarm_state_check check (state in ('firing', 'acknowledged', 'resolved')),
  constraint alarm_severity_check check (severity in ('warning', 'critical')),
  constraint alarm_measure_check check (measure in ('attainmentByNow', 'shiftScrapRate', 'openCallCount',
    'downDeviceCount', 'orderOverdueDays', 'callUnansweredMinutes', 'groupSilentMinutes', 'deviceIdleMinutes',
    'screenSilentSeconds')),
  constraint alarm_fired_value_check check (fired_value >= -1000000000),
  constraint alarm_comparison_check check (comparison in ('atLeast', 'atMost')),
  constraint alarm_limit_value_check check (limit_value >= 0),
  constraint alarm_acknowledged_by_id_fkey foreign key (factory_id, acknowledged_by_id) references employee
);
create index on alarm (factory_id, acknowledged_by_id) where acknowledged_by_id is not null;
create index on alarm (factory_id, fired_at desc);
-- For the open alarms, which are few among all alarms.
create index alarm_open on alarm (factory_id, fired_at) where deleted_at is null and state in ('firing', 'acknowledged');

-- The limits that are reached now. The primary key ensures that a rule has at most one open alarm for each subject.
create table alarm_condition (
  factory_id bigint not null,
  rule_id bigint not null,
  subject_key text not null,
  since timestamptz not null,
  -- The alarm that was raised; null while the limit has not yet been reached for long enough.
  alarm_id bigint,
  -- The roles to which the alarm was escalated.
  escalated_role_ids bigint[] not null default '{}',
  primary key (factory_id, rule_id, subject_key),
  constraint alarm_condition_rule_id_fkey foreign key (factory_id, rule_id) references alarm_rule on delete cascade,
  constraint alarm_condition_alarm_id_fkey foreign key (factory_id, alarm_id) references alarm on delete cascade
);
create unique index on alarm_condition (factory_id, alarm_id) where alarm_id is not null;

-- Every factory hears of a screen that has gone dark.
insert into alarm_rule (factory_id, name, alarm_kind, measure, limit_value, sound, on_walls)
select id, case language when 'en_US' then 'Dark screen' when 'zh_TW' then '螢幕無回應' when 'ja_JP' then '画面応答なし'
    else '屏幕无响应' end, 'darkScreen', 'screenSilentSeconds', 120, false, false
from factory where deleted_at is null;
