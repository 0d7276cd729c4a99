import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { VehicleRecords } from './vehicle-records.tsx';

const VEHICLE = 7;
const RECORDS = `/api/vehicles/${VEHICLE}/records`;

function book(...names: string[]) {
  const records: ServiceRecord[] = names.map((operationName, index) => ({
    id: index + 1,
    operationName,
    partName: '-',
    partCode: '-',
    price: 10,
    reading: 98_000,
    performedOn: '2026-06-14',
  }));
  let lastId = records.length;
  const server = fakeServer({
    [`GET ${RECORDS}`]: () => ({
      body: { success: true, data: records.toReversed(), totalCost: 10 * records.length, nextCursor: null },
    }),
    [`POST ${RECORDS}`]: ({ body }) => {
      const record = { ...(body as ServiceRecord), id: ++lastId, price: 0, reading: 98_000 };
      records.push(record);
      return { status: 201, body: { success: true, data: record } };
    },
  });
  return { server, records };
}

const shown = () =>
  show(
    <VehicleRecords
      vehicleId={VEHICLE}
      vehicleName="Škoda Octavia"
      unit="km"
      reading={98_000}
      recordCount={0}
      currency="UAH"
      otherVehicleIds={[]}
      isShown
      focusRequest={0}
      onChanged={() => undefined}
    />,
  );

test('a record is written and stands in the history', async () => {
  const { server } = book();
  const { user, say } = shown();
  await user.type(screen.getByLabelText(say('records:form.operation')), 'Олива');
  await user.type(screen.getByLabelText(say('records:form.price', { sign: '₴' })), '15,65');
  await user.click(screen.getByRole('button', { name: say('records:form.add') }));
  await waitFor(() => expect(screen.getByText(say('records:form.added', { name: 'Олива' }))).toBeDefined());
  expect(server.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
