import { endpoints } from '@perenne/contract/endpoints';
import { expect, it } from 'vitest';
import { allMessages } from './all-messages.ts';

/** The sentence that a page shows once an operation has succeeded, by its path. */
const sentences: Record<string, string> = {
  activate: 'activation.successTitle',
  activateCollector: 'collectors.activated',
  blockSender: 'blockSender.doneTitle',
  changeEmail: 'changeEmail.openingTitle',
  changePassword: 'safety.passwordDone',
  closeSafe: 'session.closing',
  confirmPasskey: 'secondFactorSettings.passkeyDone',
  confirmTotp: 'secondFactorSettings.totpDone',
  createCategory: 'organising.categoryCreated',
  createDocumentRequest: 'documentRequests.created',
  createExport: 'exports.asked',
  createFolder: 'organising.folderCreated',
  createShare: 'shares.created',
  deactivateCollector: 'collectors.deactivated',
  deactivateFederation: 'session.federationDeactivated',
  deleteCategory: 'organising.categoryDeleted',
  deleteCollector: 'collectors.deletedKept',
  deleteDocumentRequest: 'documentRequests.removed',
  deleteDocuments: 'organising.deleted',
  deleteExport: 'exports.removed',
  deleteFolder: 'organising.folderDeleted',
  deleteShare: 'shares.deletedShare',
  destroyDocuments: 'trash.destroyed',
  downloadShared: 'publicShares.saved',
  endAllSessions: 'session.signedOutEverywhere',
  endSession: 'devices.ended',
  extendShare: 'shares.extended',
  keepSecondFactor: 'keepSecondFactor.keptTitle',
  logout: 'session.signedOut',
  makeShareLink: 'shares.renewed',
  markSharingAsRead: 'publicShares.markedRead',
  merge: 'merge.doneTitle',
  mergeInActivation: 'activation.mergedTitle',
  moveDocuments: 'organising.moved',
  patchCategory: 'organising.categoryRenamed',
  patchCollector: 'collectors.saved',
  patchDocument: 'documents.renamed',
  patchFolder: 'organising.folderRenamed',
  putContentReading: 'contentReading.accepted',
  putUser: 'profile.saved',
  removePasskey: 'secondFactorSettings.removed',
  removeTotp: 'secondFactorSettings.totpRemoved',
  renamePasskey: 'secondFactorSettings.renamed',
  renewRecoveryCodes: 'secondFactorSettings.recoveryRenewed',
  requestAgreementCode: 'delivery.codeText',
  requestEmailChange: 'changeEmail.codeText',
  requestEmailChangeCode: 'safety.emailCodeText',
  requestRefusalCode: 'activation.refusalCodeText',
  requestResetCode: 'resetPassword.sentTitle',
  requestSecondFactorCode: 'secondFactorSettings.mailCodeText',
  resendActivationCode: 'activation.resendDone',
  resendMfaCode: 'collectors.codeAsked',
  resetPassword: 'resetPassword.doneTitle',
  restoreDocuments: 'trash.restored',
  sendActivationEmailCode: 'activation.emailCodeText',
  sendFederatedActivationInfo: 'activation.recognisedText',
  sendRequestedFile: 'sendFiles.thanks',
  sendShareAgain: 'shares.sentAgain',
  sendSharingCode: 'publicShares.codeTextEMAIL',
  stopShare: 'shares.stopped',
  synchroniseCollector: 'collectors.begun',
  testRecoveryCode: 'secondFactorSettings.testGood',
  undoEmailChange: 'undoEmailChange.undoneTitle',
  undoSecondFactor: 'undoSecondFactor.undoneTitle',
  unlockAccount: 'unlockAccount.openedTitle',
  uploadDocument: 'upload.done',
  verifyAgreementCode: 'delivery.doneTitle',
  verifyEmailChangeCode: 'safety.emailDoneTitle',
  verifyIntegrity: 'details.intact',
  verifyRefusalCode: 'activation.refusedTitle',
  verifyResetCode: 'resetPassword.codeDone',
};

it('has a sentence of its own for the success of each, in both languages', () => {
  for (const messages of Object.values(allMessages)) {
    expect(Object.values(sentences).filter((path) => !messages.has(path))).toEqual([]);
    const shown = Object.values(sentences).map((path) => messages.get(path));
    expect(shown.filter((sentence, at) => shown.indexOf(sentence) !== at)).toEqual([]);
  }
});

/** No sentence says that these have succeeded, for the reason beside each. */
const seen: Record<string, string> = {
  beginPasskey: 'the dialog of the browser opens',
  beginPasskeyLogin: 'the dialog of the browser opens',
  beginTotp: 'the picture to scan is shown',
  cancelUpload: 'a call behind a file that has left the list',
  continueUpload: 'a part of a file: uploadDocument has the sentence',
  createCollector: 'its first synchronisation is shown as it goes on',
  createUpload: 'a part of a file: uploadDocument has the sentence',
  downloadDocuments: 'the browser shows the download',
  findDuplicates: 'a read whose list is too long for an address',
  findSharesOf: 'a read whose list is too long for an address',
  finishPasskeyLogin: 'the safe opens',
  giveMfaCode: 'the synchronisation is shown as it goes on',
  giveSecondFactor: 'the safe opens',
  login: 'the safe opens',
  loginToMerge: 'the other safe is shown',
  loginToMergeInActivation: 'the safe that receives is shown',
  makeDocumentRequestLink: 'the link is shown',
  openLink: 'the page of the link opens',
  sendActivationInfo: 'the next step names the employer',
  validateUser: 'the safe opens',
  verifyActivationEmailCode: 'the next step is shown',
  verifySharingCode: 'the documents are shown',
};

/** No page calls them. */
const unseen = ['resetPasswordAtOnce', 'describeUploads', 'readUpload', 'issueEmployerToken', 'verifySeal'];

it('names every operation that changes something', () => {
  const changing = endpoints.filter(({ method, token }) => method !== 'GET' && token !== 'employer');
  const named = [...Object.keys(sentences), ...Object.keys(seen), ...unseen];
  expect(changing.map(({ id }) => id).filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !changing.some((endpoint) => endpoint.id === id))).toEqual([]);
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
});
