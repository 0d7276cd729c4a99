/** Images referenced by the page head and the web manifest. A separate build entry, so that no page script includes them. */
import type { Language } from '#contract/languages.ts';
import icon180 from './icon-180.png?url';
import icon192 from './icon-192.png?url';
import icon512 from './icon-512.png?url';
import maskable512 from './icon-maskable-512.png?url';
import shareEn from './share-en.png?url';
import shareRu from './share-ru.png?url';
import shareUa from './share-ua.png?url';

/** Images of link previews (Open Graph), created by `npm run pictures`. */
export const SHARE_PICTURES: Record<Language, string> = { ua: shareUa, ru: shareRu, en: shareEn };
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

export const ICONS = { 180: icon180, 192: icon192, 512: icon512, maskable: maskable512 } as const;
