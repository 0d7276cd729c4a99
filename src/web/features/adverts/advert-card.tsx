import { Thumbnail } from '../../photos/thumbnail.tsx';
import styles from './advert-card.module.css';

interface AdvertCardProps {
  /** The "Advertisement" label that sets the card apart from the page's content. */
  label: string;
  title: string;
  text: string;
  image: string | null;
  /** Opens in a new tab. */
  link?: string | undefined;
}

/** An advert as visitors see it; also the preview in the admin panel. */
export function AdvertCard({ label, title, text, image, link }: AdvertCardProps) {
  return (
    <div className={styles.card} data-plain={image === null || undefined}>
      {image !== null && <Thumbnail className={styles.picture} image={image} alt="" width={92} height={64} />}
      <div>
        <small>{label}</small>
        <b className={styles.title}>
          {link ? (
            <a className={styles.link} href={link} target="_blank" rel="noopener sponsored">
              {title}
            </a>
          ) : (
            title
          )}
        </b>
        <span className={styles.text}>{text}</span>
      </div>
    </div>
  );
}
