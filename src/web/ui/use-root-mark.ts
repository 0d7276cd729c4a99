import { useLayoutEffect } from 'react';

/**
 * Sets a data attribute of the root element while the component is mounted, for styles outside of it. With `:has()` instead, browsers
 * compute the styles of the whole document again after every change.
 */
export function useRootMark(mark: 'adminPanel' | 'unknownHeight'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset[mark] = '';
    return () => {
      delete dataset[mark];
    };
  }, [mark]);
}
