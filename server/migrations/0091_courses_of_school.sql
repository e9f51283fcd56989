-- Suggestions look through the courses of one school, in the order in which they list them.
create index courses_of_school on courses (school_id, search, id);
