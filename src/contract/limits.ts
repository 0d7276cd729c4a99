import { DAY, HOUR, MINUTE } from './time.ts';

/** Business constants (specification 9; the rest: product decisions, part 3). Lengths in characters, times in milliseconds. */

export const NAME_MIN = 3;
export const NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PHONE_MAX = 32;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const CODE_LENGTH = 6;
export const CODE_TTL = 15 * MINUTE;
export const CODE_ATTEMPTS = 5;
export const CODE_LOCK = 20 * MINUTE;
export const CODES_PER_HOUR = 5;
/** Requests for codes per network address (both purposes) and in all: token buckets that refill evenly within the window. */
export const CODE_REQUESTS_WINDOW = HOUR;
export const CODE_REQUESTS_PER_ADDRESS = 30;
export const REGISTRATION_CODES_IN_ALL = 1_000;
export const RESET_CODES_IN_ALL = 400;
/** Wrong codes per network address and in all, likewise. A network with a wrong code is remembered for WRONG_TRY_MEMORY. */
export const WRONG_CODES_WINDOW = HOUR;
export const WRONG_CODES_PER_ADDRESS = 20;
export const WRONG_CODES_IN_ALL = 60;
export const WRONG_TRY_MEMORY = DAY;
/** Wrong passwords for one administrator from all networks, likewise. An address with a right one is exempt for ADMIN_ADDRESS_TRUST. */
export const ADMIN_FAILURES_WINDOW = HOUR;
export const ADMIN_FAILURES_IN_ALL = 50;
export const ADMIN_ADDRESS_TRUST = 30 * DAY;
export const LOGIN_ATTEMPTS = 5;
export const LOGIN_LOCK = 15 * MINUTE;
/** A user's session ends this long after its last use. */
export const SESSION_IDLE = 30 * DAY;
/** Sessions per user; a further login ends the least recently used one. */
export const SESSIONS_PER_USER = 50;
/** An admin's ends this long after its last use, and after this long in all. */
export const ADMIN_SESSION_IDLE = HOUR;
export const ADMIN_SESSION_MAX = 12 * HOUR;
/** A change of the payment details needs a login that is at most this old. */
export const PAYMENT_LOGIN_MAX_AGE = 15 * MINUTE;

export const BRAND_MAX = 60;
export const MODEL_MAX = 60;
export const COLOR_MIN = 3;
export const COLOR_MAX = 40;
export const VIN_LENGTH = 17;
export const HIN_LENGTH = 12;
export const SERIAL_MAX = 50;
export const YEAR_MIN = 1800;
/** Whole kilometres, miles or hours. */
export const READING_MAX = 9_999_999;
/** Litres. */
export const ENGINE_VOLUME_MAX = 2_000;
export const OPERATION_MAX = 200;
export const PART_NAME_MAX = 200;
export const PART_CODE_MAX = 100;
/** In whole units of the owner's currency. */
export const PRICE_MAX = 999_999_999.99;
export const NOTE_MAX = 350;

/** A message of the contact form (specification 9), and how many a visitor's address may send in an hour. */
export const FEEDBACK_MIN = 15;
export const FEEDBACK_MAX = 5_000;
export const FEEDBACKS_PER_HOUR = 20;
/** How long the contact form shows what came of it. */
export const FEEDBACK_RESULT = 2_000;

/** Calendar months of an order (specification 9). */
export const MONTHS_MIN = 1;
export const MONTHS_MAX = 12;
/** Dollars a month. */
export const TARIFF_PRICE_MAX = 99_999.99;
export const PAYEE_MAX = 200;
export const PURPOSE_MAX = 300;
export const BLOCK_MESSAGE_MAX = 1_000;
/** A received payment becomes a tariff by itself at the latest after this time (specification 9: within 24 hours). */
export const GRACE_MAX = DAY;
export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;

export const ADVERT_TITLE_MAX = 80;
export const ADVERT_TEXT_MAX = 300;
export const ADVERTS_MAX = 20;
/** The banner (specification 9): when it appears, how often it changes, its slide-out, and its going as a whole. */
export const BANNER_DELAY = 5_000;
export const BANNER_ROTATION = 7_000;
export const BANNER_SLIDE = 800;
export const BANNER_HIDE = 2_000;
/** An image that was uploaded for an advert and never used is deleted after this time. */
export const ADVERT_IMAGE_TTL = DAY;

/** Bytes of an uploaded image, and the longest side in pixels that is kept. */
export const IMAGE_BYTES = 256 * 1024;
export const IMAGE_SIDE = 1600;

/** Vehicles per tariff (specification 9); null is no limit. */
export const VEHICLE_LIMIT = { basic: 1, family: 5, business: null } as const;

/** Vehicles of one account, also where its tariff has no limit. */
export const VEHICLES_PER_ACCOUNT = 1_000;
export const RECORDS_PER_VEHICLE = 20_000;
/** Checked with every 20th record of a vehicle, so that not every create counts the whole account. */
export const RECORDS_PER_ACCOUNT = 200_000;
/** Records in one answer: with `limit`, and without. */
export const RECORDS_PAGE_MAX = 500;
export const RECORDS_UNPAGED_MAX = 2_000;

/** Translation files: retries and base delay in the browser (specification 9). */
export const TRANSLATION_RETRIES = 5;
export const TRANSLATION_DELAY = 350;
