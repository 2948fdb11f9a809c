import * as cast from '../world/cast.ts';

/** Someone who can sign in with the stand-in: their entry in `demo.json`. */
export type FederatedPerson = {
  login: string;
  password: string;
  sub: string;
  email: string;
  birthDate: string;
  firstName: string;
  lastName: string;
};

export type DemoIdentity = FederatedPerson & { situation: 'linked' | 'linkable' | 'unknown' | 'pending' };

/** In the form that FranceConnect gives them: 64 hexadecimal digits and a version. */
const subOf = (digits: string): string => `${digits.repeat(8)}v1`;

const of = ({ email, birthDate, firstName, lastName }: cast.Person) => ({ email, birthDate, firstName, lastName });

/** The world links it. */
export const linkedIdentity: DemoIdentity = {
  ...{ situation: 'linked', login: 'nadege', password: 'nadege-fc', sub: subOf('5d1c7a04') },
  ...of(cast.nadege),
};

export const demoIdentities: readonly DemoIdentity[] = [
  linkedIdentity,
  {
    ...{ situation: 'linkable', login: 'ines', password: 'ines-fc', sub: subOf('81f03be6') },
    ...of(cast.ines),
  },
  {
    ...{ situation: 'unknown', login: 'gabriel', password: 'gabriel-fc', sub: subOf('c27e94d8') },
    ...{ email: 'gabriel.noel@example.org', birthDate: '1972-03-05', firstName: 'Gabriel', lastName: 'Noël' },
  },
  {
    ...{ situation: 'pending', login: 'lea', password: 'lea-fc', sub: subOf('0ab6e15f') },
    ...of(cast.lea),
  },
];

export const identityOf = (person: FederatedPerson): FederatedPerson => {
  const { login, password, sub, email, birthDate, firstName, lastName } = person;
  return { login, password, sub, email, birthDate, firstName, lastName };
};
