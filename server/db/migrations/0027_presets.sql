-- More boards ship with the product.
alter table board drop constraint board_preset_check;
alter table board add constraint board_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview'));
alter table large_screen drop constraint large_screen_preset_check;
alter table large_screen add constraint large_screen_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview'));
alter table playlist_items drop constraint playlist_items_preset_check;
alter table playlist_items add constraint playlist_items_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview'));
alter table wall_screen drop constraint wall_screen_preset_check;
alter table wall_screen add constraint wall_screen_preset_check
  check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress', 'orderOverview'));
