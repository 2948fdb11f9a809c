export const activation = {
  title: 'Activer mon coffre',
} as const;
