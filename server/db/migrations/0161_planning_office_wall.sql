alter table board
  drop constraint board_preset_check,
  add constraint board_preset_check check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress',
    'orderOverview', 'qualityRoom', 'planningOffice'));
alter table large_screen
  drop constraint large_screen_preset_check,
  add constraint large_screen_preset_check check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress',
    'orderOverview', 'qualityRoom', 'planningOffice'));
alter table playlist_items
  drop constraint playlist_items_preset_check,
  add constraint playlist_items_preset_check check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress',
    'orderOverview', 'qualityRoom', 'planningOffice'));
alter table wall_screen
  drop constraint wall_screen_preset_check,
  add constraint wall_screen_preset_check check (preset in ('mainHall', 'mainHallUpright', 'workshopAndon', 'shiftProgress',
    'orderOverview', 'qualityRoom', 'planningOffice'));
