-- A penalty with the other sign: somebody gets a reward for an exception, for example because they found it.
alter table quality_penalty
  add column kind text not null default 'penalty',
  alter column responsible_type drop not null,
  alter column ratio drop not null,
  add constraint quality_penalty_kind_check check (kind in ('penalty', 'reward')),
  add constraint quality_penalty_share_check check (case kind
    when 'penalty' then responsible_type is not null and ratio is not null
    else responsible_type is null and ratio is null and employee_id is not null end);
alter table wage_setting
  add column reward_limit numeric(14,4),
  add constraint wage_setting_reward_limit_check check (reward_limit >= 0);
