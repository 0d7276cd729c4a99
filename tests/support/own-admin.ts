import type { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import type { OwnAdmin } from '#contract/admin-account.ts';
import type { AdminRole } from '#contract/roles.ts';
import { ownAdminQuery } from '#web/admin/own-admin.queries.ts';

const ownAdmin = (role: AdminRole): OwnAdmin => ({
  ...{ email: 'admin@example.com', role, language: 'ua', has_two_factor: false },
  ...{ recovery_codes_left: 0, is_from_settings: false },
});

/** Lets the administrator of a component test have a role. */
export const actAs = (client: QueryClient, role: AdminRole): Promise<void> =>
  act(async () => {
    client.setQueryData(ownAdminQuery().queryKey, { success: true, data: ownAdmin(role) });
  });
