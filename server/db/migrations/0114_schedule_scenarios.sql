-- A plan of what would be if something were different. It has a name and patches of what is planned, and is never applied.
alter table schedule_run
  add column name text,
  add column patches jsonb not null default '[]',
  add constraint schedule_run_scenario_check check (state <> 'applied' or patches = '[]');
