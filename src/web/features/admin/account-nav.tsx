import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsAllowed } from '../../admin/own-admin.queries.ts';
import settings from '../../admin/settings.module.css';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { adminPath } from './admin-address.ts';

/** Switches between the administrator's account and the list of administrators; only for the role that may see both. */
export function AccountNav({ tab }: { tab: 'ownAccount' | 'administrators' }) {
  const { t } = useTranslation('adminSettings');
  const navigate = useNavigate();
  if (!useIsAllowed('all')) return null;
  return (
    <div className={settings.tabs}>
      <SegmentedControl
        label={t('own.sections')}
        options={[
          { value: 'ownAccount', label: t('own.sectionOwn') },
          { value: 'administrators', label: t('own.sectionAdmins') },
        ]}
        value={tab}
        onChange={(next) => void navigate(adminPath(next))}
      />
    </div>
  );
}
