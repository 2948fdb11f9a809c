import { z } from 'zod';

/** The demonstration's description of itself: the accounts of `demo.json`. */
export const accounts = z.object({
  employers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      clientId: z.string(),
      clientSecret: z.string(),
      refusalAllowed: z.boolean(),
    }),
  ),
  users: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      birthDate: z.string(),
      phone: z.string().nullable(),
      mustChangeEmail: z.boolean(),
    }),
  ),
  pending: z.array(
    z.object({
      employeeNumber: z.string(),
      activationCode: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      birthDate: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      /** The employer’s identifier. */
      employer: z.string(),
    }),
  ),
  /** Absent from what older releases remember. */
  franceConnect: z
    .object({
      issuer: z.string(),
      identities: z.array(
        z.object({
          login: z.string(),
          password: z.string(),
          sub: z.string(),
          email: z.string(),
          birthDate: z.string(),
          firstName: z.string(),
          lastName: z.string(),
        }),
      ),
    })
    .nullable()
    .default(null),
});
export type Accounts = z.output<typeof accounts>;
