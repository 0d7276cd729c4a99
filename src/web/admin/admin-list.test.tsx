import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PAGE_SIZE } from '#contract/limits.ts';
import { show } from '#tests/support/component.tsx';
import { AdminList } from './admin-list.tsx';
import { useListAddress } from './list-address.ts';
import { LIST_QUERY } from './list-query.ts';

const SIZES = ['all', 'small', 'large'] as const;

interface Asked {
  q: string;
  size: string;
  page: number;
}
type Load = (asked: Asked) => Promise<{ total: number; names: string[] }>;

function Names({ load }: { load: Load }) {
  const address = useListAddress();
  const { q, page } = address;
  const size = address.choice('size', SIZES);
  const query = useQuery({ queryKey: ['names', q, size, page], queryFn: () => load({ q, size, page }), ...LIST_QUERY, retry: false });
  return (
    <AdminList
      title="Names"
      address={address}
      query={query}
      rows={query.data?.names}
      rowHeight={50}
      empty={{ title: 'No names yet', text: 'They will appear here.' }}
      search={{
        label: 'Name starts with',
        placeholder: 'Name',
        filter: { name: 'size', label: 'Size', options: SIZES.map((value) => ({ value, label: value })), value: size },
        notFound: `No name starts with ${q}`,
        showAll: 'Show every name',
        found: ({ count }) => `${count} found`,
      }}
    >
      {(names) => (
        <ul aria-label="Names">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </AdminList>
  );
}

const NAMES = { total: 2, names: ['Anna', 'Boris'] };
const EMPTY = { total: 0, names: [] };

test('shows the rows with their total, and a failed load with a way to repeat it', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(NAMES);
  const { user, say } = show(<Names load={load} />, { language: 'en' });
  await screen.findByRole('alert');
  expect(screen.queryByRole('list', { name: 'Names' })).toBeNull();
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual(['Anna', 'Boris']);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Names 2' })).toBeDefined();
});

test('shows the empty state of a list without rows', async () => {
  show(<Names load={async () => EMPTY} />, { language: 'en' });
  expect(await screen.findByRole('heading', { name: 'No names yet' })).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Names' })).toBeNull();
  expect(screen.queryByText('0 found')).toBeNull();
});

test('a search and a filter without matches offer all rows', async () => {
  const load = vi.fn<Load>(async ({ q, size }) => (q || size !== 'all' ? EMPTY : NAMES));
  const { user, router } = show(<Names load={load} />, { language: 'en', path: '/?tab=names&q=Z&size=small' });
  expect(await screen.findByText('No name starts with Z', { exact: false })).toBeDefined();
  expect(screen.queryByText('No names yet')).toBeNull();
  expect(screen.getByText('0 found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show every name' }));
  await screen.findByText('Anna');
  expect(router.state.location.search).toBe('?tab=names');
});

test('the filter is in the URL, except for its first option', async () => {
  const load = vi.fn<Load>(async () => NAMES);
  const { user, router } = show(<Names load={load} />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: 'large' }));
  await waitFor(() => expect(load).toHaveBeenLastCalledWith({ q: '', size: 'large', page: 1 }));
  expect(router.state.location.search).toBe('?size=large');
  await user.click(screen.getByRole('button', { name: 'all' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('announces the page once it was changed', async () => {
  const load = vi.fn<Load>(async ({ page }) => ({ total: PAGE_SIZE + 1, names: page === 2 ? ['Zoya'] : ['Anna'] }));
  const { user, say } = show(<Names load={load} />, { language: 'en' });
  await screen.findByText('Anna');
  expect(screen.queryByText(say('admin:list.nowShown', { page: 1, pages: 2 }))).toBeNull();
  await user.click(screen.getByRole('link', { name: say('admin:list.next') }));
  await screen.findByText('Zoya');
  const second = await screen.findByText(say('admin:list.nowShown', { page: 2, pages: 2 }));
  expect(second.getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('link', { name: say('admin:list.previous') }));
  expect(await screen.findByText(say('admin:list.nowShown', { page: 1, pages: 2 }))).toBe(second);
});

test('a page beyond the end leads to the last one', async () => {
  const load = vi.fn<Load>(async ({ page }) => ({ total: PAGE_SIZE + 1, names: page === 2 ? ['Zoya'] : [] }));
  const { router } = show(<Names load={load} />, { language: 'en', path: '/?page=9' });
  await screen.findByText('Zoya');
  expect(router.state.location.search).toBe('?page=2');
});
