-- What an employee chose about electronic payslips, each choice for good: refused before there was a
-- safe, accepted by opening one, then off and on again. What was true then is sealed beside it.
create table agreement_choices (
  employer_id  uuid        not null,
  employee_id  uuid        not null,
  choice_id    uuid        not null,
  accepted     boolean     not null,
  chosen_at    timestamptz not null,
  -- Absent for what was accepted before choices were kept.
  sealed       bytea,
  journal_hash bytea,
  primary key (employer_id, employee_id, choice_id),
  foreign key (employer_id, employee_id) references employees
);

-- The last one.
alter table employees add column choice_id uuid;

insert into agreement_choices (employer_id, employee_id, choice_id, accepted, chosen_at)
  select employer_id, employee_id, employee_id, true, accepted_since from employees where accepted_since is not null;
update employees set choice_id = employee_id where accepted_since is not null;

grant select, insert on agreement_choices to perenne_app;
