import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { userPath, writePath } from './admin-paths.ts';

/** Leads to the page of a user in the admin panel, which leads back to the current address. */
export function UserLink({ userId, children }: { userId: number; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={userPath(userId)} state={{ back: pathname + search }}>
      {children}
    </Link>
  );
}

interface WriteLinkProps {
  userId: number;
  /** Accessible name. */
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** Leads to the page of a user and opens the dialog that writes to them. */
export function WriteLink({ userId, label, className, children }: WriteLinkProps) {
  const { pathname, search } = useLocation();
  return (
    <Link to={writePath(userId)} state={{ back: pathname + search }} aria-label={label} className={className}>
      {children}
    </Link>
  );
}

/** The address that led to the page of a user; the list of users if it was opened directly. */
export function useWayBack(): string {
  const { state } = useLocation() as { state: { back?: unknown } | null };
  return typeof state?.back === 'string' ? state.back : '?tab=listUsers';
}
