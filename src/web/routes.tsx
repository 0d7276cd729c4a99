import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { AdvertSlot } from './features/adverts/advert-slot.tsx';
import { SERVER_VIEWS } from './features/auth/auth-address.ts';
import { SessionEnded } from './features/auth/session-ended.tsx';
import { loadTexts } from './i18n/browser-texts.ts';
import { BrokenPage } from './layouts/broken-page.tsx';
import { Shell } from './layouts/shell.tsx';
import type { PageHandle } from './page-handle.ts';
import { NOT_FOUND, paths, VEHICLE_VIEWS, vehiclePath } from './paths.ts';

type Loaded = Promise<ComponentType>;

function page(path: string, handle: Omit<PageHandle, 'path'>, load: () => Loaded): RouteObject {
  return {
    path,
    handle: { ...handle, path: path === '*' ? NOT_FOUND : path } satisfies PageHandle,
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadTexts(handle.namespaces)]);
      return { Component };
    },
  };
}

/** Loads a page whose forms offer the drafts of closed tabs. */
async function withDrafts<T>(loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([
    loading,
    import('./forms/drafts.ts').then(({ findOrphans }) => (import.meta.env.SSR ? undefined : findOrphans())),
  ]);
  return loaded;
}

const pages: RouteObject[] = [
  page(
    paths.home,
    { module: 'src/web/features/home/home.page.tsx', namespaces: ['home', 'tariffs'], head: 'home:head', isPublic: true },
    async () => (await import('./features/home/home.page.tsx')).HomePage,
  ),
  page(
    paths.about,
    { module: 'src/web/features/about/about.page.tsx', namespaces: ['about'], head: 'about:head', isPublic: true },
    async () => (await import('./features/about/about.page.tsx')).AboutPage,
  ),
  page(
    '*',
    {
      module: 'src/web/features/not-found/not-found.page.tsx',
      namespaces: ['notFound'],
      head: 'notFound:head',
      isPublic: false,
      status: 404,
    },
    async () => (await import('./features/not-found/not-found.page.tsx')).NotFoundPage,
  ),
  page(
    paths.contact,
    {
      module: 'src/web/features/contact/contact.page.tsx',
      namespaces: ['contact', 'forms', 'errors'],
      head: 'contact:head',
      isPublic: true,
    },
    async () => (await import('./features/contact/contact.page.tsx')).ContactPage,
  ),
  page(
    paths.service,
    {
      module: 'src/web/features/vehicles/book/vehicles.page.tsx',
      namespaces: ['service', 'vehicles', 'records', 'entries', 'notes', 'forms', 'errors'],
      head: 'service:head',
      isPublic: true,
    },
    async () => (await withDrafts(import('./features/vehicles/book/vehicles.page.tsx'))).VehiclesPage,
  ),
  page(
    paths.statistics,
    {
      module: 'src/web/features/statistics/costs.page.tsx',
      namespaces: ['statistics', 'vehicles', 'errors'],
      head: 'statistics:head',
      isPublic: false,
    },
    async () => (await import('./features/statistics/costs.page.tsx')).CostsPage,
  ),
  ...VEHICLE_VIEWS.map((view) =>
    page(
      vehiclePath(':vehicleId', view),
      {
        module: 'src/web/features/vehicles/page/vehicle.page.tsx',
        namespaces: ['vehicles', 'records', 'entries', 'notes', 'forms', 'errors', 'notFound'],
        head: 'shell:heads.vehicle',
        canonicalPath: paths.service,
        isPublic: false,
      },
      async () => (await withDrafts(import('./features/vehicles/page/vehicle.page.tsx'))).VehiclePage,
    ),
  ),
  page(
    paths.login,
    {
      module: 'src/web/features/auth/login.page.tsx',
      namespaces: ['auth', 'forms', 'errors'],
      head: 'shell:heads.login',
      isPublic: true,
      views: SERVER_VIEWS,
    },
    async () => (await import('./features/auth/login.page.tsx')).LoginPage,
  ),
  page(
    paths.user,
    {
      module: 'src/web/features/accounts/account.page.tsx',
      namespaces: ['user', 'tariffs', 'orders', 'errors'],
      head: 'shell:heads.user',
      isPublic: false,
    },
    async () => (await import('./features/accounts/account.page.tsx')).AccountPage,
  ),
  page(
    paths.admin,
    {
      module: 'src/web/features/admin/admin.page.tsx',
      namespaces: ['admin', 'tariffs', 'forms', 'errors'],
      head: 'shell:heads.admin',
      isPublic: false,
    },
    async () => (await import('./features/admin/admin.page.tsx')).AdminPage,
  ),
];

/** All routes. An error inside a page leaves the shell in place; an error in the shell replaces the whole page. */
export const routes: RouteObject[] = [
  {
    element: (
      <Shell>
        <AdvertSlot />
        <SessionEnded />
      </Shell>
    ),
    ErrorBoundary: () => <BrokenPage isWholePage />,
    children: [
      {
        ErrorBoundary: () => <BrokenPage />,
        children: pages,
      },
    ],
  },
];
