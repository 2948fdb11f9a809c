-- A domain of an employer is forbidden to its employees once the operator has confirmed that it is the employer's. Those
-- that were declared before wait for the operator too.
alter table employer_domains add column confirmed_at timestamptz;
