import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { login } from '#contract/login.ts';
import { listOrders } from '#contract/orders.ts';
import { createRecord } from '#contract/records.ts';
import { getVehicleReport } from '#contract/reports.ts';
import { createVehicle, getVehicle, listVehicles } from '#contract/vehicles.ts';
import { call, setExpiredHandler, setWriteHandler } from './call.ts';
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

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
};
const answer = (status: number, body: unknown, headers = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const unauthorized = { success: false, code: 'api.401', message: 'Увійдіть', requestId: 'r1' };

let sent: { url: string; init: RequestInit }[];
let reply: () => Response | Promise<Response>;

beforeEach(() => {
  stored.clear();
  sent = [];
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return reply();
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  endSession();
  endAdminSession();
  setExpiredHandler(async () => false);
});
afterEach(() => vi.unstubAllGlobals());

const headersOfLast = () => sent.at(-1)?.init.headers as Headers;
const headersSent = () => sent[0]?.init.headers as Headers;

const RECORD = { operationName: 'Oil', partName: 'Filter', partCode: '-', price: '1', reading: '2' };

describe('a call', () => {
  it('reports each successful write of the user', async () => {
    const onWrite = vi.fn();
    setWriteHandler(onWrite);
    startSession({ token: 'secret' });
    const write = () => call(createRecord, { params: { vehicleId: 1 }, body: RECORD });
    reply = () => answer(400, { success: false, code: 'recordsApi.400', message: '' });
    await write();
    reply = () => answer(200, { success: true, data: [] });
    await call(listVehicles);
    await call(login, { body: { email: 'a@b.cd', password: 'x' } });
    expect(onWrite).not.toHaveBeenCalled();
    await write();
    expect(onWrite).toHaveBeenCalledOnce();
  });

  it('sends the token only to endpoints that require one', async () => {
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

  it('returns a file with the header that names it, and the failure of one as usual', async () => {
    const headers = { 'content-disposition': "attachment; filename*=UTF-8''%C5%A0koda%20%2712%27.pdf" };
    reply = () => new Response(new Uint8Array([37, 80, 0, 255]), { status: 200, headers });
    expect(await call(getVehicleReport, { params: { vehicleId: 7 }, query: { prices: 'with' } })).toEqual({
      success: true,
      name: headers['content-disposition'],
      bytes: new Uint8Array([37, 80, 0, 255]),
    });
    expect(sent[0]?.url).toBe('/api/vehicles/7/report?prices=with');
    reply = () => answer(403, { success: false, code: 'reportsApi.tariff' });
    expect(await call(getVehicleReport, { params: { vehicleId: 7 } })).toMatchObject({
      success: false,
      status: 403,
      code: 'reportsApi.tariff',
    });
  });

  it('fills in path parameters and sends a photo with its fields as multipart', async () => {
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

  it('resolves to the failure that the server returns', async () => {
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
  ])('with status %i and an unexpected body resolves to carsApi.unknownError', async (status, body) => {
    reply = () => answer(status, body);
    expect(await call(listVehicles)).toMatchObject({ success: false, code: 'carsApi.unknownError', status });
  });

  it('does not throw when the network fails or the signal is already aborted', async () => {
    reply = () => Promise.reject(new TypeError('failed'));
    expect(await call(listVehicles)).toMatchObject({ success: false, code: 'client.network', status: 0 });
    expect(await call(listVehicles, { signal: AbortSignal.abort() })).toMatchObject({ code: 'client.aborted' });
  });

  it('works without AbortSignal.any, which Safari before 17.4 lacks', async () => {
    vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
      throw new TypeError('AbortSignal.any is not a function');
    });
    reply = () => answer(200, { success: true, data: [], hidden: 0, limit: 1 });
    expect(await call(listVehicles, { signal: new AbortController().signal })).toMatchObject({ success: true });
    vi.restoreAllMocks();
  });

  it('resolves to client.aborted when it is aborted while pending, and removes its listener', async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      queueMicrotask(() => controller.abort());
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    expect(await call(listVehicles, { signal: controller.signal })).toMatchObject({ code: 'client.aborted', status: 0 });
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });

  it('times out, even while the body is being received', async () => {
    vi.useFakeTimers();
    try {
      const body = (signal: AbortSignal) =>
        new ReadableStream({ start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)) });
      let markRequested = () => {};
      const requested = new Promise<void>((resolve) => (markRequested = resolve));
      vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
        markRequested();
        return new Response(body(signal as AbortSignal));
      });
      const result = call(listVehicles);
      await requested;
      await vi.runAllTimersAsync();
      expect(await result).toMatchObject({ code: 'client.timeout', status: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('has a longer timeout for a photo than for a read', async () => {
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

  it('resolves to client.network when the response is cut off', async () => {
    reply = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }));
    expect(await call(listVehicles)).toMatchObject({ code: 'client.network', status: 0 });
  });

  it('rejects for a programming error', async () => {
    const body: Record<string, unknown> = {};
    body.self = body;
    await expect(call(login, { body: body as never })).rejects.toThrow(/circular/);
  });

  it('with an expired token requests a login, and fails if there is none', async () => {
    const expired = vi.fn(async () => {
      endSession();
      return false;
    });
    setExpiredHandler(expired);
    reply = () => answer(401, unauthorized);
    startSession({ token: 'old', name: 'Олена', tariff: 'family' });
    const results = await Promise.all([call(listVehicles), call(listVehicles)]);
    expect(results).toMatchObject([{ code: 'api.401' }, { code: 'api.401' }]);
    expect(currentSession()).toBeNull();
    expect(stored.size).toBe(0);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  it('with an expired token is repeated after a login, with the same idempotency key', async () => {
    setExpiredHandler(suspendSession);
    startSession({ token: 'old', name: 'Олена', tariff: 'family' });
    reply = () =>
      headersOfLast().get('authorization') === 'Bearer old' ? answer(401, unauthorized) : answer(201, { success: true, data: { id: 1 } });
    const calls = [1, 2].map(() => call(createRecord, { params: { vehicleId: 7 }, body: RECORD, idempotencyKey: 'key' }));
    await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 20_000 });
    renewSession('new');
    expect(await Promise.all(calls)).toMatchObject([{ success: true }, { success: true }]);
    expect(headersOfLast().get('idempotency-key')).toBe('key');
    expect(currentSession()).toEqual({ token: 'new', name: 'Олена', tariff: 'family', userId: null, isOwnDevice: true });
    expect(isRenewed()).toBe(true);
  });

  it('with an expired token is not repeated after a login in another tab', async () => {
    setExpiredHandler(suspendSession);
    startSession({ token: 'old' });
    reply = () => answer(401, unauthorized);
    const result = call(createRecord, { params: { vehicleId: 7 }, body: RECORD, idempotencyKey: 'key' });
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 });
    startSession({ token: 'other user' });
    expect(await result).toMatchObject({ success: false, code: 'api.401' });
    expect(sent).toHaveLength(1);
  });

  it('with an expired token fails when another tab logs out', async () => {
    setExpiredHandler(suspendSession);
    startSession({ token: 'old' });
    reply = () => answer(401, unauthorized);
    const result = call(listVehicles);
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 });
    endSession();
    expect(await result).toMatchObject({ success: false, code: 'api.401' });
  });

  it('keeps a newer token, and keeps the session after a wrong password', async () => {
    startSession({ token: 'old' });
    reply = () => {
      startSession({ token: 'new' });
      return answer(401, unauthorized);
    };
    await call(listVehicles);
    expect(currentSession()?.token).toBe('new');
    reply = () => answer(401, { ...unauthorized, code: 'api.loginUser.401' });
    await call(login, { body: { email: 'a@b.cd', password: 'x' } });
    expect(currentSession()?.token).toBe('new');
  });

  it('of an administrator sends the admin token, and ends only that session when it is rejected', async () => {
    const expired = vi.fn();
    setExpiredHandler(expired);
    startSession({ token: 'user' });
    startAdminSession('admin');
    reply = () => answer(401, unauthorized);
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
