/** Every error code of the interface and its HTTP status: the only catalogue. */
export const errorStatus = {
  // Conventions
  InvalidRequest: 400,
  NotFound: 404,
  RequestTimeout: 408,
  PayloadTooLarge: 413,
  UnsupportedFileType: 415,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  // Tokens and sign-in
  AuthTokenNotValid: 401,
  Unauthorized: 401,
  AccountLocked: 403,
  PasswordResetRequired: 403,
  Forbidden: 403,
  WrongJwtPayload: 422,
  FranceConnectError: 422,
  WrongSecondFactor: 422,
  SecondFactorRateLimitExceeded: 429,
  // Verification codes
  NoVerificationCode: 404,
  WrongVerificationCode: 422,
  ExpiredVerificationCode: 410,
  VerificationCodeRateLimitExceeded: 429,
  CodeRequestRateLimitExceeded: 429,
  // Account
  EmailIsForbidden: 403,
  EmailNotVerified: 403,
  EmailAlreadyExists: 409,
  RequestEmailChangeRateLimitExceeded: 429,
  ChangeEmailRateLimitExceeded: 429,
  InvalidUserPassword: 422,
  PhoneNumberFormatError: 422,
  PasswordPolicyError: 422,
  // Activation and employers
  EntityNotFound: 404,
  RefusalDisabled: 403,
  MergeVerificationRateLimitExceeded: 429,
  UserIsNotActivated: 409,
  SelfMergeError: 409,
  MergeInProgress: 409,
  IdempotencyKeyReused: 409,
  // Documents
  DocumentNotFound: 404,
  FolderNotFound: 404,
  CategoryNotFound: 404,
  CategoryNotEmpty: 409,
  CategoryAlreadyExists: 409,
  FolderAlreadyExists: 409,
  InvalidMove: 409,
  ModifiedElsewhere: 409,
  AcknowledgementRequired: 422,
  UserSpaceStorageFull: 507,
  MalwareDetected: 422,
  AntimalwareUnavailable: 503,
  // Shares, and requests for documents
  SharingNotFound: 404,
  SharingSendCodeModeNotFound: 404,
  SharingCodeNotFoundForUser: 404,
  EntitiesNotFoundForUser: 404,
  EncryptionError: 500,
  DocumentRequestNotFound: 404,
  // Exports and evidence
  SafeboxExportEmpty: 422,
  SafeboxExportInProgress: 409,
  SafeboxExportLimitExceeded: 429,
  SafeboxExportNotReady: 409,
  SafeboxExportNotFound: 404,
  SafeboxIdNotFound: 404,
  StreamExtractBytesError: 500,
  WritingTmpFileError: 500,
  ProofNotReady: 409,
  DocumentDamaged: 500,
  // Collectors
  CollectorNotFound: 404,
  AgentNotFound: 404,
  AgentUnavailable: 503,
  CollectorBusy: 409,
  CollectorDisabled: 409,
  CollectorAlreadyExists: 409,
  CollectorLimitExceeded: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** The values beside a code: the bounds of the rule that was broken, as the messages need them. */
export type ErrorParams = Record<string, string | number>;

/** One entry of an answer's `errors` list. `field` is the dotted path of a field of the request. */
export type ErrorEntry = { code: ErrorCode; field?: string; params?: ErrorParams };

/** The body of every answer that is not a success. */
export type ErrorBody = { status: number; errors: ErrorEntry[] };
