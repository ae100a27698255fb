-- The board of the quality room ships with the product.
alter table board drop constraint board_preset_check;
alter table board add constraint board_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview', 'qualityRoom'));
alter table large_screen drop constraint large_screen_preset_check;
alter table large_screen add constraint large_screen_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview', 'qualityRoom'));
alter table playlist_items drop constraint playlist_items_preset_check;
alter table playlist_items add constraint playlist_items_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview', 'qualityRoom'));
alter table wall_screen drop constraint wall_screen_preset_check;
alter table wall_screen add constraint wall_screen_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview', 'qualityRoom'));

-- The reports of quality read the exceptions of a period.
create index on quality_exception (factory_id, raised_at) where deleted_at is null;
create index on quality_exception (factory_id, finished_at) where deleted_at is null and finished_at is not null;
