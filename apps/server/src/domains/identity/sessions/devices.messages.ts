import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { Agent } from './agents.rules.ts';

type Mail = ReturnType<typeof renderMail>;

/** `at` as it is written in that language. */
type NewDevice = Agent & { at: string; devicesUrl: string; resetUrl: string };

/** The address of the network is left out: it is read in the safe, by its owner alone. */
export const deviceMails = {
  fr: {
    newDevice: ({ at, browser, system, devicesUrl, resetUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Nouvelle connexion à votre coffre',
        title: 'Un nouvel appareil s’est connecté',
        paragraphs: [
          `Le ${at}, votre coffre a été ouvert depuis un appareil que vous n’aviez pas encore utilisé\u00a0: ${deviceIn('fr', { browser, system })}.`,
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, déconnectez tous les appareils, puis choisissez un nouveau mot de passe.',
        ],
        action: { label: 'Voir les appareils connectés', url: devicesUrl },
        notes: [`Pour choisir un nouveau mot de passe\u00a0: ${resetUrl}`],
      }),
  },
  en: {
    newDevice: ({ at, browser, system, devicesUrl, resetUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'New sign-in to your safe',
        title: 'A new device has signed in',
        paragraphs: [
          `On ${at}, your safe was opened from a device that you had not used before: ${deviceIn('en', { browser, system })}.`,
          'If it was you, there is nothing to do.',
          'If it was not you, sign out everywhere, then choose a new password.',
        ],
        action: { label: 'See the devices that are signed in', url: devicesUrl },
        notes: [`To choose a new password: ${resetUrl}`],
      }),
  },
} satisfies Record<Locale, { newDevice(device: NewDevice): Mail }>;

const words = { fr: { on: 'sur', unknown: 'appareil inconnu' }, en: { on: 'on', unknown: 'unknown device' } } as const;

const deviceIn = (locale: Locale, { browser, system }: Agent): string =>
  [browser, system].filter((name) => name !== null).join(` ${words[locale].on} `) || words[locale].unknown;
