import { type ComponentType, createContext, lazy, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface Loading {
  /** Starts a new load with the next rendering, if the last one failed. */
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
 * A component that is loaded when it is first rendered, under a Suspense. If it cannot be loaded, a notice with "Try again" takes
 * its place; a rejected `lazy` would take the whole page with it, and stay rejected. If the code fails again although the server
 * answers, the page is reloaded: Firefox doesn't request a module again that has failed, and a new release has other files.
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
    const [, setTries] = useState(0);
    const [loading] = useState<Loading>(() => ({
      renew,
      tryAgain: () => {
        isRetry = true;
        renew();
        setTries((tries) => tries + 1);
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
  // Opened anew, the part is loaded anew.
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
