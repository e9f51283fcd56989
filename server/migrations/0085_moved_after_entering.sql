-- As 0064, but an active place is approved again once its session moves to another start: nobody has entered that meeting.
create or replace function guard_booking() returns trigger language plpgsql as $$
begin
  if (new.tutor_id, new.student_id, new.kind, new.occurrence_id, new.rate_cents, new.amount_cents, new.fee_cents, new.refund_policy)
    is distinct from
    (old.tutor_id, old.student_id, old.kind, old.occurrence_id, old.rate_cents, old.amount_cents, old.fee_cents, old.refund_policy)
    or ((new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at) and not exists (
      select from occurrences where id = new.occurrence_id and (starts_at, ends_at) = (new.starts_at, new.ends_at)))
  then
    raise exception 'a booking keeps its people, its time and its price';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) not in (
    ('held', case new.kind when 'slot' then 'requested' else 'approved' end), ('held', 'expired'), ('held', 'cancelled'),
    ('requested', 'approved'), ('requested', 'declined'), ('requested', 'lapsed'), ('requested', 'cancelled'),
    ('approved', 'active'), ('approved', 'missed'), ('approved', 'cancelled'),
    ('active', 'completed'), ('active', 'missed'), ('active', 'cancelled')
  ) and not (old.state = 'active' and new.state = 'approved' and new.starts_at <> old.starts_at) then
    raise exception 'a booking (%) that is % does not become %', new.kind, old.state, new.state;
  end if;
  return new;
end $$;
