import { tabStore } from '../../storage.ts';

/** Adverts that the visitor closed; kept for the browser session. */
interface Dismissed {
  isAll: boolean;
  /** Keys from `keyOf`. */
  keys: string[];
}

const KEY = 'carnet.adverts';

/** Adverts have no id in the API: the image identifies one in every language, a title only in its own. */
export const keyOf = ({ image, title }: { image: string | null; title: string }): string => image ?? title;

export function readDismissed(): Dismissed {
  try {
    const { isAll, keys } = JSON.parse(tabStore.get(KEY) ?? '{}') as Partial<Dismissed>;
    return { isAll: isAll === true, keys: Array.isArray(keys) ? keys : [] };
  } catch {
    return { isAll: false, keys: [] };
  }
}

const keep = (dismissed: Dismissed): void => tabStore.set(KEY, JSON.stringify(dismissed));

export function dismiss(key: string): void {
  const { isAll, keys } = readDismissed();
  keep({ isAll, keys: [...keys, key] });
}

export function dismissAll(): void {
  keep({ ...readDismissed(), isAll: true });
}
