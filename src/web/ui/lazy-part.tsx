import { type ComponentType, createContext, lazy, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface Loading {
  /** Starts a new load on the next render if the last one failed. */
  renew: () => void;
  tryAgain: () => void;
}

const LoadingContext = createContext<Loading>({ renew: () => undefined, tryAgain: () => undefined });

const reloadPage = (): void => location.reload();

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * A component that is loaded on its first render; render it inside Suspense. If the load fails, a notice with "Try again" replaces it: a
 * rejected `lazy` would break the whole page and stay rejected. If the next attempt fails too although the server responds, the page is
 * reloaded, since Firefox does not request a failed module again and a new release has other files.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, reload = reloadPage): ComponentType<Props> {
  let hasFailed = false;
  let isRetry = false;

  const start = (): ComponentType<Props> =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('part failed:', error instanceof Error ? error.message : error);
        hasFailed = true;
        if (isRetry && (await isServerReachable())) reload();
        return { default: LoadFailed };
      }
    }) as unknown as ComponentType<Props>;

  let Part = start();

  function renew() {
    if (!hasFailed) return;
    hasFailed = false;
    Part = start();
  }

  return function LazyPart(props: Props) {
    const [, setAttempts] = useState(0);
    const [loading] = useState<Loading>(() => ({
      renew,
      tryAgain: () => {
        isRetry = true;
        renew();
        setAttempts((attempts) => attempts + 1);
      },
    }));
    return (
      <LoadingContext value={loading}>
        <Part {...props} />
      </LoadingContext>
    );
  };
}

function LoadFailed() {
  const { t } = useTranslation();
  const { renew, tryAgain } = use(LoadingContext);
  // The part is loaded again when it is next opened.
  useEffect(() => renew, [renew]);
  return (
    <Notice
      tone="failure"
      action={
        <Button look="quiet" size="small" onClick={tryAgain}>
          {t('again')}
        </Button>
      }
    >
      {t('partFailed')}
    </Notice>
  );
}
