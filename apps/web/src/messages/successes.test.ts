import { endpoints } from '@perenne/contract/endpoints';
import { expect, it } from 'vitest';
import { allMessages } from './all-messages.ts';

/** The sentence that a page shows once an operation has succeeded, by its path. */
const sentences: Record<string, string> = {
  activateCollector: 'collectors.begun',
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
  deleteCategory: 'organising.categoryDeleted',
  deleteCollector: 'collectors.deletedKept',
  deleteDocumentRequest: 'documentRequests.removed',
  deleteDocuments: 'organising.deleted',
  deleteExport: 'exports.removed',
  deleteFolder: 'organising.folderDeleted',
  deleteShare: 'shares.deletedShare',
  destroyDocuments: 'trash.destroyed',
  endSession: 'devices.ended',
  extendShare: 'shares.extended',
  keepSecondFactor: 'keepSecondFactor.keptTitle',
  makeShareLink: 'shares.renewed',
  markSharingAsRead: 'publicShares.markedRead',
  merge: 'merge.doneTitle',
  moveDocuments: 'organising.moved',
  patchCategory: 'organising.categoryRenamed',
  patchCollector: 'collectors.saved',
  patchDocument: 'documents.renamed',
  patchFolder: 'organising.folderRenamed',
  putContentReading: 'contentReading.accepted',
  putUser: 'profile.saved',
  removePasskey: 'secondFactorSettings.removed',
  requestResetCode: 'resetPassword.sentTitle',
  removeTotp: 'secondFactorSettings.totpRemoved',
  renamePasskey: 'secondFactorSettings.renamed',
  resendActivationCode: 'activation.resendDone',
  resendMfaCode: 'collectors.codeAsked',
  resetPassword: 'resetPassword.doneTitle',
  restoreDocuments: 'trash.restored',
  sendShareAgain: 'shares.sentAgain',
  stopShare: 'shares.stopped',
  undoEmailChange: 'undoEmailChange.undoneTitle',
  undoSecondFactor: 'undoSecondFactor.undoneTitle',
  unlockAccount: 'unlockAccount.openedTitle',
  synchroniseCollector: 'collectors.begun',
  uploadDocument: 'upload.done',
  verifyAgreementCode: 'delivery.doneTitle',
  verifyEmailChangeCode: 'safety.emailDoneTitle',
  verifyIntegrity: 'details.intact',
  verifyResetCode: 'resetPassword.codeDone',
};

/** Acts that are one act to a person: its place or its outcome differs. */
const alike = new Set(['changeEmail', 'patchDocument', 'synchroniseCollector']);

it('has a sentence of its own for the success of each, in both languages', () => {
  for (const messages of Object.values(allMessages)) {
    expect(Object.values(sentences).filter((path) => !messages.has(path))).toEqual([]);
    const own = Object.entries(sentences).filter(([id]) => !alike.has(id));
    const told = own.map(([, path]) => messages.get(path));
    expect(told.filter((sentence, at) => told.indexOf(sentence) !== at)).toEqual([]);
  }
});

/** The next step, the content that comes or the state that the page shows says that these have succeeded. */
const seen = new Set([
  ...[
    'activate',
    'login',
    'logout',
    'giveSecondFactor',
    'beginPasskeyLogin',
    'finishPasskeyLogin',
    'validateUser',
    'openLink',
    'endAllSessions',
  ],
  ...['sendActivationInfo', 'sendFederatedActivationInfo', 'sendActivationEmailCode', 'verifyActivationEmailCode'],
  ...['loginToMerge', 'loginToMergeInActivation', 'mergeInActivation', 'requestRefusalCode', 'verifyRefusalCode'],
  ...['requestAgreementCode', 'requestEmailChange', 'requestEmailChangeCode', 'requestSecondFactorCode'],
  ...[
    'beginPasskey',
    'beginTotp',
    'renewRecoveryCodes',
    'deactivateFederation',
    'sendSharingCode',
    'verifySharingCode',
  ],
  ...['downloadDocuments', 'downloadShared', 'findDuplicates', 'findSharesOf', 'makeDocumentRequestLink'],
  ...['cancelUpload', 'continueUpload', 'createUpload', 'sendRequestedFile', 'createCollector', 'giveMfaCode'],
]);

/** No page calls them. */
const unseen = new Set([
  ...['resetPasswordAtOnce', 'testRecoveryCode', 'describeUploads', 'readUpload', 'issueEmployerToken', 'verifySeal'],
]);

it('names every operation that changes something', () => {
  const changing = endpoints.filter(({ method, token }) => method !== 'GET' && token !== 'employer');
  expect(changing.map(({ id }) => id).filter((id) => !(id in sentences) && !seen.has(id) && !unseen.has(id))).toEqual(
    [],
  );
  const named = [...Object.keys(sentences), ...seen, ...unseen];
  expect(named.filter((id) => !changing.some((endpoint) => endpoint.id === id))).toEqual([]);
});
