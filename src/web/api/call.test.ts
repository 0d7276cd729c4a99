import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { login } from '#contract/auth.ts';
import { listOrders } from '#contract/orders.ts';
import { createRecord } from '#contract/records.ts';
import { createVehicle, getVehicle, listVehicles } from '#contract/vehicles.ts';
import { call, whenExpired } from './call.ts';
import {
  currentAdminToken,
  currentSession,
  endAdminSession,
  endSession,
  isRenewed,
  renewSession,
  startAdminSession,
  startSession,
  suspendSession,
} from './session.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
const answer = (status: number, body: unknown, headers = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const refused = { success: false, code: 'api.401', message: 'Увійдіть', requestId: 'r1' };

let sent: { url: string; init: RequestInit }[];
let reply: () => Response | Promise<Response>;

beforeEach(() => {
  kept.clear();
  sent = [];
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return reply();
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  endSession();
  endAdminSession();
  whenExpired(async () => false);
});
afterEach(() => vi.unstubAllGlobals());

const headersOfLast = () => sent.at(-1)?.init.headers as Headers;
const headersSent = () => sent[0]?.init.headers as Headers;

describe('a call', () => {
  it('sends the token only where the endpoint asks for one', async () => {
    reply = () => answer(200, { success: true, data: [], hidden: 0, limit: 1 });
    startSession({ token: 'secret' });
    expect(await call(listVehicles)).toMatchObject({ success: true, hidden: 0 });
    expect(headersSent().get('authorization')).toBe('Bearer secret');
    expect(headersSent().get('accept-language')).toBe('ua');
    sent = [];
    await call(login, { body: { email: 'a@b.cd', password: 'x' } });
    expect(headersSent().has('authorization')).toBe(false);
    expect(sent[0]?.init.body).toBe('{"email":"a@b.cd","password":"x"}');
  });

  it('fills in the path and sends a photo with its fields', async () => {
    reply = () => answer(201, { success: true, data: {} });
    await call(getVehicle, { params: { vehicleId: 7 } });
    expect(sent[0]?.url).toBe('/api/vehicles/7');
    sent = [];
    await call(createVehicle, {
      body: { vehicleType: 'bicycle', brand: 'Ardis', model: 'X', year: 2020, color: 'red', serialNumber: 'A1' },
      image: new Blob(['x']),
      idempotencyKey: 'k',
    });
    const form = sent[0]?.init.body as FormData;
    expect(form.get('year')).toBe('2020');
    expect(form.get('image')).toBeInstanceOf(Blob);
    expect(form.has('vin')).toBe(false);
    expect(headersSent().has('content-type')).toBe(false);
    expect(headersSent().get('idempotency-key')).toBe('k');
  });

  it('resolves to the failure that the server tells', async () => {
    reply = () => answer(429, { success: false, code: 'api.429', message: 'Зачекайте', requestId: 'r' }, { 'retry-after': '12' });
    expect(await call(listVehicles)).toEqual({
      success: false,
      code: 'api.429',
      message: 'Зачекайте',
      requestId: 'r',
      status: 429,
      retryAfter: 12,
    });
  });

  it.each([
    [502, '<html>bad gateway</html>'],
    [200, 'not json'],
  ])('of status %i and a strange body is an unknown error', async (status, body) => {
    reply = () => answer(status, body);
    expect(await call(listVehicles)).toMatchObject({ success: false, code: 'carsApi.unknownError', status });
  });

  it('without a network, or given up, does not throw', async () => {
    reply = () => Promise.reject(new TypeError('failed'));
    expect(await call(listVehicles)).toMatchObject({ success: false, code: 'client.network', status: 0 });
    expect(await call(listVehicles, { signal: AbortSignal.abort() })).toMatchObject({ code: 'client.aborted' });
  });

  it('works without AbortSignal.any and AbortSignal.timeout, which old Safari lacks', async () => {
    vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
      throw new TypeError('AbortSignal.any is not a function');
    });
    reply = () => answer(200, { success: true, data: [], hidden: 0, limit: 1 });
    expect(await call(listVehicles, { signal: new AbortController().signal })).toMatchObject({ success: true });
    vi.restoreAllMocks();
  });

  it('given up while it waits is aborted, and leaves no listener behind', async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      queueMicrotask(() => controller.abort());
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    expect(await call(listVehicles, { signal: controller.signal })).toMatchObject({ code: 'client.aborted', status: 0 });
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });

  it('times out, also in the middle of an answer', async () => {
    vi.useFakeTimers();
    try {
      const body = (signal: AbortSignal) =>
        new ReadableStream({ start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)) });
      let isAsked = () => {};
      const asked = new Promise<void>((resolve) => (isAsked = resolve));
      vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
        isAsked();
        return new Response(body(signal as AbortSignal));
      });
      const result = call(listVehicles);
      await asked;
      await vi.runAllTimersAsync();
      expect(await result).toMatchObject({ code: 'client.timeout', status: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('has more time for a photo than for a read', async () => {
    vi.useFakeTimers();
    try {
      const isAborted = vi.fn();
      vi.stubGlobal(
        'fetch',
        (_: string, { signal }: RequestInit) =>
          new Promise((_, reject) =>
            signal?.addEventListener('abort', () => {
              isAborted();
              reject(signal.reason);
            }),
          ),
      );
      const body = { vehicleType: 'bicycle', brand: 'Ardis', model: 'X', year: 2020, color: 'red', serialNumber: 'A1' } as const;
      const upload = call(createVehicle, { body, image: new Blob([new Uint8Array(256 * 1024)]) });
      // 256 KB at 32 kbit/s.
      await vi.advanceTimersByTimeAsync(65_000);
      expect(isAborted).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(54_000);
      expect(await upload).toMatchObject({ code: 'client.timeout' });
      const read = call(listVehicles);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await read).toMatchObject({ code: 'client.timeout' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('whose answer is cut off by the network is no answer', async () => {
    reply = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }));
    expect(await call(listVehicles)).toMatchObject({ code: 'client.network', status: 0 });
  });

  it('with an error in the program rejects with it', async () => {
    const body: Record<string, unknown> = {};
    body.self = body;
    await expect(call(login, { body: body as never })).rejects.toThrow(/circular/);
  });

  it('whose token is refused asks for a login, and fails without one', async () => {
    const expired = vi.fn(async () => {
      endSession();
      return false;
    });
    whenExpired(expired);
    reply = () => answer(401, refused);
    startSession({ token: 'old', name: 'Олена', tariff: 'family' });
    const results = await Promise.all([call(listVehicles), call(listVehicles)]);
    expect(results).toMatchObject([{ code: 'api.401' }, { code: 'api.401' }]);
    expect(currentSession()).toBeNull();
    expect(kept.size).toBe(0);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  it('whose token is refused is repeated after a login, with the same idempotency key', async () => {
    whenExpired(suspendSession);
    startSession({ token: 'old', name: 'Олена', tariff: 'family' });
    reply = () =>
      headersOfLast().get('authorization') === 'Bearer old' ? answer(401, refused) : answer(201, { success: true, data: { id: 1 } });
    const calls = [1, 2].map(() => call(createRecord, { params: { vehicleId: 7 }, idempotencyKey: 'key' }));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    renewSession('new');
    expect(await Promise.all(calls)).toMatchObject([{ success: true }, { success: true }]);
    expect(headersOfLast().get('idempotency-key')).toBe('key');
    expect(currentSession()).toEqual({ token: 'new', name: 'Олена', tariff: 'family' });
    expect(isRenewed()).toBe(true);
  });

  it('whose token is refused is never repeated for the user of another tab', async () => {
    whenExpired(suspendSession);
    startSession({ token: 'old' });
    reply = () => answer(401, refused);
    const result = call(createRecord, { params: { vehicleId: 7 }, idempotencyKey: 'key' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    startSession({ token: 'somebody else' });
    expect(await result).toMatchObject({ success: false, code: 'api.401' });
    expect(sent).toHaveLength(1);
  });

  it('whose token is refused fails when another tab logs out meanwhile', async () => {
    whenExpired(suspendSession);
    startSession({ token: 'old' });
    reply = () => answer(401, refused);
    const result = call(listVehicles);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    endSession();
    expect(await result).toMatchObject({ success: false, code: 'api.401' });
  });

  it('leaves a newer token alone, and a wrong password', async () => {
    startSession({ token: 'old' });
    reply = () => {
      startSession({ token: 'new' });
      return answer(401, refused);
    };
    await call(listVehicles);
    expect(currentSession()?.token).toBe('new');
    reply = () => answer(401, { ...refused, code: 'api.loginUser.401' });
    await call(login, { body: { email: 'a@b.cd', password: 'x' } });
    expect(currentSession()?.token).toBe('new');
  });

  it('of the administrator carries his own token and forgets that one alone', async () => {
    const expired = vi.fn();
    whenExpired(expired);
    startSession({ token: 'user' });
    startAdminSession('admin');
    reply = () => answer(401, refused);
    await call(listOrders);
    expect(headersSent().get('authorization')).toBe('Bearer admin');
    expect(currentAdminToken()).toBeNull();
    expect(currentSession()?.token).toBe('user');
    expect(expired).not.toHaveBeenCalled();
    sent = [];
    await call(listOrders);
    expect(headersSent().has('authorization')).toBe(false);
  });
});
