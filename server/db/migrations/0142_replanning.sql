-- Plans that the server asks for by itself.
alter table cycle_schedule_setting
  add column replan_at text,
  add column replans_after_breakdown boolean not null default false,
  add column replan_keep text not null default 'keepOrder',
  add column applies_replan boolean not null default false,
  add constraint cycle_schedule_setting_replan_keep_check check (replan_keep in ('repairPlan', 'keepOrder', 'planAfresh'));

alter table schedule_run
  -- Why the server has asked for it; null if a person has.
  add column requested_for text,
  -- Whether the server is to apply it once it is ready. It tries once.
  add column applies_itself boolean not null default false,
  add constraint schedule_run_requested_for_check check (requested_for in ('replanNightly', 'replanBreakdown')),
  add constraint schedule_run_applies_itself_check check (not applies_itself or requested_for is not null);
create index on schedule_run (factory_id) where applies_itself;

-- What the server has asked for already, so that a night or a breakdown leads to one plan.
create table schedule_replan (
  factory_id bigint primary key references factory (id),
  -- The day of the last planned night.
  night date,
  -- The devices that were down when the last plan was asked for.
  down_device_ids bigint[] not null default '{}'
);
