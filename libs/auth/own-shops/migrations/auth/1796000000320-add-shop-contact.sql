-- Contact details that apps and printed orders show to customers.
ALTER TABLE auth.shops ADD COLUMN support_email text, ADD COLUMN support_phone text, ADD COLUMN address text;
