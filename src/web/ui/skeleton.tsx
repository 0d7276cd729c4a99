import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Final heights in pixels of what is coming: a vehicle 105, a row 53. */
  height: number;
  count?: number;
}

/** Holds the place of what is being loaded, so that nothing moves when it comes. Say so once beside it: `aria-busy` on the region. */
export function Skeleton({ height, count = 1 }: SkeletonProps) {
  return (
    <div className={styles.stack} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <div key={index} className={styles.bar} style={{ height }} />
      ))}
    </div>
  );
}
