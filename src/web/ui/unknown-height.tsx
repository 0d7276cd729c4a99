import type { ComponentProps } from 'react';
import './unknown-height.css';
import { useRootMark } from './use-root-mark.ts';

/** Placeholder of content that is loading and whose height is unknown. The footer is hidden meanwhile, so that it does not jump. */
export function UnknownHeight(props: ComponentProps<'div'>) {
  useRootMark('unknownHeight');
  return <div {...props} aria-busy="true" data-unknown-height />;
}
