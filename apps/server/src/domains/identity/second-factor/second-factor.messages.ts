import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

export type FactorChange = 'totpAdded' | 'passkeyAdded' | 'totpRemoved' | 'passkeyRemoved' | 'codesRenewed';

/** Instants as they are written in that language. */
type SecondFactorMails = {
  code(code: string): Mail;
  /** To every address known. */
  changed(change: FactorChange, at: string, undoUrl: string): Mail;
  codeUsed(left: number, at: string, securityUrl: string): Mail;
};

type Words = Record<
  FactorChange,
  {
    title: string;
    sentence: (at: string) => string;
    /** An undo does not bring this back: the next step of its owner. */
    afterUndo?: string;
  }
>;

const french: Words = {
  totpAdded: {
    title: 'Une application d’authentification a été ajoutée',
    sentence: (at) => `Depuis le ${at}, un code de cette application est demandé à chaque connexion.`,
  },
  passkeyAdded: {
    title: 'Une clé d’accès a été ajoutée',
    sentence: (at) => `Depuis le ${at}, cette clé d’accès peut servir à chaque connexion.`,
  },
  totpRemoved: {
    title: 'L’application d’authentification a été désactivée',
    sentence: (at) => `Depuis le ${at}, les codes de cette application ne sont plus demandés.`,
    afterUndo: 'L’annulation ne rétablit pas l’application\u00a0: ajoutez-la de nouveau ensuite.',
  },
  passkeyRemoved: {
    title: 'Une clé d’accès a été supprimée',
    sentence: (at) => `Depuis le ${at}, cette clé d’accès ne sert plus à se connecter.`,
    afterUndo: 'L’annulation ne rétablit pas la clé d’accès\u00a0: ajoutez-la de nouveau ensuite.',
  },
  codesRenewed: {
    title: 'Vos codes de secours ont été renouvelés',
    sentence: (at) => `Les codes créés avant le ${at} ne servent plus.`,
    afterUndo: 'Après l’annulation, les nouveaux codes ne serviront plus non plus\u00a0: créez-en d’autres.',
  },
};

const english: Words = {
  totpAdded: {
    title: 'An authenticator application was added',
    sentence: (at) => `Since ${at}, a code from this application is asked for at each sign-in.`,
  },
  passkeyAdded: {
    title: 'A passkey was added',
    sentence: (at) => `Since ${at}, this passkey can be used at each sign-in.`,
  },
  totpRemoved: {
    title: 'The authenticator application was turned off',
    sentence: (at) => `Since ${at}, the codes of this application are no longer asked for.`,
    afterUndo: 'Undoing does not bring the application back: add it again afterwards.',
  },
  passkeyRemoved: {
    title: 'A passkey was deleted',
    sentence: (at) => `Since ${at}, this passkey can no longer be used to sign in.`,
    afterUndo: 'Undoing does not bring the passkey back: add it again afterwards.',
  },
  codesRenewed: {
    title: 'Your recovery codes were renewed',
    sentence: (at) => `The codes created before ${at} no longer work.`,
    afterUndo: 'After undoing, the new codes no longer work either: create others.',
  },
};

const noteAfterUndo = ({ afterUndo }: Words[FactorChange]): string[] => (afterUndo === undefined ? [] : [afterUndo]);

/** Subjects are read on locked screens: they say what happened, and nothing of it. */
export const secondFactorMails = {
  fr: {
    code: (code) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre code de vérification',
        title: 'Ajoutez une double vérification',
        paragraphs: ['Saisissez ce code dans votre coffre pour ajouter une clé d’accès ou une application.'],
        code,
        notes: [
          'Ce code est valable 10\u00a0minutes et ne sert qu’une fois.',
          'Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe\u00a0: changez-le.',
        ],
      }),
    changed: (change, at, undoUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'La protection de votre coffre a changé',
        title: french[change].title,
        paragraphs: [
          french[change].sentence(at),
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ce changement sans attendre\u00a0: tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler ce changement', url: undoUrl },
        notes: ['Ce lien est valable 72\u00a0heures et ne sert qu’une fois.', ...noteAfterUndo(french[change])],
      }),
    codeUsed: (left, at, securityUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Un code de secours a servi',
        title: 'Un code de secours a servi',
        paragraphs: [
          `Quelqu’un s’est identifié avec l’un de vos codes de secours, le ${at}.`,
          left === 0
            ? 'C’était le dernier\u00a0: créez-en de nouveaux.'
            : `Il vous reste ${left}\u00a0${left === 1 ? 'code' : 'codes'} de secours.`,
        ],
        action: { label: 'Voir la sécurité de mon compte', url: securityUrl },
        notes: ['Si ce n’est pas vous, changez votre mot de passe et déconnectez tous vos appareils.'],
      }),
  },
  en: {
    code: (code) =>
      renderMail({
        locale: 'en',
        subject: 'Your verification code',
        title: 'Add two-step verification',
        paragraphs: ['Enter this code in your safe to add a passkey or an application.'],
        code,
        notes: [
          'This code is valid for 10 minutes and works once.',
          'If you asked for nothing, someone knows your password: change it.',
        ],
      }),
    changed: (change, at, undoUrl) =>
      renderMail({
        locale: 'en',
        subject: 'The protection of your safe has changed',
        title: english[change].title,
        paragraphs: [
          english[change].sentence(at),
          'If it was you, there is nothing to do.',
          'If it was not you, undo this change at once: every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo this change', url: undoUrl },
        notes: ['This link is valid for 72 hours and works once.', ...noteAfterUndo(english[change])],
      }),
    codeUsed: (left, at, securityUrl) =>
      renderMail({
        locale: 'en',
        subject: 'A recovery code was used',
        title: 'A recovery code was used',
        paragraphs: [
          `Someone identified themselves with one of your recovery codes, on ${at}.`,
          left === 0
            ? 'It was the last one: create new ones.'
            : `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`,
        ],
        action: { label: 'See the security of my account', url: securityUrl },
        notes: ['If it was not you, change your password and sign every device out.'],
      }),
  },
} satisfies Record<Locale, SecondFactorMails>;
