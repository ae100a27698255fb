-- When an order will be ready by the applied plan, carried on from what has happened since. Null if the plan does not tell.
alter table work_order add column projected_end timestamptz;
