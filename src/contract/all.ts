import * as accountsAdmin from './accounts.admin.ts';
import * as accounts from './accounts.ts';
import * as adminAccount from './admin-account.ts';
import * as admins from './admins.ts';
import * as advertsAdmin from './adverts.admin.ts';
import * as adverts from './adverts.ts';
import * as archive from './archive.ts';
import * as audit from './audit.ts';
import * as consumption from './consumption.ts';
import * as costs from './costs.ts';
import type { Endpoint } from './endpoint.ts';
import * as exports from './export.ts';
import * as feedback from './feedback.ts';
import * as fills from './fills.ts';
import * as imports from './imports.ts';
import * as income from './income.ts';
import * as login from './login.ts';
import * as logout from './logout.ts';
import * as mails from './mails.ts';
import * as messages from './messages.ts';
import * as notes from './notes.ts';
import * as notices from './notices.ts';
import * as ordersAdmin from './orders.admin.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as paymentsAdmin from './payments.admin.ts';
import * as payments from './payments.ts';
import * as plan from './plan.ts';
import * as pricesAdmin from './prices.admin.ts';
import * as prices from './prices.ts';
import * as readings from './readings.ts';
import * as records from './records.ts';
import * as registration from './registration.ts';
import * as reports from './reports.ts';
import * as revenue from './revenue.ts';
import * as sellerAdmin from './seller.admin.ts';
import * as seller from './seller.ts';
import * as statements from './statements.ts';
import * as statistics from './statistics.ts';
import * as timeline from './timeline.ts';
import * as usersAdmin from './users.admin.ts';
import * as users from './users.ts';
import * as values from './values.ts';
import * as vehicles from './vehicles.ts';
import * as visits from './visits.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

/** All endpoints by name, for the OpenAPI document and the completeness tests. */
export const ALL_ENDPOINTS: Record<string, Endpoint> = Object.fromEntries(
  [
    ...[
      login,
      logout,
      registration,
      users,
      usersAdmin,
      accounts,
      accountsAdmin,
      vehicles,
      archive,
      records,
      fills,
      consumption,
      costs,
      readings,
      timeline,
      notes,
      values,
      plan,
      notices,
      prices,
      pricesAdmin,
      payments,
      paymentsAdmin,
      seller,
      sellerAdmin,
      orders,
      ordersAdmin,
      income,
    ],
    ...[
      statements,
      statistics,
      reports,
      exports,
      imports,
      admins,
      adminAccount,
      adverts,
      advertsAdmin,
      visits,
      revenue,
      feedback,
      messages,
      audit,
      mails,
      overview,
    ],
  ]
    .flatMap((part) => Object.entries(part))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
