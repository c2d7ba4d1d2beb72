-- The one form of a name by which records are found: NFC, with one space for white space of any
-- kind. Names are written in it from now on. Those from before stay as they are, because two of
-- them can have the same form. A database in another encoding than UTF-8 knows no NFC: there, names
-- from before are found as they were written.
create function name_form(name text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(
    case when getdatabaseencoding() = 'UTF8' then normalize(name, nfc) else name end,
    '[\t\n\x0b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));
grant execute on function name_form(text) to giro_service;
