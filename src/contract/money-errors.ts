/** Codes of payments and bank statements with their HTTP status. */
export const MONEY_ERRORS = {
  'incomeApi.404': 404,
  'incomeApi.doubled': 409,
  'incomeApi.corrected': 409,
  'incomeApi.notCorrectable': 409,
  'incomeApi.500': 500,
  'statementsApi.404': 404,
  'statementsApi.413': 413,
  'statementsApi.unknown': 422,
  'statementsApi.damaged': 422,
  'statementsApi.tooMuch': 422,
  'statementsApi.empty': 422,
  'statementsApi.500': 500,
} as const;
