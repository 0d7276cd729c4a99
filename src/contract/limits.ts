import { DAY, HOUR, MINUTE } from './time.ts';

/** Limits of the product (docs/product.md, Limits). Lengths are in characters, times in milliseconds. */

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
/**
 * Code requests per network address and per block of addresses (registration and reset together), and in total: token buckets that refill
 * evenly over the window.
 */
export const CODE_REQUESTS_WINDOW = HOUR;
export const CODE_REQUESTS_PER_ADDRESS = 30;
export const CODE_REQUESTS_PER_BLOCK = 60;
export const REGISTRATION_CODES_TOTAL = 1_000;
export const RESET_CODES_TOTAL = 400;
/** Wrong codes per network address and in total, as token buckets. A network with a wrong code is remembered for WRONG_ATTEMPT_MEMORY. */
export const WRONG_CODES_WINDOW = HOUR;
export const WRONG_CODES_PER_ADDRESS = 20;
export const WRONG_CODES_TOTAL = 60;
export const WRONG_ATTEMPT_MEMORY = DAY;
/** Wrong passwords for one administrator from all networks. A successful login exempts its address for ADMIN_ADDRESS_TRUST. */
export const ADMIN_FAILURES_WINDOW = HOUR;
export const ADMIN_FAILURES_TOTAL = 50;
export const ADMIN_ADDRESS_TRUST = 30 * DAY;
export const LOGIN_ATTEMPTS = 5;
export const LOGIN_LOCK = 15 * MINUTE;
/** A user session expires this long after its last use. */
export const SESSION_IDLE = 30 * DAY;
/** Sessions per user; a login beyond the limit ends the least recently used session. */
export const SESSIONS_PER_USER = 50;
/** An admin session expires ADMIN_SESSION_IDLE after its last use, and ADMIN_SESSION_MAX after login. */
export const ADMIN_SESSION_IDLE = HOUR;
export const ADMIN_SESSION_MAX = 12 * HOUR;
/** Changing the payment details or the administrators requires a login no older than this. */
export const RECENT_LOGIN_MAX_AGE = 15 * MINUTE;

/** Two-factor login of administrators: seconds per code of the app, accepted codes before and after the current one, recovery codes. */
export const TOTP_PERIOD = 30;
export const TOTP_WINDOW = 1;
export const RECOVERY_CODES = 10;
/** Characters of an entered code with spaces and hyphens, and of a token in a link. */
export const SECOND_CODE_MAX = 40;
export const TOKEN_MAX = 200;
/** How long the link of an invitation is valid. */
export const INVITATION_TTL = 3 * DAY;

/** Entries of the audit log that a search or filter finds, the newest ones; the whole log has no limit. */
export const AUDIT_FOUND_MAX = 1_000;

/** Users that an administrator's search compares if each part of the search text is frequent: the newest ones. */
export const USERS_SEARCHED_MAX = 5_000;
/** Users that a search of the role `orders` finds, the newest ones; searches that it may make and pages that it may open per hour. */
export const USERS_FOUND_FOR_ORDERS = 20;
export const USER_SEARCHES_PER_HOUR = 200;
export const USER_PAGES_PER_HOUR = 300;
/** Found users whose orders the list of orders shows, the newest ones. */
export const ORDER_USERS_MAX = 500;

/** Subject of what an administrator writes to a user, and how many of these emails each may send per hour. */
export const SUBJECT_MAX = 150;
export const WRITTEN_PER_HOUR = 30;
/** Codes to a new email that one administrator may ask for in an hour, to all addresses together. */
export const ADMIN_CODES_PER_HOUR = 10;
/** What an administrator writes about a user: the reason of a lock, which the user reads, and notes, which only administrators read. */
export const LOCK_REASON_MAX = 500;
export const ADMIN_NOTES_MAX = 5_000;
/** Newest entries of each list on the page of a user in the admin panel. */
export const USER_ORDERS_SHOWN = 20;
export const USER_MAILS_SHOWN = 10;
export const TARIFF_CHANGES_SHOWN = 50;

export const BRAND_MAX = 60;
export const MODEL_MAX = 60;
export const COLOR_MIN = 3;
export const COLOR_MAX = 40;
export const VIN_LENGTH = 17;
export const HIN_LENGTH = 12;
export const SERIAL_MAX = 50;
/** Characters of the chassis number of a vehicle without a VIN. */
export const CHASSIS_MIN = 5;
export const CHASSIS_MAX = 17;
export const PLATE_MAX = 12;
export const YEAR_MIN = 1800;
/** Kilometres, miles or hours that a vehicle is used in a year. */
export const YEARLY_DISTANCE_MAX = 999_999;
/** Whole kilometres, miles or hours. */
export const READING_MAX = 9_999_999;
/** Litres, of any type; engine-volumes.ts has less for some. */
export const ENGINE_VOLUME_MAX = 2_000;
/** Litres of a tank, and kilowatt hours of a battery. */
export const TANK_MAX = 99_999.9;
export const BATTERY_MAX = 9_999.9;
export const OPERATION_MAX = 200;
export const PART_NAME_MAX = 200;
export const PART_CODE_MAX = 100;
/** In whole units of the owner's currency. */
export const PRICE_MAX = 999_999_999.99;
export const NOTE_MAX = 350;
/** Known values of a vehicle, one a day. */
export const VALUES_MAX = 50;
/** Entries other than work: volumes and unit prices in the unit of the fuel, texts in characters. */
export const VOLUME_MAX = 99_999.999;
export const UNIT_PRICE_MAX = 99_999.9999;
export const GRADE_MAX = 30;
export const COST_TITLE_MAX = 120;
export const PLACE_MAX = 100;
export const ENTRY_NOTE_MAX = 500;
/** Entries on a page without `limit`. */
export const ENTRIES_PAGE = 100;

/** Lines of a vehicle's plan, and completions of all of them. */
export const PLAN_LINES_MAX = 100;
export const PLAN_COMPLETIONS_MAX = 5_000;
export const PLAN_TITLE_MAX = 120;
/** The longest intervals, and how long before a line is due it can be "soon". */
export const PLAN_MONTHS_MAX = 240;
export const PLAN_DAYS_MAX = 3_660;
export const LEAD_DAYS_MAX = 365;
/** The last day that a line can be due first. */
export const PLAN_DAY_MAX = '2199-12-31';
/** Days that a line can be snoozed, and a deadline that is overdue. */
export const SNOOZE_MAX = 90;
export const SNOOZE_OVERDUE_MAX = 7;

/** Length of a contact message, and messages per hour from the network address of a visitor and from a user. */
export const FEEDBACK_MIN = 15;
export const FEEDBACK_MAX = 5_000;
export const FEEDBACKS_PER_HOUR = 20;
export const BUSINESS_FEEDBACKS_PER_HOUR = 60;
/** Length of a reply to a contact message. */
export const REPLY_MAX = 10_000;
/** How long the contact form shows the result of sending. */
export const FEEDBACK_RESULT = 2_000;

/** Calendar months of an order. */
export const MONTHS_MIN = 1;
export const MONTHS_MAX = 12;
export const PAYMENT_MONTHS = Array.from({ length: MONTHS_MAX - MONTHS_MIN + 1 }, (_, index) => MONTHS_MIN + index);
/** Days before the end of a paid period from which the same tariff can be ordered again. */
export const RENEWAL_DAYS = 14;
/** US dollars per month. */
export const TARIFF_PRICE_MAX = 99_999.99;
export const PAYEE_MAX = 200;
export const PURPOSE_MAX = 300;
/** Units of a currency for a US dollar. */
export const TRANSFER_RATE_MAX = 9_999.9999;
export const BLOCK_MESSAGE_MAX = 1_000;
/** A payment, in units of its currency, and its texts as the bank states them. */
export const INCOME_AMOUNT_MAX = 999_999_999.99;
export const PAYER_MAX = 200;
export const TRANSFER_PURPOSE_MAX = 500;
export const REASON_MAX = 500;
/** Payments on the page of a user, in an order, and in one part of an export. */
export const INCOME_SHOWN = 20;
/** How long the payer and the purpose of a payment are kept, in years. */
export const PAYER_YEARS = 3;
/** Upper bound of ORDER_GRACE_MINUTES: a confirmed payment activates its tariff automatically within 24 hours. */
export const GRACE_MAX = DAY;
/** Upper bound of ORDER_NOTICE_MINUTES. */
export const ORDER_NOTICE_MAX = DAY;
/** Internal note of an order. */
export const ORDER_NOTE_MAX = 1_000;
export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;

export const ADVERT_TITLE_MAX = 80;
export const ADVERT_TEXT_MAX = 300;
export const ADVERT_LINK_MAX = 500;
export const ADVERTS_MAX = 20;
/** Advert banner: delay before it appears, time per advert, slide-out between adverts, and hide animation of the banner. */
export const BANNER_DELAY = 5_000;
export const BANNER_ROTATION = 7_000;
export const BANNER_SLIDE = 800;
export const BANNER_HIDE = 2_000;
/** An uploaded advert image that no advert uses is deleted after this time. */
export const ADVERT_IMAGE_TTL = DAY;

/**
 * Maximum bytes and pixels of an uploaded image, and maximum width and height in pixels of a stored one. The pixels limit memory: a file of 256 KB
 * can contain hundreds of megapixels, and decoding takes up to six bytes per pixel.
 */
export const IMAGE_BYTES = 256 * 1024;
export const IMAGE_PIXELS = 16_000_000;
export const IMAGE_SIDE = 1600;

/** Vehicles per tariff; null is no limit. */
export const VEHICLE_LIMIT = { basic: 1, family: 5, business: null } as const;

/** Vehicles per account; applies to every tariff, including one without a limit. */
export const VEHICLES_PER_ACCOUNT = 1_000;
/** Archived vehicles per account. */
export const ARCHIVED_MAX = 20;
/** How long the deletion of an entry or a note can be undone. */
export const RESTORE_TIME = DAY;
/** How long archiving can be undone, and how long after archiving a vehicle can be restored otherwise. */
export const ARCHIVE_UNDO = DAY;
export const RESTORE_AFTER = 30 * DAY;
export const RECORDS_PER_VEHICLE = 20_000;
/** Checked at every 20th record of a vehicle, because counting all records of an account is expensive. */
export const RECORDS_PER_ACCOUNT = 200_000;
/** Records in one response, with and without `limit`. */
export const RECORDS_PAGE_MAX = 500;
export const RECORDS_UNPAGED_MAX = 2_000;
/** Rows that an export reads at a time. */
export const EXPORT_PAGE = 200;
/** Characters of a search in histories. */
export const TIMELINE_SEARCH_MAX = 60;
/** Vehicles and records in one PDF; a vehicle alone always fits. */
export const REPORT_VEHICLES_MAX = 100;
export const REPORT_RECORDS_MAX = RECORDS_PER_VEHICLE;
/** PDFs per account and hour, as a token bucket that refills evenly; one at a time. */
export const REPORTS_PER_HOUR = 20;
/** Exports of an account's data, likewise. */
export const EXPORTS_PER_HOUR = 5;

/** Files that an account reads per hour, one at a time. */
export const IMPORTS_PER_HOUR = 40;
/** Bytes of a file, of what a ZIP contains, and of one row. */
export const IMPORT_BYTES = 50 * 1024 * 1024;
export const IMPORT_UNPACKED = 200 * 1024 * 1024;
export const IMPORT_ROW_BYTES = 64 * 1024;
/** Files in a ZIP, and rows of all its tables. */
export const IMPORT_FILES_MAX = 20_000;
export const IMPORT_ROWS_MAX = 200_000;
/** Columns of a table, and tables whose columns are kept for the next file. */
export const TABLE_COLUMNS_MAX = 200;
export const TABLE_MAPPINGS_MAX = 20;
/** Refused rows in a preview; the file of them has all. */
export const IMPORT_REFUSED_SHOWN = 20;
/** Characters of the name of a file, and of an answer about a vehicle. */
export const IMPORT_NAME_MAX = 200;
export const IMPORT_FIELD_MAX = 200;
/** How long a preview waits, and how long an import can be undone. */
export const IMPORT_TIME = DAY;
/** Entries in the answer to an undo that stay because they were changed. */
export const IMPORT_KEPT_SHOWN = 100;

/** Translation files in the browser: number of retries and base delay. */
export const TRANSLATION_RETRIES = 5;
export const TRANSLATION_DELAY = 350;

export const STATEMENT_BYTES = 5 * 1024 * 1024;
export const STATEMENT_LINES_MAX = 20_000;
/** Lines that are recorded with one request. */
export const STATEMENT_CONFIRMED_MAX = 500;
/** Milliseconds for which a statement is kept after it was read. */
export const STATEMENT_TIME = 7 * DAY;
