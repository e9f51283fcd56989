-- The course that a tutor was booked for without a post, so that the student can choose another time for it. Its topic only names it.
-- No row has one yet, so this only reads the table once, as the index does.
-- squawk-ignore adding-foreign-key-constraint
alter table bookings add column course_id int references courses;
create index bookings_of_course on bookings (course_id) where course_id is not null;
