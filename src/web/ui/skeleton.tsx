import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Height in pixels of the content that will be loaded: 105 for a vehicle, 53 for a row. */
  height: number;
  count?: number;
}

/** A placeholder for content that is being loaded, so that nothing moves when it arrives. Set `aria-busy` on the surrounding region. */
export function Skeleton({ height, count = 1 }: SkeletonProps) {
  return (
    <div className={styles.stack} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical
        <div key={index} className={styles.bar} style={{ height }} />
      ))}
    </div>
  );
}
