-- Whether an exception is a complaint of a customer.
alter table quality_exception add column customer_complaint boolean not null default false;
create index on quality_exception (factory_id, raised_at desc) where customer_complaint;
