/** What /login shows is told by its address, so that links and the way back work. */
export type DoorTab = 'login' | 'registration';
export type DoorView = 'privacy' | 'terms';

export const DOOR_TABS: readonly DoorTab[] = ['login', 'registration'];

export function doorOf(search: string): { tab: DoorTab; view: DoorView | undefined } {
  const query = new URLSearchParams(search);
  const tab = query.get('tab') === 'registration' ? 'registration' : 'login';
  const view = query.get('view');
  return { tab, view: tab === 'registration' && (view === 'privacy' || view === 'terms') ? view : undefined };
}

/** The query of another tab or view; what else stands in the address (`from`, `lang`) stays. */
export function doorSearch(search: string, tab: DoorTab, view?: DoorView): string {
  const query = new URLSearchParams(search);
  query.delete('tab');
  query.delete('view');
  if (tab !== 'login') query.set('tab', tab);
  if (view) query.set('view', view);
  const text = query.toString();
  return text && `?${text}`;
}
