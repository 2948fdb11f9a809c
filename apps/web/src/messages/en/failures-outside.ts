import type {
  flowFailures as frenchFlowFailures,
  visitorFailures as frenchVisitorFailures,
  sendingFailures as frenchSendingFailures,
} from '../fr/failures-outside.ts';
import type { Shape } from '../messages.ts';

/** By operation, the words for a fault of the service that the pages before a session show. */
export const flowFailures = {
  activate: 'The activation did not go through. Try again.',
  changeEmail: 'The code could not be checked: your address has not been replaced. Try again.',
  finishFederation: 'Signing in with FranceConnect did not go through. Start again.',
  getActivationProgress: 'The progress could not be loaded. Try again.',
  getRefusalReceipt: 'The receipt of your refusal could not be downloaded. Try again.',
  giveSecondFactor: 'The verification did not go through. Try again.',
  loginToMergeInActivation: 'The existing safe could not be checked. Try again.',
  mergeInActivation: 'Your documents could not join your safe. Try again.',
  requestEmailChange: 'The code could not be sent to the address that you gave. Try again.',
  requestRefusalCode: 'The code could not be sent: nothing is refused. Try again.',
  requestResetCode: 'Your request could not be recorded. Try again.',
  resendActivationCode: 'A new activation code could not be requested. Try again.',
  resetPassword: 'Your new password could not be saved. Try again.',
  sendActivationEmailCode: 'The code could not be sent to this address. Try again.',
  sendActivationInfo: 'The activation code could not be checked. Try again.',
  sendFederatedActivationInfo: 'The activation with FranceConnect could not begin. Try again.',
  keepSecondFactor: 'Two-step verification could not be kept. Try again.',
  undoSecondFactor: 'The change could not be undone. Try again.',
  unlockAccount: 'Signing in by password could not be opened again. Try again.',
  undoEmailChange: 'The address could not be restored. Try again.',
  validateUser: 'Your safe could not be opened. Try again.',
  verifyActivationEmailCode: 'The code sent to your address could not be checked. Try again.',
  verifyRefusalCode: 'The code could not be checked: nothing is refused. Try again.',
  verifyResetCode: 'The code could not be checked: your password has not changed. Try again.',
} as const satisfies Shape<typeof frenchFlowFailures>;

/** By operation, the words for a fault of the service that the pages of shares show. */
export const visitorFailures = {
  downloadShared: 'The shared documents could not be downloaded. Try again.',
  getSharedArchive: 'The archive of the share could not be downloaded. Try again.',
  getSharedContent: 'The shared document could not be loaded. Try again.',
  getSharingContext: 'The share could not be shown. Try again.',
  openLink: 'The link could not be opened. Try again.',
  listPublicSharings: 'The shared documents could not be loaded. Try again.',
  markSharingAsRead: 'The share could not be marked as read. Try again.',
  sendSharingCode: 'The code of the share could not be sent. Try again.',
  verifySharingCode: 'The code of the share could not be checked. Try again.',
  blockSender: 'Your choice could not be saved: you may still receive these messages. Try again.',
} as const satisfies Shape<typeof frenchVisitorFailures>;

/** By operation, the words for a fault of the service that the pages of requests show. */
export const sendingFailures = {
  getRequestContext: 'The request could not be loaded. Try again.',
  sendRequestedFile: 'The file could not be sent. Try again.',
} as const satisfies Shape<typeof frenchSendingFailures>;
