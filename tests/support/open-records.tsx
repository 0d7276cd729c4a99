import { screen, within } from '@testing-library/react';
import type { ServiceRecord } from '#contract/records.ts';
import { LATEST } from '#web/features/entries/entries.queries.ts';
import { LatestEntries } from '#web/features/entries/list/latest-entries.tsx';
import { vehicleOf } from './a-vehicle.ts';
import { fakeServer, type SentRequest, show } from './component.tsx';

const VEHICLE = 7;
const RECORDS = `/api/vehicles/${VEHICLE}/records`;

const OIL = {
  operationName: 'Заміна оливи',
  last: { partName: 'Олива 5W-30', partCode: '-', price: 1865.5, currency: 'UAH', performedOn: '2025-10-08' },
};
const FOREIGN = { operationName: 'Гвинт', last: null };

/** A server with these records; after `hold`, responses to writes wait for `release`. */
export function recordBook(...names: string[]) {
  const records: ServiceRecord[] = names.map((operationName, index) => ({
    id: index + 1,
    operationName,
    partName: '-',
    partCode: '-',
    price: 10,
    currency: 'UAH',
    reading: 98_000,
    performedOn: '2026-01-01',
  }));
  let pending: Promise<void> | undefined;
  let release: () => void = () => undefined;
  const write = async (request: SentRequest, change: (body: ServiceRecord) => ServiceRecord) => {
    await pending;
    return { body: { success: true, data: change(request.body as ServiceRecord) } };
  };
  const server = fakeServer({
    [`GET ${RECORDS}`]: () => {
      const data = records.toReversed().slice(0, LATEST);
      const last = data.at(-1);
      const nextCursor = last && data.length < records.length ? `${last.performedOn}_${last.id}` : null;
      return { body: { success: true, data, totalCost: 10 * records.length, nextCursor } };
    },
    [`GET /api/vehicles/${VEHICLE}/operations`]: () => ({ body: { success: true, data: [OIL, FOREIGN] } }),
    [`POST ${RECORDS}`]: (request) =>
      write(request, (body) => {
        const record = { ...body, id: records.length + 1, price: 10, reading: 98_000 };
        records.push(record);
        return record;
      }),
    ...Object.fromEntries(
      records.map((record) => [
        `PATCH ${RECORDS}/${record.id}`,
        (request: SentRequest) => write(request, (body) => Object.assign(record, body, { price: record.price, reading: record.reading })),
      ]),
    ),
  });
  return {
    records,
    sent: (method: string) => server.sent.filter((request) => request.method === method),
    hold: () => {
      pending = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

/** Opens the vehicle of that server in the list, and waits for the form, which is loaded when it is shown. */
export const openRecords = async (focusRequest = 0) => {
  const shown = show(
    <LatestEntries vehicle={vehicleOf(VEHICLE, { mileage: 90_000 })} currency="UAH" isShown focusRequest={focusRequest} />,
  );
  const { say, user } = shown;
  const formOf = (name: string) => within(screen.getByRole('form', { name }));
  const field = (form: ReturnType<typeof within>, name: string) =>
    form.getByLabelText(say(`records:form.${name}`, { sign: '₴' }), { exact: true }) as HTMLInputElement;
  const fresh = () => formOf(say('records:form.label'));
  await screen.findByRole('form', { name: say('records:form.label') });
  const edited = (name: string) => formOf(say('records:form.editLabel', { name, day: '01.01.2026' }));
  return {
    ...shown,
    fresh,
    edited,
    field,
    add: () => user.click(fresh().getByRole('button', { name: say('records:form.add') })),
    edit: async (name: string) => {
      await user.click(await screen.findByRole('button', { name: say('records:history.edit', { name, day: '01.01.2026' }) }));
      await screen.findByRole('form', { name: say('records:form.editLabel', { name, day: '01.01.2026' }) });
      return edited(name);
    },
    save: (name: string) => user.click(edited(name).getByRole('button', { name: say('records:form.save') })),
  };
};
