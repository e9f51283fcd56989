-- Whatever version a browser has sent, there is a higher one: for who deletes or restores the element after it.
alter table board_elements
  alter column version type bigint,
  add constraint board_elements_version_is_exact check (version < 9007199254740992);
