/**
 * Every error that the API answers: catalogue key (specification 8) and HTTP status.
 * Keys that section 8 names are kept as they are, the others follow their style. Texts: locales/<lang>/errors.json.
 */
export const ERRORS = {
  'api.400': 400,
  'api.validation': 400,
  'api.id': 400,
  'api.idempotencyKey': 400,
  'api.401': 401,
  'api.403': 403,
  'api.404': 404,
  'api.413': 413,
  'api.415': 415,
  'api.429': 429,
  'api.503': 503,
  'carsApi.unknownError': 500,

  'api.sendCode.400': 400,
  'api.sendCode.429': 429,
  'api.sendCode.network': 429,
  'api.sendCode.busy': 429,
  'api.sendCode.500': 500,
  'api.code.locked': 403,
  'api.code.429': 429,
  'api.validateCode.403': 403,
  'api.validateCode.404': 404,
  'api.validateCode.expired': 403,
  'api.validateCode.500': 500,
  'api.registration.403': 403,
  'api.registration.409': 409,
  'api.registration.500': 500,
  'api.loginUser.cannotEmpty': 400,
  'api.loginUser.401': 401,
  'api.loginUser.403': 403,
  'api.loginUser.500': 500,
  'api.logout.500': 500,
  'api.user.404': 404,
  'api.user.500': 500,
  'api.changeProfile.400': 400,
  'api.changeProfile.500': 500,
  'api.changePassword.400': 400,
  'api.changePassword.409': 409,
  'api.changePassword.500': 500,
  'api.deleteUser.400': 400,
  'api.deleteUser.500': 500,
  'api.sessions.404': 404,
  'api.sessions.500': 500,
  'api.forgotPassword.500': 500,
  'api.resetPassword.500': 500,

  'carsApi.400': 400,
  'carsApi.404': 404,
  'carsApi.409': 409,
  'carsApi.typeInUse': 409,
  'carsApi.limit': 403,
  'carsApi.accountLimit': 403,
  'carsApi.hidden': 403,
  'carsApi.500': 500,
  'imageApi.404': 404,
  'imageApi.413': 413,
  'imageApi.422': 422,
  'imageApi.502': 502,
  'imageApi.500': 500,
  'recordsApi.400': 400,
  'recordsApi.404': 404,
  'recordsApi.limit': 403,
  'recordsApi.500': 500,
  'notesApi.400': 400,
  'notesApi.404': 404,
  'notesApi.422': 422,
  'notesApi.500': 500,

  'feedbackApi.send.error': 500,

  'pricesApi.update.400': 400,
  'pricesApi.update.422': 422,
  'pricesApi.update.500': 500,
  'paymentApi.404': 404,
  'paymentApi.iban': 422,
  'paymentApi.edrpou': 422,
  'paymentApi.blockStatusMessage.get.404': 404,
  'paymentApi.blockStatusMessage.update.404': 404,
  'advertisingApi.400': 400,
  'advertisingApi.404': 404,
  'advertisingApi.500': 500,
  'advertisingApi.update.400': 400,
  'advertisingApi.update.409': 409,
  'advertisingApi.update.500': 500,
  'advertisingApi.image.500': 500,
  'statisticsApi.get.500': 500,
  'statisticsApi.set.500': 500,
  'auditApi.500': 500,
  'mailsApi.500': 500,

  'tariffApi.request.400': 400,
  'tariffApi.request.blocked': 409,
  'tariffApi.request.confirmed': 409,
  'tariffApi.request.running': 409,
  'tariffApi.request.500': 500,
  'tariffApi.delete.400': 400,
  'tariffApi.delete.409': 409,
  'tariffApi.delete.500': 500,
  'tariffApi.order.404': 404,
  'tariffApi.status.sequence': 409,
  'tariffApi.status.completed': 409,
  'tariffApi.status.changed': 409,
  'tariffApi.status.500': 500,
  'tariffApi.manual.409': 409,
  'cardApi.404': 404,
  'cardApi.409': 409,
  'cardApi.signature': 400,
  'cardApi.502': 502,
  'cardApi.500': 500,

  'adminApi.400': 400,
  'adminApi.401': 401,
  'adminApi.403': 403,
  'adminApi.reloginRequired': 401,
  'adminApi.500': 500,
  'adminApi.users.500': 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** Keys of single fields, in `errors` of a 400; texts in the same file. */
export const FIELD_ERRORS = [
  'validation.required',
  'validation.invalid',
  'validation.tooLong',
  'validation.characters',
  'validation.email',
  'validation.phone',
  'validation.name',
  'validation.code',
  'validation.agreement',
  'validation.password.length',
  'validation.password.tooLong',
  'validation.password.upper',
  'validation.password.lower',
  'validation.password.digit',
  'validation.password.special',
  'validation.password.cyrillic',
  'validation.password.common',
  'validation.vin.length',
  'validation.vin.letters',
  'validation.hin',
  'validation.year.format',
  'validation.year.past',
  'validation.year.future',
  'validation.date.format',
  'validation.date.future',
  'validation.color',
  'validation.notForType',
  'validation.choice',
  'validation.number.invalid',
  'validation.number.reading',
  'validation.number.volume',
  'validation.number.ambiguous',
  'validation.number.decimals',
  'validation.number.negative',
  'validation.number.whole',
  'validation.number.large',
  'validation.number.currency',
  'validation.reading.unit',
  'validation.image.required',
  'validation.image.unknown',
  'validation.months',
  'validation.message',
] as const;

export type FieldErrorCode = (typeof FIELD_ERRORS)[number];

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** The body of every failure (product decisions, part 2). */
export interface Failure {
  success: false;
  code: ErrorCode;
  message: string;
  requestId: string;
  errors?: FieldError[];
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
