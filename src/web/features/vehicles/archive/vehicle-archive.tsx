import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { IndexTab, Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from '../book/vehicles.module.css';
import type { ArchivedVehiclesProps } from './archived-vehicles.tsx';

const ArchivedVehicles = lazyPart(async () => (await import('./archived-vehicles.tsx')).ArchivedVehicles);

/** The archived vehicles below the others, folded and not loaded at first. */
export function VehicleArchive(props: ArchivedVehiclesProps) {
  const { t } = useTranslation('vehicles');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.group}>
      <h2 className={styles.tab}>
        <IndexTab
          id="archive-turn"
          icon="archive"
          count={props.count}
          isOpen={isOpen}
          aria-controls="archive"
          onClick={() => setOpen((before) => !before)}
        >
          {t('archive.title')}
        </IndexTab>
      </h2>
      <Sheet isBare hasTab id="archive" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton height={96} count={props.count} />}>
            <ArchivedVehicles {...props} />
          </Suspense>
        )}
      </Sheet>
    </section>
  );
}
