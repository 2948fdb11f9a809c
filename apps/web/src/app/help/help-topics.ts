/** The questions of the help page, in their order; each has its title and its text in the messages. */
export const helpTopics = [
  'activate',
  'signIn',
  'email',
  'secondFactor',
  'devices',
  'journal',
  'add',
  'delete',
  'leave',
  'paper',
  'export',
  'close',
] as const;
