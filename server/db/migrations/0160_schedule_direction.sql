-- The planner places work forwards and computes the need-by times backwards, so there is no direction to choose.
alter table cycle_schedule_setting drop column direction;
