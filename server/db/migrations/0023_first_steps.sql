-- Whether the user has hidden the first steps on the home page.
alter table account add column first_steps_hidden boolean not null default false;
