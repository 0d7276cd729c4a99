import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { userQuery } from '../../api/user.queries.ts';
import { accountPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Links to the tariff form, or to the order if one already awaits payment. */
export function PlanLink({ look }: { look?: 'quiet' }) {
  const { t } = useTranslation('vehicles');
  const { data: user } = useQuery({ ...userQuery(), retry: false });
  const view = user?.status === 'processing' ? 'order' : 'tariff';
  return (
    <ButtonLink {...(look && { look })} to={accountPath(view)}>
      {t(view === 'order' ? 'plan.order' : 'plan.change')}
    </ButtonLink>
  );
}
