import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { ADVERT_IMAGE_TTL, ADVERT_LINK_MAX, ADVERT_TEXT_MAX, ADVERT_TITLE_MAX, ADVERTS_MAX } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { advertBody, allAdverts, anAdvertImage, postAdvertImage, putAdverts, shownAdverts } from '#tests/support/adverts.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aUser, aVehicle } from '#tests/support/builders.ts';
import { anAdmin, type TestAdmin } from '#tests/support/orders.ts';

describe.each(DATABASES)('adverts on %s', (kind) => {
  let app: TestApp;
  let admin: TestAdmin;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  beforeEach(async () => {
    admin = await anAdmin(app);
    expect((await putAdverts(app, admin, [])).status).toBe(200);
  });
  afterAll(() => app.close());

  const put = (adverts: unknown, seen?: readonly number[]) => putAdverts(app, admin, adverts, seen);
  const all = () => allAdverts(app, admin);
  const image = () => anAdvertImage(app, admin);
  const imageStatus = async (path: string) => (await app.request('GET', path)).status;
  const titles = (adverts: Advert[]) => adverts.map(({ title_en }) => title_en);
  const auditEntries = () => app.store.db.selectFrom('audit').selectAll().where('actor', '=', admin.email).orderBy('id').execute();

  test('answers 404 to visitors and an empty list to administrators if there are no adverts', async () => {
    for (const language of LANGUAGES)
      expect(await shownAdverts(app, language)).toMatchObject({ status: 404, body: { code: 'advertisingApi.404' } });
    expect(await all()).toEqual([]);
  });

  test('rejects an unknown or missing language', async () => {
    await put([advertBody()]);
    for (const path of ['getAdvertising', 'getAdvertising/', 'getAdvertising/uk', 'getAdvertising/UA', 'getAdvertising/constructor'])
      expect(await app.request('GET', `/api/advertising/${path}`), path).toMatchObject({
        status: 400,
        body: { code: 'advertisingApi.400' },
      });
  });

  test('returns title and text in the requested language, in the stored order', async () => {
    const path = await image();
    await put([advertBody('B', { image: path }), advertBody('A', { image: undefined })]);
    for (const language of LANGUAGES) {
      const { status, body, headers } = await shownAdverts(app, language);
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' });
      expect(body).toEqual(
        [['B', path] as const, ['A', null] as const].map(([name, picture]) => ({
          [`title_${language}`]: advertBody(name)[`title_${language}`],
          [`text_${language}`]: advertBody(name)[`text_${language}`],
          image: picture,
        })),
      );
    }
    expect(await app.request('GET', path)).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  });

  test('replaces the list: new adverts get an id, known ones keep theirs, missing ones are deleted', async () => {
    const made = (await put([advertBody('A'), advertBody('B'), advertBody('C')])).body.data as Advert[];
    expect(made).toEqual(await all());
    const [a, b, c] = made as [Advert, Advert, Advert];
    const { body } = await put([c, advertBody('D'), { ...a, title_en: 'Another A' }]);
    expect(body).toMatchObject({ success: true, code: 'advertisingApi.update.success' });
    expect(titles(body.data)).toEqual(['C at a discount', 'D at a discount', 'Another A']);
    expect(body.data).toMatchObject([{ id: c.id }, {}, { id: a.id }]);
    expect(await all()).toEqual(body.data);
    expect(body.data.map(({ id }: Advert) => id)).not.toContain(b.id);
  });

  test('deletes an image together with the last advert that uses it', async () => {
    const [shared, own, waiting] = [await image(), await image(), await image()];
    const made = (await put([advertBody('A', { image: shared }), advertBody('B', { image: shared }), advertBody('C', { image: own })])).body
      .data as [Advert, Advert, Advert];
    await put([made[0], { ...made[2], image: null }]);
    expect([await imageStatus(shared), await imageStatus(own), await imageStatus(waiting)]).toEqual([200, 404, 200]);
    await put([{ ...made[0], image: waiting }]);
    expect([await imageStatus(shared), await imageStatus(waiting)]).toEqual([404, 200]);
  });

  test('rejects a deleted image or one that was not uploaded for adverts, names its field and changes nothing', async () => {
    const user = await aUser(app);
    const vehicle = await aVehicle(app, user);
    await put([advertBody('A')]);
    const before = await all();
    const stale = await image();
    await app.store.db.deleteFrom('images').where('id', '=', stale.slice('/api/images/'.length)).execute();
    const foreign = [vehicle.image, stale, `/api/images/${'x'.repeat(22)}`, '/api/images/../users', 'https://example.com/a.png', ''];
    for (const path of [...foreign, 5, {}]) {
      const { status, body } = await put([...before, advertBody('B', { image: path })]);
      expect({ path, status, code: body.code, errors: body.errors }).toEqual({
        path,
        status: 400,
        code: 'advertisingApi.update.400',
        errors: [
          {
            field: '1.image',
            code: typeof path === 'string' ? 'validation.image.unknown' : 'validation.text',
            message: expect.any(String),
          },
        ],
      });
    }
    expect(await all()).toEqual(before);
    expect(await imageStatus(vehicle.image)).toBe(200);
  });

  test('reports the list position for every field rule', async () => {
    const long = { title: 'ї'.repeat(ADVERT_TITLE_MAX + 1), text: 'ї'.repeat(ADVERT_TEXT_MAX + 1) };
    const cases: [unknown, string, string][] = [
      [advertBody('A', { title_ua: '' }), '0.title_ua', 'validation.required'],
      [advertBody('A', { title_ru: undefined }), '0.title_ru', 'validation.required'],
      [advertBody('A', { text_en: ' \u200b ' }), '0.text_en', 'validation.required'],
      [advertBody('A', { text_ua: 5 }), '0.text_ua', 'validation.text'],
      [advertBody('A', { title_en: long.title }), '0.title_en', 'validation.tooLong'],
      [advertBody('A', { text_ru: long.text }), '0.text_ru', 'validation.tooLong'],
      [advertBody('A', { text_ru: 'a\0b' }), '0.text_ru', 'validation.characters'],
      [advertBody('A', { title_ua: '\ud800' }), '0.title_ua', 'validation.characters'],
      [advertBody('A', { id: '1' }), '0.id', 'validation.invalid'],
      [advertBody('A', { id: 0 }), '0.id', 'validation.invalid'],
      [advertBody('A', { id: 1.5 }), '0.id', 'validation.invalid'],
      [null, '0', 'validation.invalid'],
    ];
    for (const [advert, field, code] of cases) {
      const { status, body } = await put([advert]);
      expect({ advert, status, body }).toMatchObject({
        status: 400,
        body: { code: 'advertisingApi.update.400', errors: [{ field, code }] },
      });
    }
    for (const list of [{}, undefined, Array.from({ length: ADVERTS_MAX + 1 }, () => advertBody('A'))])
      expect(await put(list), JSON.stringify(list)).toMatchObject({
        status: 400,
        body: { code: 'advertisingApi.update.400', errors: [{ field: '' }] },
      });
    const [made] = (await put([advertBody('A')])).body.data;
    expect(await put([made, made])).toMatchObject({ status: 400, body: { errors: [{ field: '', code: 'validation.invalid' }] } });
    expect(await put([made], [0])).toMatchObject({ status: 400, body: { code: 'api.validation', errors: [{ field: 'seen' }] } });
    expect(await all()).toEqual([made]);
  });

  test('accepts a full list of the longest Cyrillic texts', async () => {
    const texts = Object.fromEntries(
      LANGUAGES.flatMap((language) => [
        [`title_${language}`, 'ї'.repeat(ADVERT_TITLE_MAX)],
        [`text_${language}`, 'ї'.repeat(ADVERT_TEXT_MAX)],
      ]),
    );
    const path = await image();
    const list = Array.from({ length: ADVERTS_MAX }, () => advertBody('A', { ...texts, image: path }));
    const { status, body } = await put(list);
    expect({ status, count: body.data?.length }).toEqual({ status: 200, count: ADVERTS_MAX });
    expect((await put(body.data)).status).toBe(200);
  });

  test('returns texts as they were written', async () => {
    const title_en = '👩🏽‍🔧 «Шини» <b>&amp;</b> עברית';
    const [made] = (await put([advertBody('A', { title_en: `  ${title_en} `, text_ua: 'e\u0301' })])).body.data;
    expect(made).toMatchObject({ title_en, text_ua: 'é' });
  });

  test('answers 409 for a deleted advert and for a list that differs from the one that was seen', async () => {
    const [a, b] = (await put([advertBody('A'), advertBody('B')])).body.data as [Advert, Advert];
    await put([a]);
    const conflict = { status: 409, body: { code: 'advertisingApi.update.409' } };
    expect(await put([a, b])).toMatchObject(conflict);
    expect(await put([a], [a.id, b.id])).toMatchObject(conflict);
    expect(await put([a], [])).toMatchObject(conflict);
    expect(await put([a], [b.id])).toMatchObject(conflict);
    expect(await all()).toEqual([a]);
    expect(await put([a, advertBody('C')], [a.id])).toMatchObject({ status: 200 });
    await put([]);
    expect(await put([advertBody('D')], [])).toMatchObject({ status: 200 });
  });

  test('answers 409 for adverts that were changed or moved since they were seen', async () => {
    const [a, b] = (await put([advertBody('A'), advertBody('B')])).body.data as [Advert, Advert];
    const seenAs = (advert: Advert, changes: object = {}, seen: object = {}) => ({ ...advert, ...changes, seen: { ...advert, ...seen } });
    const conflict = { status: 409, body: { code: 'advertisingApi.update.409' } };
    for (const field of ['title_ua', 'title_ru', 'title_en', 'text_ua', 'text_ru', 'text_en', 'image'])
      expect(await put([seenAs(a, {}, { [field]: 'x' }), seenAs(b, { title_en: 'B2' })]), field).toMatchObject(conflict);
    expect(await put([seenAs(a), seenAs(b)], [b.id, a.id])).toMatchObject(conflict);
    expect(await all()).toEqual([a, b]);
    expect(await put([seenAs(b, { title_en: 'B2' }), seenAs(a)], [a.id, b.id])).toMatchObject({ status: 200 });
    expect(await all()).toEqual([{ ...b, title_en: 'B2' }, a]);
    expect((await put([{ ...a, seen: {} }])).status).toBe(400);
  });

  test('keeps the link, the days and the switch that a request does not mention, and removes those sent as null', async () => {
    const limits = { link: 'https://шини.укр/знижки?a=1#b', shown_from: '2026-01-01', shown_until: '2026-12-31', is_on: false };
    const [made, plain] = (await put([advertBody('A', limits), advertBody('B')])).body.data;
    expect(made).toMatchObject(limits);
    expect(plain).toMatchObject({ link: null, shown_from: null, shown_until: null, is_on: true });
    const [kept] = (await put([advertBody('A', { id: made.id })])).body.data;
    expect(kept).toMatchObject(limits);
    const nothing = { link: null, shown_from: null, shown_until: null };
    expect((await put([advertBody('A', { id: made.id, ...nothing, is_on: true })])).body.data).toMatchObject([{ ...nothing, is_on: true }]);
  });

  test('shows an advert that is on, on the days from its first to its last one in UTC, and its link', async () => {
    const start = Date.parse('2026-06-14T23:59:59.999Z');
    const shownAt = async (time: number) => {
      app.clock.now = () => time;
      const { status, body } = await shownAdverts(app, 'en');
      return status === 200 ? (body as { title_en: string }[]).map(({ title_en }) => title_en.slice(0, 1)).join('') : String(status);
    };
    const real = app.clock.now;
    try {
      await put([
        advertBody('A', { shown_from: '2026-06-15', shown_until: '2026-06-15', link: 'https://example.com' }),
        advertBody('B', { is_on: false }),
        advertBody('C', { shown_until: '2026-06-14' }),
        advertBody('D', { shown_from: '2026-06-16' }),
      ]);
      expect(await shownAt(start)).toBe('C');
      expect(await shownAt(start + 1)).toBe('A');
      expect((await shownAdverts(app, 'en')).body).toEqual([
        { title_en: 'A at a discount', text_en: 'This week only.', image: null, link: 'https://example.com' },
      ]);
      expect(await shownAt(start + DAY)).toBe('A');
      expect(await shownAt(start + DAY + 1)).toBe('D');
      app.clock.now = real;
      admin = await anAdmin(app);
      await put([advertBody('E', { shown_until: '2020-01-01' }), advertBody('F', { is_on: false })]);
      expect(await shownAt(start)).toBe('404');
    } finally {
      app.clock.now = real;
    }
  });

  test('rejects a link without https, days that do not exist and an end before the beginning', async () => {
    const links = [
      'http://example.com',
      'javascript:alert(1)',
      '//example.com',
      'example',
      'localhost:3000',
      'ftp.example.com://x',
      'https:example.com',
      'https://',
      'https://localhost',
    ];
    const unsafe = ['https://example.com/a b', 'https://example.com/\0', 'https://example.com/\ud800', ''];
    for (const link of [...links, ...unsafe])
      expect(await put([advertBody('A', { link })]), String(link)).toMatchObject({
        status: 400,
        body: { errors: [{ field: '0.link', code: 'validation.link' }] },
      });
    for (const [typed, link] of [
      ['example.com/x', 'https://example.com/x'],
      ['www.шини.укр', 'https://www.шини.укр'],
      ['example.com:8443?a=1', 'https://example.com:8443?a=1'],
    ])
      expect((await put([advertBody('A', { link: typed })])).body.data[0].link).toBe(link);
    await put([]);
    expect(await put([advertBody('A', { link: 5 })])).toMatchObject({ status: 400, body: { errors: [{ code: 'validation.text' }] } });
    expect(await put([advertBody('A', { link: `https://example.com/${'a'.repeat(ADVERT_LINK_MAX)}` })])).toMatchObject({
      status: 400,
      body: { errors: [{ field: '0.link', code: 'validation.tooLong' }] },
    });
    for (const day of ['2026-02-30', '14.06.2026', '', 5])
      for (const field of ['shown_from', 'shown_until'])
        expect(await put([advertBody('A', { [field]: day })]), String(day)).toMatchObject({
          status: 400,
          body: { errors: [{ field: `0.${field}`, code: day === 5 ? 'validation.text' : 'validation.date.format' }] },
        });
    expect(await put([advertBody('A', { is_on: 'yes' })])).toMatchObject({ status: 400, body: { errors: [{ field: '0.is_on' }] } });
    const [made] = (await put([advertBody('A', { shown_from: '2026-06-15', shown_until: '2026-06-15' })])).body.data;
    const early = { status: 400, body: { errors: [{ field: '1.shown_until', code: 'validation.date.order' }] } };
    expect(await put([made, advertBody('B', { shown_from: '2026-06-15', shown_until: '2026-06-14' })])).toMatchObject(early);
    // Against the stored day.
    expect(await put([advertBody('B'), advertBody('A', { id: made.id, shown_until: '2026-06-14' })])).toMatchObject(early);
    expect(await all()).toEqual([made]);
  });

  test('answers 409 if the link, the days or the switch differ from what was seen', async () => {
    const [a] = (await put([advertBody('A', { link: 'https://example.com', shown_from: '2026-01-01' })])).body.data as [Advert];
    const changes = { link: null, shown_from: null, shown_until: '2026-01-01', is_on: false };
    for (const [field, value] of Object.entries(changes))
      expect(await put([{ ...a, seen: { ...a, [field]: value } }]), field).toMatchObject({ status: 409 });
    const { link: _l, shown_from: _f, shown_until: _u, is_on: _o, ...before } = a;
    expect((await put([{ ...before, seen: before }])).body.data).toEqual([a]);
  });

  test('deletes an image that no advert uses within a day and keeps one in use', async () => {
    const [used, unused] = [await image(), await image()];
    await put([advertBody('A', { image: used })]);
    await app.runJobs();
    expect(await imageStatus(unused)).toBe(200);
    app.clock.advance(ADVERT_IMAGE_TTL + 1);
    admin = await anAdmin(app);
    const fresh = await image();
    await app.runJobs();
    expect([await imageStatus(used), await imageStatus(unused), await imageStatus(fresh)]).toEqual([200, 404, 200]);
    expect(await put([advertBody('B', { image: unused })])).toMatchObject({ status: 400 });
  });

  test('answers 400 to an upload without a file and 422 to one that is not an image', async () => {
    for (const answer of [
      await postAdvertImage(app, admin, null),
      await app.request('POST', '/api/advertising/image', { token: admin.token }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'image', code: 'validation.image.required' }] } });
    expect(await postAdvertImage(app, admin, Buffer.from('<svg/>'))).toMatchObject({ status: 422, body: { code: 'imageApi.422' } });
  });

  test('writes each change to the audit log with the list before and after, but no rejected one', async () => {
    const [a] = (await put([advertBody('A')])).body.data as [Advert];
    await put([{ ...a, title_ua: '' }]);
    await put([{ ...a, id: a.id + 1_000 }]);
    const [, written, ...others] = await auditEntries();
    expect(others).toEqual([]);
    expect(written).toMatchObject({ action: 'adverts.update', subject: 'adverts', before: '[]', after: JSON.stringify([a]) });
  });

  test('rejects users who list, change or upload adverts', async () => {
    const { token } = await aUser(app);
    expect((await putAdverts(app, { token }, [])).status).toBe(403);
    expect((await app.request('GET', '/api/advertising/getAdvertising-all', { token })).status).toBe(403);
    expect((await postAdvertImage(app, { token })).status).toBe(403);
  });
});
